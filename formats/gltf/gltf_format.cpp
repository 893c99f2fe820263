#include "formats/gltf/gltf_format.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "formats/gltf/glb.hpp"
#include "formats/gltf/gltf_dump.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kGlbExtension = ".glb";
constexpr std::string_view kGltfExtension = ".gltf";

/// Like guarded(), for work that also throws GltfError.
template <class Value, class Work>
Result<Value> guardedJson(const Work& work) {
    try {
        return guarded<Value>(work);
    } catch (const GltfError& error) {
        return error.toError();
    }
}

/// JSON has no magic, so recognising a .gltf also needs its extension.
bool beginsAnObject(std::span<const std::byte> head) {
    const auto isSpace = [](std::byte byte) {
        const auto character = std::to_integer<char>(byte);
        return character == ' ' || character == '\t' || character == '\r' || character == '\n';
    };
    const auto first = std::ranges::find_if_not(head, isSpace);
    return first != head.end() && *first == std::byte{'{'};
}

std::optional<Recognition> recognise(std::span<const std::byte> head, std::string_view extension) {
    if (isGlb(head)) return Recognition{.kind = AssetKind::Model, .description = "glTF model (binary)"};
    if (equalIgnoringCase(extension, kGltfExtension) && beginsAnObject(head))
        return Recognition{.kind = AssetKind::Model, .description = "glTF model"};
    return std::nullopt;
}

Result<Probe> probe(std::span<const std::byte> file, const ReadLimits& limits) {
    return guardedJson<Probe>(
        [&] { return Probe{.jointCount = countJoints(file, limits), .highestJoint = {}}; });
}

Result<Scene> read(const ReadRequest& request, Diagnostics& diagnostics) {
    return guardedJson<Scene>([&] { return readGltf(request, diagnostics); });
}

Result<std::string> dump(std::span<const std::byte> file) {
    return guardedJson<std::string>([&] { return dumpGltf(file); });
}

constexpr std::array kExtensions = {kGlbExtension, kGltfExtension};
constexpr std::array<std::string_view, 1> kVersions = {"2.0"};

}  // namespace

Result<PlacedScene> readPlaced(const ReadRequest& request, Diagnostics& diagnostics,
                               const PlacedOptions& options) {
    return guardedJson<PlacedScene>([&] { return readPlacedGltf(request, diagnostics, options); });
}

constinit const FormatModule kGltfFormat{
    .id = "gltf",
    .title = "glTF 2.0",
    .extensions = kExtensions,
    .versions = kVersions,
    .reads = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
             Feature::Clip | Feature::Visibility | Feature::Light | Feature::Attachment | Feature::ClipEvent,
    .revision = 4,
    .family = "gltf",
    .issues = kIssues,
    .recognise = recognise,
    .probe = probe,
    .read = read,
    .dump = dump,
};

}  // namespace rigkiln::gltf
