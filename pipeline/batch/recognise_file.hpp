#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/file_tree.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

/// What a file is. Neither format nor problem: no format knows it, by its content or by its extension.
struct RecognisedFile {
    const FormatModule* format = nullptr;
    Recognition recognition{};
    /// Set when the extension is a format's but the content is not; `format` is then the one of the
    /// extension.
    std::optional<Error> problem{};
    /// Of no format, but an archive: closed, or it would be a folder.
    const ContainerModule* archive = nullptr;
    std::size_t sizeBytes = 0;  ///< unwrapped; set by recogniseFile
};

/// "hero" and ".ALO" of "/art/hero.ALO". A name that begins with its only dot has no extension.
struct NameParts {
    std::string_view name;
    std::string_view extension;
};
[[nodiscard]] NameParts splitName(std::string_view path);

/// What a model or clip is called by its file: "hero" for "hero.alo", and for "hero.bfres.zs", whose name
/// keeps the format's extension below that of what packs it.
[[nodiscard]] std::string assetName(std::string_view path, const FormatModule& format);

/// How much of a file may be read to say what it is.
inline constexpr std::size_t kLongestHead = std::size_t{1} << 20U;

/// The same from a whole file that is in memory.
[[nodiscard]] RecognisedFile recogniseWhole(std::span<const FormatModule* const> formats,
                                            const std::string& path, std::span<const std::byte> bytes);

/// From the first kHeadSize bytes (fewer when the file is shorter), or as many as were wanted, and the path.
/// The first format that knows the content wins.
[[nodiscard]] RecognisedFile recognise(std::span<const FormatModule* const> formats, const std::string& path,
                                       std::span<const std::byte> head);

/// Reads the head and recognises it. Fails when the file cannot be read (Environment) or unwrapped.
[[nodiscard]] Result<RecognisedFile> recogniseFile(std::span<const FormatModule* const> formats,
                                                   FileTree& files, const std::string& path);

}  // namespace rigkiln
