#include "formats/bfres/bfres_format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/animation/adapt_clips.hpp"
#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/bfres_options.hpp"
#include "formats/bfres/bfres_to_scene.hpp"
#include "formats/bfres/file/bfres_dump.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/file/peek.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::string_view kExtension = ".bfres";
constexpr std::string_view kPackedExtension = ".sbfres";

// While the contents are not known, the file counts as a model.
//
// A file with a skeleton and animations but no shapes counts as a clip of another file's model: games keep a
// model's animations in a separate file, whose skeleton may lack bones.
Recognition recogniseVersion(std::span<const std::byte> head, const Layout& layout) {
    const Peek found = peek(head, layout);
    const std::string version =
        fmt::format("BFRES {} of the {}", layout.versionText(), layout.isSwitch() ? "Switch" : "Wii U");
    if (found.wants > 0 || found.hasShapes || (found.modelCount > 0 && found.animationCount == 0))
        return {.kind = AssetKind::Model, .description = version, .wants = found.wants};
    if (found.animationCount > 0)
        return {.kind = AssetKind::Clip, .description = version + ", animations", .wants = found.wants};
    return {.kind = AssetKind::Ignored,
            .description =
                version + (found.textureCount > 0 ? ", textures alone" : ", neither models nor animations"),
            .wants = found.wants};
}

std::optional<Recognition> recognise(std::span<const std::byte> head, std::string_view /*extension*/) {
    if (!isBfres(head)) return std::nullopt;
    const Result<Layout> layout = guarded<Layout>([&] { return readLayout(head); });
    if (!layout) return Recognition{.kind = AssetKind::Model, .description = "BFRES of an unknown version"};
    return recogniseVersion(head, *layout);
}

Result<Probe> probe(std::span<const std::byte> bytes, const ReadLimits& /*limits*/) {
    return guarded<Probe>([&] {
        FieldPath path;
        BfresReader file(bytes, path, readLayout(bytes));
        Probe probe;
        const Contents contents = readContents(file);
        for (const SectionPlace& model : contents.of(Group::Models)) {
            for (std::string& name : readModelBoneNames(file, model.place))
                probe.jointNames.push_back(std::move(name));
        }
        probe.jointCount = probe.jointNames.size();
        // An animation file may move more bones than its own skeleton has.
        const bool isModel = recogniseVersion(bytes, file.layout()).kind == AssetKind::Model;
        for (const SectionPlace& animation : contents.of(Group::SkeletalAnimations)) {
            if (isModel) break;
            for (std::string& name : readAnimatedBoneNames(file, animation.place))
                probe.jointNames.push_back(std::move(name));
        }
        std::ranges::sort(probe.jointNames);
        probe.jointNames.erase(std::unique(probe.jointNames.begin(), probe.jointNames.end()),
                               probe.jointNames.end());
        return probe;
    });
}

bool hasShapes(const BfresFile& file) {
    return std::ranges::any_of(file.models, [](const Model& model) { return !model.shapes.empty(); });
}

Result<Scene> read(const ReadRequest& request, Diagnostics& diagnostics) {
    return guarded<Scene>([&] {
        BfresFile file = decodeBfresForScene(request.bytes);
        SkeletalAnimations animations(request.bytes);
        // Without shapes no images are needed, so the bytes may stay until the animations are decoded.
        if (!hasShapes(file)) return bfresToScene(std::move(file), request, diagnostics, &animations);
        while (animations.left() > 0)
            file.skeletalAnimations.push_back(animations.next());
        // Textures come from the same file, opened again as a folder of images. Drops its bytes first.
        if (request.dropBytes) request.dropBytes();
        return bfresToScene(std::move(file), request, diagnostics);
    });
}

Result<std::string> dump(std::span<const std::byte> bytes) {
    return guarded<std::string>([&] { return dumpBfres(bytes); });
}

constexpr std::array kExtensions = {kExtension, kPackedExtension};
constexpr std::array<std::string_view, 1> kClipEndings = {"_animation"};
constexpr std::array<std::string_view, 2> kVersions = {"Wii U 3.x to 4.5", "Switch 0.5 to 0.10"};

}  // namespace

constinit const FormatModule kBfresFormat{
    .id = "bfres",
    .title = "BFRES model and animation",
    .extensions = kExtensions,
    .versions = kVersions,
    .reads = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
             Feature::Clip | Feature::Visibility,
    .revision = 2,
    .pairing = ClipPairing::LongestStemThenNames,
    .clipEndings = kClipEndings,
    .family = "bfres",
    .options = kBfresOptions,
    .issues = kBfresIssues,
    .recognise = recognise,
    .probe = probe,
    .read = read,
    .adaptClips = adaptClipsToModel,
    .dump = dump,
};

}  // namespace rigkiln::bfres
