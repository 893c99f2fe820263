#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A file as a row of pieces that are written one after the other, so that large binary parts are never
/// copied together.
struct OutputFile {
    std::string name;  ///< file name without folder
    std::vector<SharedBytes> pieces;
    /// It lies in the folder that all outputs of the run share, not beside the main file. Laws: its name
    /// holds the hash of its content (sideFileName), so that equal names are equal files whoever writes them.
    bool isShared = false;

    [[nodiscard]] std::size_t sizeBytes() const {
        std::size_t size = 0;
        for (const auto& piece : pieces)
            size += piece.size();
        return size;
    }
};

/// Files of one asset in the order they must appear on disk: what others refer to comes first, the main file
/// last.
using OutputSet = std::vector<OutputFile>;

/// Stands in a file name for the name of a clip.
inline constexpr std::string_view kClipPlaceholder = "{clip}";

/// The bytes of the files that options name, by option.
using OptionFiles = std::map<std::string, std::vector<std::byte>, std::less<>>;

/// What an exporter measured.
struct WriteFigures {
    /// How far a vertex at rest is from where the scene has it at most, in metres; none: positions are not
    /// rounded.
    std::optional<double> positionError{};
};

struct WriteRequest {
    std::string
        fileName;  ///< of the main file, without folder: "hero.glb"; with kClipPlaceholder where `isPerClip`
    const OptionValues& options;
    const OptionFiles* files = nullptr;  ///< of the options of type File that are given; null: none
    /// The way from the folder of the main file to that of shared files: names separated by '/', ".." only in
    /// front.
    std::string sharedFolder{kSharedFolder};
    WriteFigures* figures = nullptr;  ///< filled in; null: nobody asks
    /// Frees the tracks of a clip of the scene, called when they are not looked at again: output and scene
    /// are then not both in memory. Empty: the scene is used again.
    std::function<void(std::size_t clip)> dropClip{};
    Scratch* scratch = nullptr;  ///< for pieces of the output; null: they stay in memory
};

/// A target as one row of a table. `write` is pure and safe to call from many threads. It fails rather than
/// hand out a file that breaks the target's rules. Precondition: the scene is canonical and passed
/// validateScene.
struct ExporterModule {
    std::string_view id{};  ///< "gltf"
    std::string_view title{};
    std::span<const std::string_view> extensions{};  ///< of main files: ".glb", ".gltf"
    Feature carries = Feature::None;
    bool isPerClip = false;         ///< a file for each clip of a scene
    bool takesStoredClips = false;  ///< `write` gets clips whose tracks are stored, or else none
    std::uint32_t revision = 1;     ///< raise when the same Scene gives different bytes
    std::span<const OptionSpec> options{};
    std::span<const IssueKind* const> issues{};
    /// The one of `extensions` that these options ask for; empty when any will do. May be null: any always
    /// does.
    std::string_view (*extension)(const OptionValues& options) = nullptr;
    /// Whether files of these options hold keys in fewer bytes that are rounded as packed files can hold them
    /// (packKeys). May be null: never.
    bool (*packsKeys)(const OptionValues& options) = nullptr;
    Result<OutputSet> (*write)(const Scene& scene, const WriteRequest& request,
                               Diagnostics& diagnostics) = nullptr;

    [[nodiscard]] std::string_view extensionFor(const OptionValues& values) const {
        return extension == nullptr ? std::string_view() : extension(values);
    }
};

}  // namespace rigkiln
