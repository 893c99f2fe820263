#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/read_limits.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Features that a format supports. Tests hold each module to its declaration.
enum class Feature : std::uint32_t {
    None = 0,
    Skeleton = 1U << 0U,
    Mesh = 1U << 1U,
    Skin = 1U << 2U,
    Material = 1U << 3U,
    Texture = 1U << 4U,
    Clip = 1U << 5U,
    Visibility = 1U << 6U,
    Light = 1U << 7U,
    Attachment = 1U << 8U,
    ClipEvent = 1U << 9U,
};

constexpr Feature operator|(Feature left, Feature right) {
    return static_cast<Feature>(static_cast<std::uint32_t>(left) | static_cast<std::uint32_t>(right));
}
constexpr bool has(Feature features, Feature one) {
    return (static_cast<std::uint32_t>(features) & static_cast<std::uint32_t>(one)) != 0;
}

/// Role of a file for the scheduler.
enum class AssetKind : std::uint8_t {
    Model,    ///< a hierarchy, usually with meshes
    Clip,     ///< animation that needs a model; without one it becomes a skeleton with a clip
    Ignored,  ///< recognised, but there is nothing to convert; no failure (a particle system)
    Unclear,  ///< a damaged file of a format with models and clips, whose content does not tell which it is
};

/// Result of recognising a file by its first bytes and its extension.
struct Recognition {
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation", "Alamo particle system (version 1)"
    /// Number of first bytes of the file that would allow a better answer; 0 when more bytes would not help.
    std::size_t wants = 0;
};

/// Facts about a file that binding needs before the file is converted. Cheap to find: no tracks, no meshes.
struct Probe {
    std::size_t jointCount = 0;  ///< joints of the skeleton; 0 for clip files without one
    std::optional<std::uint32_t>
        highestJoint;  ///< clips that bind by index: the largest source index they move
    /// Formats that pair by names: joint names of the skeleton, or those that a clip file moves; sorted,
    /// without duplicates.
    std::vector<std::string> jointNames{};
};

/// How a clip format finds the models of its clips.
enum class ClipPairing : std::uint8_t {
    None,
    LongestStem,  ///< the model in the same folder with the longest stem S for which the clip's stem starts
                  ///< with S and an underscore, ignoring case
    LongestStemThenNames,  ///< LongestStem first; else the model that has most of the clip's joint names
    JointCount,  ///< all models of the family with as many joints, below the nearest folder above the clip
                 ///< that has such a model: one folder of clips serves all models of a class
};

/// One file to read. `path` is for messages; all bytes are in memory.
struct ReadRequest {
    std::string path;
    std::string name;  ///< file name without extension; becomes the name of the model or clip
    std::span<const std::byte> bytes;
    const OptionValues& options;
    FileSource& companions;
    /// Optional. Frees `bytes`. Formats call it when they no longer need the bytes and will read companions,
    /// which would otherwise be in memory at the same time.
    std::function<void()> dropBytes{};
    /// Optional. Storage for the tracks of clips (stored_tracks.hpp), for formats with many clips per file.
    std::shared_ptr<Scratch> scratch{};
    /// What decoding costs memory for. Joints, triangles and keys of the scene are for the caller to count.
    ReadLimits limits{};
};

/// Number of bytes that `recognise` gets at first; covers every format's magic.
inline constexpr std::size_t kHeadSize = 64;

/// A source format as one row of a table. Functions are pure and safe to call from many threads. They do not
/// throw for bad input (except std::bad_alloc and bugs): errors are `field path at 0xOFFSET: problem
/// (limit)`, and the caller adds the file.
struct FormatModule {
    std::string_view id{};                           ///< "alo"
    std::string_view title{};                        ///< "Alamo model"
    std::span<const std::string_view> extensions{};  ///< ".alo", lower case
    std::span<const std::string_view> versions{};
    Feature reads = Feature::None;
    Feature writes = Feature::None;  ///< written from a Scene; unrelated to reencode
    std::uint32_t revision = 1;      ///< raise when the same bytes give a different Scene
    ClipPairing pairing = ClipPairing::None;
    /// For formats with models and clips: endings of the names of clips, case-folded ("_animation"). They
    /// tell what a damaged file was.
    std::span<const std::string_view> clipEndings{};
    bool isKnownByName = false;  ///< files have no magic; the extension alone identifies them
    /// Name shared by the formats of one game. Clips only find models of their own family.
    std::string_view family{};
    std::span<const OptionSpec> options{};
    std::span<const IssueKind* const> issues{};

    /// `head` is at least the first kHeadSize bytes, or the whole file when it is shorter; `extension` as in
    /// the file name.
    std::optional<Recognition> (*recognise)(std::span<const std::byte> head,
                                            std::string_view extension) = nullptr;
    /// Number of first bytes that usually suffice for `probe`; 0 when it needs the whole file.
    std::size_t probeBytes = 0;
    /// `file` is the whole file, or only its first `probeBytes`. When the latter fails, the caller must retry
    /// with the whole file.
    Result<Probe> (*probe)(std::span<const std::byte> file, const ReadLimits& limits) = nullptr;
    /// Returns a Scene in the source's axes and units; convertCoordinates makes it canonical.
    Result<Scene> (*read)(const ReadRequest& request, Diagnostics& diagnostics) = nullptr;
    /// Completes clips with facts that only a model of their family knows. Called before the clips are bound
    /// to it, both still in their source's space. Null when clips need nothing.
    void (*adaptClips)(const Scene& model, Scene& clips, Diagnostics& diagnostics) = nullptr;
    /// Decodes to the file model and encodes it again. Gives equal bytes for every well-formed file.
    Result<std::vector<std::byte>> (*reencode)(std::span<const std::byte> file) = nullptr;
    /// Returns the file model as text: a line per field, each with its offset in the file.
    Result<std::string> (*dump)(std::span<const std::byte> file) = nullptr;
};

}  // namespace rigkiln
