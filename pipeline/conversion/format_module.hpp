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
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// What a format can carry. A promise: tests hold each module to it.
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

/// What the scheduler does with a file.
enum class AssetKind : std::uint8_t {
    Model,    ///< a hierarchy, usually with meshes
    Clip,     ///< animation that wants a model, and can stand alone as a skeleton with a clip
    Ignored,  ///< known for what it is, nothing to convert, and no failure: a particle system, an empty file
};

/// What a file is, from its first bytes and its extension.
struct Recognition {
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation", "Alamo particle system (version 1)"
    /// With this many bytes of the file there would be more to say; 0: with no more.
    std::size_t wants = 0;
};

/// What binding needs to know of a file before it is converted: cheap to find, no tracks, no meshes.
struct Probe {
    std::size_t jointCount = 0;  ///< in the skeleton; clips that have none in their file: 0
    std::optional<std::uint32_t>
        highestJoint;  ///< clips that bind by index: the largest source index they move
    /// Formats that pair by names: of the skeleton, and what a clip file moves; sorted, each once.
    std::vector<std::string> jointNames{};
};

/// How files of a clip format find their models.
enum class ClipPairing : std::uint8_t {
    None,
    LongestStem,  ///< the model in the same folder with the longest stem S such that the clip's stem starts
                  ///< with S and an underscore; no case
    LongestStemThenNames,  ///< as LongestStem, else the model that has most of the clip's joints by name
    JointCount,  ///< every model of the family that has as many joints, below the nearest folder above the
                 ///< clip that has such a model: a folder of clips serves all models of a class
};

/// One file to read. `path` is for messages; all bytes are in memory.
struct ReadRequest {
    std::string path;
    std::string name;  ///< file name without extension: what models and clips are called
    std::span<const std::byte> bytes;
    const OptionValues& options;
    FileSource& companions;
    /// Where it is there: frees `bytes`. For formats that need nothing of them any more and go on to ask for
    /// companions, whose bytes would otherwise lie beside them.
    std::function<void()> dropBytes{};
    /// Where it is there: clips may be stored (stored_tracks.hpp). For formats with many clips in a file.
    std::shared_ptr<Scratch> scratch{};
};

/// Bytes needed by `recognise`: enough for every format's magic.
inline constexpr std::size_t kHeadSize = 64;

/// A source format as one row of a table. Functions are pure and safe to call from many threads; none of them
/// throws for bad input (std::bad_alloc and bugs apart): errors are `FILE: field path at 0xOFFSET: problem
/// (limit)` without the file, which the caller knows.
struct FormatModule {
    std::string_view id{};                           ///< "alo"
    std::string_view title{};                        ///< "Alamo model"
    std::span<const std::string_view> extensions{};  ///< ".alo", lower case
    std::span<const std::string_view> versions{};
    Feature reads = Feature::None;
    Feature writes = Feature::None;  ///< from a Scene; not the same as reencode
    std::uint32_t revision = 1;      ///< raise when the same bytes give a different Scene
    ClipPairing pairing = ClipPairing::None;
    bool isKnownByName = false;  ///< its files have no magic: the extension alone says what they are
    /// Formats of one game. Clips find models of their own family only.
    std::string_view family{};
    std::span<const OptionSpec> options{};
    std::span<const IssueKind* const> issues{};

    /// `head` is the first kHeadSize bytes or the whole file when it is shorter; `extension` as in the file
    /// name.
    std::optional<Recognition> (*recognise)(std::span<const std::byte> head,
                                            std::string_view extension) = nullptr;
    /// How much of the beginning of a file is mostly enough for `probe`; 0: it takes all of it.
    std::size_t probeBytes = 0;
    /// `file` is the whole file or, first, only `probeBytes` of it: whoever gets an error for those asks
    /// again with all.
    Result<Probe> (*probe)(std::span<const std::byte> file) = nullptr;
    /// In the source's own axes and units; canonical only after convertCoordinates.
    Result<Scene> (*read)(const ReadRequest& request, Diagnostics& diagnostics) = nullptr;
    /// What a clip file left open and a model of its family settles, before the one is bound to the other;
    /// both still in their source's space. May be null: nothing is open.
    void (*adaptClips)(const Scene& model, Scene& clips, Diagnostics& diagnostics) = nullptr;
    /// Decodes to the file model and encodes it again: equal bytes for every well-formed file.
    Result<std::vector<std::byte>> (*reencode)(std::span<const std::byte> file) = nullptr;
    /// The file model as text, a line per field, each with its offset in the file.
    Result<std::string> (*dump)(std::span<const std::byte> file) = nullptr;
};

}  // namespace rigkiln
