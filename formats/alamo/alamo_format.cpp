#include "formats/alamo/alamo_format.hpp"

#include <array>
#include <string>
#include <utility>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/ala_to_scene.hpp"
#include "formats/alamo/alamo_dump.hpp"
#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/alo_to_scene.hpp"
#include "formats/alamo/chunk_ids.hpp"
#include "formats/alamo/chunk_reader.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::alamo {

namespace {

constexpr std::string_view kAloExtension = ".alo";
constexpr std::string_view kAlaExtension = ".ala";

// Returns the id of the first chunk. Returns nothing when the id is cut off or the chunk is not a container.
// The format has no magic number, so the container flag serves as one. A file that ends inside the size word
// is accepted: it is treated as a truncated file of this format.
std::optional<std::uint32_t> firstContainerId(std::span<const std::byte> head) {
    FieldPath path;
    ByteReader reader(head, path);
    if (reader.left() < sizeof(std::uint32_t)) return std::nullopt;
    const auto id = reader.read<std::uint32_t>("id");
    if (reader.left() < sizeof(std::uint32_t)) return id;
    const bool isContainer = (reader.read<std::uint32_t>("size") & kContainerFlag) != 0;
    return isContainer ? std::optional(id) : std::nullopt;
}

/// Returns the result of `work` on the file, unless it has more chunks than are read.
template <class Value, class Work>
Result<Value> withinLimits(std::span<const std::byte> file, const ReadLimits& limits, const Work& work) {
    if (const Status counted = checkChunkCount(file, limits.chunks); !counted) return counted.error();
    return guarded<Value>(work);
}

Recognition ignored(std::string description) {
    return {.kind = AssetKind::Ignored, .description = std::move(description)};
}

std::optional<Recognition> recogniseAlo(std::span<const std::byte> head, std::string_view /*extension*/) {
    const auto id = firstContainerId(head);
    if (id == id::kSkeleton) return Recognition{.kind = AssetKind::Model, .description = "Alamo model"};
    if (id == id::kParticleSystem1) return ignored("Alamo particle system (version 1)");
    if (id == id::kParticleSystem2) return ignored("Alamo particle system (version 2)");
    return std::nullopt;
}

std::optional<Recognition> recogniseAla(std::span<const std::byte> head, std::string_view /*extension*/) {
    if (firstContainerId(head) != id::kAnimation) return std::nullopt;
    return Recognition{.kind = AssetKind::Clip, .description = "Alamo animation"};
}

Result<Probe> probeAlo(std::span<const std::byte> file, const ReadLimits& limits) {
    return withinLimits<Probe>(
        file, limits, [&] { return Probe{.jointCount = probeAloBoneCount(file), .highestJoint = {}}; });
}

Result<Probe> probeAla(std::span<const std::byte> file, const ReadLimits& limits) {
    return withinLimits<Probe>(
        file, limits, [&] { return Probe{.jointCount = 0, .highestJoint = probeAlaHighestBone(file)}; });
}

Result<Scene> readAlo(const ReadRequest& request, Diagnostics& diagnostics) {
    return withinLimits<Scene>(request.bytes, request.limits,
                               [&] { return aloToScene(decodeAlo(request.bytes), request, diagnostics); });
}

Result<Scene> readAla(const ReadRequest& request, Diagnostics& diagnostics) {
    return withinLimits<Scene>(request.bytes, request.limits,
                               [&] { return alaToScene(decodeAla(request.bytes), request, diagnostics); });
}

Result<std::vector<std::byte>> reencodeAlo(std::span<const std::byte> file) {
    return withinLimits<std::vector<std::byte>>(file, {}, [&] { return encodeAlo(decodeAlo(file)); });
}

Result<std::vector<std::byte>> reencodeAla(std::span<const std::byte> file) {
    return withinLimits<std::vector<std::byte>>(file, {}, [&] { return encodeAla(decodeAla(file)); });
}

Result<std::string> dump(std::span<const std::byte> file) {
    return withinLimits<std::string>(file, {}, [&] { return dumpChunks(file); });
}

/// The skeleton comes first, with about 150 bytes per bone; the meshes behind it are a hundred times larger.
constexpr std::size_t kAloProbeBytes = std::size_t{32} << 10U;

constexpr std::string_view kFamily = "alamo";
constexpr std::array kAloExtensions = {kAloExtension};
constexpr std::array kAlaExtensions = {kAlaExtension};
constexpr std::array<std::string_view, 1> kAloVersions = {"1"};
constexpr std::array<std::string_view, 2> kAlaVersions = {"1", "2"};

}  // namespace

constinit const FormatModule kAloFormat{
    .id = "alo",
    .title = "Alamo model",
    .extensions = kAloExtensions,
    .versions = kAloVersions,
    .reads = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
             Feature::Visibility | Feature::Light | Feature::Attachment,
    .revision = 2,
    .family = kFamily,
    .options = kAloOptions,
    .issues = kAloIssues,
    .recognise = recogniseAlo,
    .probeBytes = kAloProbeBytes,
    .probe = probeAlo,
    .read = readAlo,
    .reencode = reencodeAlo,
    .dump = dump,
};

constinit const FormatModule kAlaFormat{
    .id = "ala",
    .title = "Alamo animation",
    .extensions = kAlaExtensions,
    .versions = kAlaVersions,
    .reads = Feature::Skeleton | Feature::Clip | Feature::Visibility,
    .revision = 1,
    .pairing = ClipPairing::LongestStem,
    .family = kFamily,
    .options = kAlaOptions,
    .issues = kAlaIssues,
    .recognise = recogniseAla,
    .probe = probeAla,
    .read = readAla,
    .reencode = reencodeAla,
    .dump = dump,
};

}  // namespace rigkiln::alamo
