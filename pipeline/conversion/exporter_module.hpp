#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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
#include "pipeline/conversion/library_print.hpp"
#include "pipeline/conversion/name_table.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/option_preset.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

class FileDescriptor;

/// A file as a sequence of pieces that are written one after another, so that large binary parts need not be
/// concatenated in memory.
struct OutputFile {
    std::string name;  ///< file name without folder
    std::vector<SharedBytes> pieces;
    /// True for a file in the folder that all outputs of the run share, instead of beside the main file. Law:
    /// its name contains the hash of its content (sideFileName), so that files with equal names are equal.
    bool isShared = false;
    /// True for a file that another program rewrites as its own: it is written only where nothing has its
    /// name, and from then on nobody compares, changes or removes it unless it still is as it was written.
    /// Law: such a file is neither shared nor the main file.
    bool onlyIfAbsent = false;
    /// Optional. An open file with these bytes on the disk of the outputs, which may share blocks with it.
    std::shared_ptr<const FileDescriptor> twin{};

    [[nodiscard]] std::size_t sizeBytes() const {
        std::size_t size = 0;
        for (const auto& piece : pieces)
            size += piece.size();
        return size;
    }
};

/// Files of one asset in the order in which they must appear on disk: files come before those that refer to
/// them, the main file is last.
using OutputSet = std::vector<OutputFile>;

/// Placeholder for the name of a clip in a file name.
inline constexpr std::string_view kClipPlaceholder = "{clip}";
/// Placeholder for the name of the main file, without its extension, in a pattern of names of further files.
inline constexpr std::string_view kMainPlaceholder = "{main}";
/// Pattern of the files of clips beside a main file where the path of the output has none.
inline constexpr std::string_view kClipBesideMain = "{main}@{clip}";

/// Content of a file that an option names.
struct OptionFile {
    std::vector<std::byte> bytes{};
    NameTable names{};  ///< read from the bytes for an option with `isNameTable`, else empty
};

/// Contents of the files that options name, by option.
using OptionFiles = std::map<std::string, OptionFile, std::less<>>;

/// Measurements of an exporter.
struct WriteFigures {
    /// Largest distance of a vertex in the rest pose from its position in the scene, in metres; empty when
    /// positions are not rounded.
    std::optional<double> positionError{};
};

/// A library of clips that is beside another model of the same run.
struct SharedLibrary {
    std::string file{};   ///< path relative to the folder of the main file, separated by '/'
    std::string owner{};  ///< name of the model beside which it is
    /// Skeleton and clips of that library, or the error that kept them from being read.
    Result<std::shared_ptr<const LibraryPrint>> print = Error{};
};

struct WriteRequest {
    std::string fileName;  ///< without folder: "hero.glb"; contains kClipPlaceholder if `isPerClip`
    const OptionValues& options;
    /// Names of the files of clips beside the main file, without folder and extension: contains
    /// kClipPlaceholder once, and may contain kMainPlaceholder.
    std::string clipFiles{kClipBesideMain};
    const OptionFiles* files = nullptr;  ///< contents of the options of type File that are set; null: none
    /// Relative path from the folder of the main file to the folder of shared files: names separated by '/',
    /// ".." only in front.
    std::string sharedFolder{kSharedFolder};
    WriteFigures* figures = nullptr;  ///< output parameter; null: not needed
    /// Frees the tracks of a clip of the scene. `write` calls it when it no longer reads them, so that scene
    /// and output are not both in memory. Empty when the scene is used again.
    std::function<void(std::size_t clip)> dropClip{};
    Scratch* scratch = nullptr;  ///< storage for pieces of the output; null: keep them in memory
    /// The library that the model may share; null: it has its own, if the options ask for one.
    const SharedLibrary* library = nullptr;
};

/// A target format as one row of a table. `write` is pure and safe to call from many threads. It fails
/// instead of returning a file that violates the target's rules. Precondition: the scene is canonical and
/// passed validateScene.
struct ExporterModule {
    std::string_view id{};  ///< "gltf"
    std::string_view title{};
    std::span<const std::string_view> extensions{};  ///< of main files: ".glb", ".gltf"
    Feature carries = Feature::None;
    bool isPerClip = false;  ///< writes one file per clip of a scene
    /// Option with which files of clips are beside the main file; none when there are never such files.
    OptionNeed clipsBesideMain{};
    /// Option with which models share libraries of clips, of which each names its file by libraryFileName;
    /// none when they never do.
    OptionNeed sharesClips{};
    /// Returns what the library of the scene would say, without writing it; also the request's `library` is
    /// not used. Null when `sharesClips` is none.
    Result<LibraryPrint> (*printLibrary)(const Scene& scene, const WriteRequest& request) = nullptr;
    std::uint32_t revision = 1;  ///< raise when the same Scene gives different bytes
    std::span<const OptionSpec> options{};
    /// Rows for the option kPresetOption, which is then among `options`.
    std::span<const OptionPreset> presets{};
    std::span<const IssueKind* const> issues{};
    /// Returns the element of `extensions` that these options require; empty when any will do. Null when any
    /// always does.
    std::string_view (*extension)(const OptionValues& options) = nullptr;
    /// Returns true when files with these options store rounded keys in packed streams (packKeys). Null when
    /// they never do.
    bool (*packsKeys)(const OptionValues& options) = nullptr;
    Result<OutputSet> (*write)(const Scene& scene, const WriteRequest& request,
                               Diagnostics& diagnostics) = nullptr;
    /// The options that can also change a finished file of the target, beside everything else in it.
    std::span<const std::string_view> fileOptions{};
    /// Changes a file of the target as `fileOptions` say. Gives the same bytes when they have their defaults.
    /// Null when there are none.
    Result<std::vector<std::byte>> (*changeFile)(std::span<const std::byte> file, const OptionValues& options,
                                                 Diagnostics& diagnostics) = nullptr;

    [[nodiscard]] std::string_view extensionFor(const OptionValues& values) const {
        return extension == nullptr ? std::string_view() : extension(values);
    }

    /// Whether these options give files of clips beside the main file.
    [[nodiscard]] bool writesClipsBeside(const OptionValues& values) const {
        return !clipsBesideMain.option.empty() && hasEffect({.needs = clipsBesideMain}, values, options);
    }

    /// Whether models may share a library with these options.
    [[nodiscard]] bool sharesLibraries(const OptionValues& values) const {
        return !sharesClips.option.empty() && hasEffect({.needs = sharesClips}, values, options);
    }
};

}  // namespace rigkiln
