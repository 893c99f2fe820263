#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Converts models with every preset into the folder $RIGKILN_IMPORTER_SAMPLES, and writes what importers
/// must make of each file to expected.json (README.md describes it).
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

struct Sample {
    std::string name;
    std::vector<std::string> inputs;  ///< files of the generated art
    std::vector<std::string> options;
};

const std::vector<Sample>& samples() {
    static const std::string kSwat3 = "Swat3/Set_0000/";
    static const std::vector<Sample> kSamples = {
        {.name = "ship",
         .inputs = {"Models/SHIP.ALO", "Models/SHIP_IDLE_00.ala", "Models/SHIP_DEPLOY_00.ALA"},
         .options = {}},
        {.name = "serpent", .inputs = {"Models/SERPENT.alo", "Models/SERPENT_IDLE_00.ala"}, .options = {}},
        {.name = "swat3",
         .inputs = {kSwat3 + "Models/SWT_HIGH.GSM", kSwat3 + "Models/GUN_HIGH.GSM",
                    kSwat3 + "Anims/SWT_STEP.gsa"},
         .options = {"--merge"}},
        {.name = "worm", .inputs = {"Bfres/Switch/Worm.bfres.zs"}, .options = {}},
        {.name = "sprite", .inputs = {"Sprites/Torch/Torch.ctsa"}, .options = {}}};
    return kSamples;
}

constexpr std::array kPresets = {"none", "blender", "godot", "unreal", "unity", "web"};

/// Times of each clip. The first and the last are the ends of the clip, the others are beside its frames.
constexpr int kTimes = 10;
constexpr double kBesideFrames = 0.173;
constexpr std::size_t kVerticesOfPrimitive = 200;
/// Points on the axes of a node, as far from it as this fraction of the model's size, show how it is turned.
constexpr double kAxisLength = 0.1;
/// Fractions of the model's size.
constexpr double kTolerance = 1e-4;
/// Metres: `position_error` of profile web, which rounds positions.
constexpr double kPositionError = 1e-4;

fs::path samplesFolder() {
    const char* folder =
        std::getenv("RIGKILN_IMPORTER_SAMPLES");  // NOLINT(concurrency-mt-unsafe): one thread
    return folder == nullptr ? fs::path() : fs::path(folder);
}

ReadGltf readFile(const fs::path& path) {
    const std::vector<std::byte> bytes = readBytes(path);
    OutputSet set(1);
    set[0].name = path.filename().string();
    set[0].pieces.emplace_back(bytes);
    Result<ReadGltf> read = readGltf(set);
    if (!read) throw std::runtime_error(read.error().text());
    return *std::move(read);
}

void append(nlohmann::json& numbers, const glm::dvec3& point) {
    for (int i = 0; i < 3; ++i)
        numbers.push_back(static_cast<float>(point[i]));
}

/// A primitive on a node, and the vertices that are compared.
struct Drawn {
    std::size_t node = 0;
    std::size_t primitive = 0;
    std::vector<std::size_t> vertices;
};

std::vector<Drawn> drawnBy(const ReadGltf& file) {
    std::vector<Drawn> drawn;
    for (std::size_t node = 0; node < file.nodes.size(); ++node) {
        if (file.nodes[node].mesh < 0) continue;
        const auto& primitives = file.meshes.at(static_cast<std::size_t>(file.nodes[node].mesh)).primitives;
        for (std::size_t i = 0; i < primitives.size(); ++i) {
            const std::size_t count = primitives[i].attributes.at("POSITION").size();
            Drawn& made = drawn.emplace_back();
            made = {.node = node, .primitive = i, .vertices = {}};
            const std::size_t step =
                std::max<std::size_t>(1, (count + kVerticesOfPrimitive - 1) / kVerticesOfPrimitive);
            for (std::size_t vertex = 0; vertex < count; vertex += step)
                made.vertices.push_back(vertex);
        }
    }
    return drawn;
}

/// Diagonal of the bounding box of all vertices at rest.
double sizeOf(const ReadGltf& file, const std::vector<Drawn>& drawn) {
    const auto worlds = nodeWorlds(file, nullptr, 0);
    glm::dvec3 low(std::numeric_limits<double>::max());
    glm::dvec3 high(std::numeric_limits<double>::lowest());
    for (const Drawn& one : drawn) {
        for (const glm::dvec3& point : placedVertices(file, one.node, one.primitive, worlds)) {
            low = glm::min(low, point);
            high = glm::max(high, point);
        }
    }
    return drawn.empty() ? 1 : glm::distance(low, high);
}

/// Where everything is at a moment. `clip` null: at rest.
nlohmann::json poseAt(const ReadGltf& file, const ReadAnimation* clip, float time,
                      const std::vector<Drawn>& drawn, double axis) {
    nlohmann::json pose = {{"nodes", nlohmann::json::array()}, {"drawn", nlohmann::json::array()}};
    const auto worlds = nodeWorlds(file, clip, time);
    for (const glm::dmat4& world : worlds) {
        append(pose["nodes"], world[3]);
        for (int i = 0; i < 3; ++i)
            append(pose["nodes"], world[3] + world[i] * axis);
    }
    for (const Drawn& one : drawn) {
        const std::vector<glm::dvec3> placed = placedVertices(file, one.node, one.primitive, worlds);
        nlohmann::json numbers = nlohmann::json::array();
        for (const std::size_t vertex : one.vertices)
            append(numbers, placed.at(vertex));
        pose["drawn"].push_back(std::move(numbers));
    }
    return pose;
}

nlohmann::json posesOf(const ReadGltf& file, const std::vector<Drawn>& drawn, double axis) {
    nlohmann::json poses = nlohmann::json::array();
    poses.push_back(poseAt(file, nullptr, 0, drawn, axis));
    for (std::size_t number = 0; number < file.animations.size(); ++number) {
        const ReadAnimation& clip = file.animations[number];
        const float duration = durationOf(clip);
        for (int i = 0; i < kTimes; ++i) {
            const bool isEnd = i == 0 || i == kTimes - 1;
            const double part = (i + (isEnd ? 0 : kBesideFrames)) / (kTimes - 1);
            const auto time = static_cast<float>(duration * part);
            nlohmann::json pose = poseAt(file, &clip, time, drawn, axis);
            pose["clip"] = number;
            pose["time"] = time;
            poses.push_back(std::move(pose));
        }
    }
    return poses;
}

/// Numbers of things in the scene, from the JSON of the file.
nlohmann::json countsOf(const nlohmann::json& file) {
    std::set<int> skins;
    std::set<int> materials;
    std::size_t drawn = 0;
    for (const nlohmann::json& node : file.at("nodes")) {
        if (node.contains("skin")) skins.insert(node.at("skin").get<int>());
        if (!node.contains("mesh")) continue;
        for (const nlohmann::json& primitive :
             file.at("meshes").at(node.at("mesh").get<std::size_t>()).at("primitives")) {
            ++drawn;
            if (primitive.contains("material")) materials.insert(primitive.at("material").get<int>());
        }
    }
    return {{"clips", file.value("animations", nlohmann::json::array()).size()},
            {"skins", skins.size()},
            {"primitives", drawn},
            {"materials", materials.size()}};
}

/// Names of nodes, and the index of each in the file that importers read. -1: a mesh without a skin, whose
/// node holds the scale of rounded positions.
nlohmann::json nodesOf(const ReadGltf& file, const nlohmann::json& read, bool isRounded) {
    nlohmann::json nodes = nlohmann::json::array();
    for (const ReadNode& node : file.nodes) {
        const auto& others = read.at("nodes");
        const auto found = std::ranges::find_if(others, [&](const nlohmann::json& other) {
            return other.value("name", std::string()) == node.name;
        });
        if (found == others.end()) throw std::runtime_error("no node " + node.name);
        const bool isScaled = isRounded && node.mesh >= 0 && node.skin < 0;
        nodes.push_back(isScaled ? -1 : static_cast<int>(std::distance(others.begin(), found)));
    }
    return nodes;
}

class ImporterSamples : public testing::Test {
protected:
    ImporterSamples() { writeArt(art.path()); }

    void convert(const Sample& sample, const std::string& output,
                 const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert"};
        arguments.insert(arguments.end(), sample.inputs.begin(), sample.inputs.end());
        arguments.insert(arguments.end(), sample.options.begin(), sample.options.end());
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.insert(arguments.end(), {"-o", output});
        const Finished finished =
            runRigkiln(arguments, {.folder = art.path(), .environment = {}, .program = {}});
        if (finished.exitCode != cli::kDone) throw std::runtime_error(finished.text());
    }

    nlohmann::json makeSample(const Sample& sample, const std::string& preset) const {
        const std::string name = sample.name + "_" + preset + ".glb";
        const fs::path output = samplesFolder() / name;
        convert(sample, output.string(), {"--preset", preset});
        const bool isRounded = preset == "web";
        fs::path same = output;
        if (isRounded) {
            same = art.path() / name;
            convert(sample, same.string(), {"--preset", preset, "--profile", "core"});
        }
        const ReadGltf file = readFile(same);
        const nlohmann::json read = jsonOfGlb(readBytes(output));
        const std::vector<Drawn> drawn = drawnBy(file);
        const double size = sizeOf(file, drawn);
        nlohmann::json expected = {{"file", name},
                                   {"model", sample.name},
                                   {"preset", preset},
                                   {"size", size},
                                   {"axis", kAxisLength * size},
                                   {"tolerance", kTolerance * size + (isRounded ? kPositionError : 0)},
                                   {"rounded", isRounded},
                                   {"counts", countsOf(read)},
                                   {"nodes", nodesOf(file, read, isRounded)},
                                   {"names", nlohmann::json::array()},
                                   {"clip_names", nlohmann::json::array()},
                                   {"drawn", nlohmann::json::array()},
                                   {"poses", posesOf(file, drawn, kAxisLength * size)}};
        for (const ReadNode& node : file.nodes)
            expected["names"].push_back(node.name);
        for (const ReadAnimation& clip : file.animations)
            expected["clip_names"].push_back(clip.name);
        const nlohmann::json indexOfNode = nodesOf(file, read, false);
        for (const Drawn& one : drawn)
            expected["drawn"].push_back({{"node", indexOfNode.at(one.node)},
                                         {"primitive", one.primitive},
                                         {"vertices", one.vertices}});
        return expected;
    }

    TemporaryFolder art;
};

void writeJson(const fs::path& path, const nlohmann::json& json) {
    std::ofstream stream(path);
    stream << json;
    stream.close();
    ASSERT_TRUE(stream) << path;
}

TEST_F(ImporterSamples, AreWritten) {
    ASSERT_FALSE(samplesFolder().empty()) << "RIGKILN_IMPORTER_SAMPLES names no folder";
    fs::remove_all(samplesFolder());
    fs::create_directories(samplesFolder());
    nlohmann::json all = nlohmann::json::array();
    for (const Sample& sample : samples()) {
        for (const char* preset : kPresets) {
            SCOPED_TRACE(sample.name + " " + preset);
            all.push_back(makeSample(sample, preset));
        }
    }
    writeJson(samplesFolder() / "expected.json", all);
}

/// Writes what is wrong about a file, in three ways, for the comparison to find.
TEST_F(ImporterSamples, AreWrittenWithMistakes) {
    const fs::path folder = samplesFolder() / "wrong";
    fs::create_directories(folder);
    const nlohmann::json right = makeSample(samples().front(), "none");
    fs::copy_file(samplesFolder() / right.at("file").get<std::string>(),
                  folder / right.at("file").get<std::string>());
    nlohmann::json moved = right;
    nlohmann::json& vertex = moved["poses"].back()["drawn"].back()[0];
    vertex = vertex.get<double>() + 2 * right.at("tolerance").get<double>();
    nlohmann::json late = right;
    late["poses"][2]["time"] = late["poses"][3]["time"];
    nlohmann::json more = right;
    more["counts"]["clips"] = 3;
    writeJson(folder / "expected.json", {moved, late, more});
}

}  // namespace
}  // namespace rigkiln::test
