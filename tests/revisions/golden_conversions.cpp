#include "tests/revisions/golden_conversions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/revisions/golden_art.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// One folder to convert. Its outputs are in out/NAME and may be the input of a later conversion.
struct GoldenConversion {
    std::string name;
    std::string input;
    Words options{};
    Words images{};  ///< ids of image formats that are decoded for it; others stay in the output as they are
};

std::vector<GoldenConversion> goldenConversions() {
    const std::string everything = "collision,shadow,hidden,lods,alternatives";
    std::vector<GoldenConversion> all = {
        {"alamo", "art/alamo", {}, {"dds", "png"}},
        {"alamo-full",
         "art/alamo",
         {"--profile", "full", "--keep", everything, "--scale", "0.1", "--alo-team-mask", "tint"},
         {"dds", "png"}},
        {"alamo-godot", "art/alamo", {"--keep", "collision", "--collision-names", "godot"}, {"dds", "png"}},
        {"alamo-unreal", "art/alamo", {"--keep", "collision", "--collision-names", "unreal"}, {"dds", "png"}},
        {"alamo-sockets", "art/alamo", {"--sockets", "unreal"}, {"dds", "png"}},
        {"alamo-glow", "art/alamo", {"--alo-glow", "emissive"}, {"dds", "png"}},
        {"units-sampled", "art/units", {"--rate", "15fps"}, {"dds"}},
        {"units-reduced", "art/units", {"--max-error", "5mm"}, {"dds"}},
        {"units-cubic", "art/units", {"--max-error", "5mm", "--interpolation", "cubic"}, {"dds"}},
        {"units-adaptive", "art/units", {"--rate", "adaptive", "--max-error", "5mm"}, {"dds"}},
        {"units-weld", "art/units", {"--weld"}, {"dds"}},
        {"units-web", "art/units", {"--profile", "web", "--max-error", "0.5mm"}, {"dds"}},
        {"units-web-bits",
         "art/units",
         {"--profile", "web", "--position-bits", "14", "--texcoord-bits", "12", "--color-bits", "8"},
         {"dds"}},
        {"units-linked",
         "art/units",
         {"--container", "gltf", "--max-texture-size", "8", "--flip-green"},
         {"dds", "png"}},
        {"units-webp", "art/units", {"--texture-format", "webp"}, {"dds"}},
        {"image-png-lossy",
         "art/image-png",
         {"--texture-format", "webp", "--texture-quality", "60"},
         {"png"}},
        {"units-powers", "art/units", {"--power-of-two", "--max-texture-size", "20"}, {"dds"}},
        {"units-merged", "art/units", {"--merge"}, {"dds"}},
        {"units-skin", "art/units", {"--rigid", "skin"}, {"dds"}},
        {"units-aligned", "art/units", {"--align", "24fps"}, {"dds"}},
        {"units-unseen", "art/units", {"--rest-visibility", "clips"}, {"dds"}},
        {"units-root", "art/units", {"--root-motion", "extract"}, {"dds"}},
        {"swat3", "art/swat3", {}, {"bmp"}},
        {"swat3-sized", "art/swat3/Swat3/Set_0001", {"--height", "1.8m", "--feet-on-ground"}, {"bmp"}},
        {"swat3-t", "art/swat3/Swat3/Set_0001", {"--rest-pose", "t"}, {"bmp"}},
        {"swat3-vrm",
         "art/swat3/Swat3/Set_0001",
         {"--humanoid", "vrm", "--rest-pose", "t", "--vrm-authors", "A", "--vrm-license-url",
          "https://vrm.dev/licenses/1.0/"},
         {"bmp"}},
        {"swat3-shared", "art/swat3/Swat3/Set_0001", {"--clips", "shared"}, {"bmp"}},
        {"swat3-bare", "art/swat3/Swat3/Set_0001", {"--keep-source", "false"}, {"bmp"}},
        {"swat3-web",
         "art/swat3/Swat3/Set_0001",
         {"--profile", "web", "--rate", "adaptive", "--max-error", "1mm"},
         {"bmp"}},
        {"bfres", "art/bfres", {}},
        {"bfres-full", "art/bfres", {"--profile", "full", "--keep", "lods"}},
        {"bfres-levels", "art/bfres", {"--keep", "lods", "--levels", "unreal"}},
        {"bfres-level-files", "art/bfres", {"--keep", "lods", "--levels", "files"}},
        {"bfres-tree", "art/bfres", {"--skin-joints", "tree"}},
        {"bfres-sampled", "art/bfres", {"--rate", "15fps", "--bfres-frame-rate", "30"}},
        {"bfres-cubic", "art/bfres", {"--max-error", "0.5mm", "--interpolation", "cubic"}},
        {"bfres-web", "art/bfres", {"--profile", "web", "--max-error", "0.5mm"}},
        {"sprites", "art/sprites", {}},
        {"sprites-pointer", "art/sprites", {"--ctsa-mode", "pointer", "--profile", "full"}},
        {"sprites-merged", "art/sprites", {"--merge"}},
        {"swat3-back-models", "out/swat3", {"--to", "gsm"}},
        {"swat3-back-clips", "out/swat3", {"--to", "gsa"}},
        {"swat3-bare-back-models", "out/swat3-bare", {"--to", "gsm", "--smooth", "one"}},
        {"swat3-bare-back-clips", "out/swat3-bare", {"--to", "gsa"}},
        {"sprites-back", "out/sprites", {"--to", "ctsa"}},
        {"sprites-merged-back", "out/sprites-merged", {"--to", "ctsa", "--byte-order", "big"}},
        {"gltf-again", "out/alamo-full", {}},
        {"gltf-web-again", "out/units-web", {}},
        {"gltf-skin-again", "out/units-skin", {}},
        {"gltf-root-again", "out/units-root", {}},
        {"gltf-sized-again", "out/swat3-sized", {}},
        {"gltf-t-again", "out/swat3-t", {}},
        {"gltf-linked-again", "out/units-linked", {}},
        {"gltf-webp-again", "out/units-webp", {}},
    };
    for (const std::string image : {"bmp", "dds", "ftex", "jpeg", "png", "tga", "webp"}) {
        // Options that let no image stay as it is.
        const Words options =
            image == "png" ? Words{"--max-texture-size", "4"} : Words{"--texture-format", "png"};
        all.push_back({"image-" + image, "art/image-" + image, options, {image}});
    }
    return all;
}

/// Steps of every conversion: those without options, and those that have a default.
constexpr std::array<const char*, 5> kStepsOfAll = {"bind", "coordinates", "rotation-signs",
                                                    "scale-compensation", "select"};

/// Steps that a conversion has when it has this option.
constexpr std::array<std::pair<const char*, const char*>, 11> kStepsByOption = {
    {{"--max-error", "reduce"},
     {"--merge", "merge"},
     {"--rate", "resample"},
     {"--rigid", "rigid-skin"},
     {"--align", "align"},
     {"--root-motion", "root-motion"},
     {"--height", "height"},
     {"--feet-on-ground", "ground"},
     {"--rest-pose", "t-pose"},
     {"--rest-visibility", "rest-visibility"},
     {"--clips", "library"}}};

std::set<std::string> stepsOf(const GoldenConversion& conversion) {
    std::set<std::string> steps;
    for (const char* step : kStepsOfAll)
        steps.insert(fmt::format("step:{}", step));
    for (const auto& [option, step] : kStepsByOption) {
        if (std::ranges::find(conversion.options, option) != conversion.options.end())
            steps.insert(fmt::format("step:{}", step));
    }
    return steps;
}

/// Code that prepares images and encodes PNG, for all image formats.
constexpr const char* kImageOutput = "image:prepare";

Revisions allRevisions() {
    Revisions revisions;
    for (const FormatModule* format : allFormats())
        revisions[fmt::format("format:{}", format->id)] = format->revision;
    for (const ExporterModule* exporter : allExporters())
        revisions[fmt::format("exporter:{}", exporter->id)] = exporter->revision;
    for (const ImageModule* image : allImageFormats().readers)
        revisions[fmt::format("image:{}", image->id)] = image->revision;
    revisions[kImageOutput] = allImageFormats().revision;
    for (const CodeRevision& step : stepRevisions())
        revisions[step.id] = step.revision;
    return revisions;
}

class Digest {
public:
    void add(std::span<const std::byte> bytes) {
        XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
    }
    /// Adds the text and its end, so that two texts differ from one.
    void add(const std::string& text) { add(std::as_bytes(std::span(text.c_str(), text.size() + 1))); }

    [[nodiscard]] std::string text() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
        return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
    }

    Digest() { XXH3_128bits_reset(state_.get()); }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_{XXH3_createState(), &XXH3_freeState};
};

std::string digestOf(const std::vector<std::byte>& bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.text();
}

/// Digest of everything that a conversion depends on besides code.
std::string inputOf(const GoldenConversion& conversion, const fs::path& folder) {
    Digest digest;
    for (const std::string& option : conversion.options)
        digest.add(option);
    for (const auto& [path, bytes] : treeBelow(folder / conversion.input)) {
        digest.add(path);
        digest.add(digestOf(bytes));
    }
    return digest.text();
}

/// Replaces the hash in names such as armour.0123456789abcdef.png: an output keeps its name when its bytes
/// change.
std::string withoutHash(const std::string& path) {
    static const std::regex kHash(R"(\.[0-9a-f]{16}\.)");
    return std::regex_replace(path, kHash, ".HASH.");
}

/// Code of the unit: formats of all its files, its exporter, its steps, and images if it has textures.
std::set<std::string> codeOf(const nlohmann::json& unit, const GoldenConversion& conversion) {
    std::set<std::string> code = stepsOf(conversion);
    code.insert("exporter:" + unit.at("exporter").get<std::string>());
    for (const nlohmann::json& input : unit.at("inputs"))
        code.insert("format:" + input.at("format").get<std::string>());
    if (unit.at("counts").at("textures") == 0 || conversion.images.empty()) return code;
    code.insert(kImageOutput);
    for (const std::string& image : conversion.images)
        code.insert("image:" + image);
    return code;
}

ConversionDigests convert(const GoldenConversion& conversion, const fs::path& folder) {
    const std::string output = "out/" + conversion.name;
    Words arguments = {"convert", conversion.input, "-o", output, "--report", "report.json"};
    arguments.insert(arguments.end(), conversion.options.begin(), conversion.options.end());
    const Finished finished = runRigkiln(arguments, {.folder = folder, .environment = {}, .program = {}});
    if (finished.exitCode != 0) throw std::runtime_error(conversion.name + ": " + finished.text());

    std::set<std::string> codeOfAll;
    std::map<std::string, std::set<std::string>> codeOfMain;
    const nlohmann::json report = nlohmann::json::parse(textOf(folder / "report.json"));
    for (const nlohmann::json& unit : report.at("units")) {
        const std::set<std::string> code = codeOf(unit, conversion);
        const fs::path main = unit.at("output").get<std::string>();
        codeOfMain[main.lexically_relative(folder / output).string()] = code;
        codeOfAll.insert(code.begin(), code.end());
    }
    ConversionDigests digests{.input = inputOf(conversion, folder), .outputs = {}};
    for (const auto& [path, bytes] : treeBelow(folder / output)) {
        // Side files may be shared by units.
        const auto main = codeOfMain.find(path);
        const OutputDigest digest{.digest = digestOf(bytes),
                                  .code = main == codeOfMain.end() ? codeOfAll : main->second};
        if (!digests.outputs.emplace(withoutHash(path), digest).second)
            throw std::logic_error(conversion.name + " writes two files " + withoutHash(path));
    }
    if (digests.outputs.empty()) throw std::logic_error(conversion.name + " writes no file");
    return digests;
}

}  // namespace

OutputDigests convertGoldenSet() {
    const TemporaryFolder folder;
    for (const corpus::ArtFile& file : makeGoldenArt())
        folder.write("art/" + file.path, file.bytes);
    OutputDigests digests{.revisions = allRevisions(), .conversions = {}};
    // Program and report use the path without links.
    const fs::path real = fs::canonical(folder.path());
    for (const GoldenConversion& conversion : goldenConversions())
        digests.conversions.emplace(conversion.name, convert(conversion, real));
    return digests;
}

}  // namespace rigkiln::test
