#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/files/file_tree.hpp"

namespace rigkiln {

/// Result of recognising a file. Without format and problem, no format recognises its content or its
/// extension; then the description tells an image, and is empty for other files.
struct RecognisedFile {
    const FormatModule* format = nullptr;
    Recognition recognition{};
    /// Set when the extension belongs to `format` but the content does not.
    std::optional<Error> problem{};
    /// Set when the file has no format but is an archive that was not opened as a folder.
    const ContainerModule* archive = nullptr;
    std::size_t sizeBytes = 0;  ///< unwrapped; set by recogniseFile
};

/// End of the description of an image: "DirectDraw surface image".
inline constexpr std::string_view kImageEnding = " image";

/// Returns the name of a model or clip from its file name: "hero" for "hero.alo", and also for
/// "hero.bfres.zs", a packed file that keeps the format's extension before its own.
[[nodiscard]] std::string assetName(std::string_view path, const FormatModule& format);

/// Largest number of bytes that are read to recognise a file.
inline constexpr std::size_t kLongestHead = std::size_t{1} << 20U;

/// Recognises a whole file in memory.
[[nodiscard]] RecognisedFile recogniseWhole(std::span<const FormatModule* const> formats,
                                            const std::string& path, std::span<const std::byte> bytes);

/// Recognises a file by its path and its first bytes: kHeadSize (fewer when the file is shorter), or as many
/// as Recognition::wants. The first format that knows the content wins.
[[nodiscard]] RecognisedFile recognise(std::span<const FormatModule* const> formats, const std::string& path,
                                       std::span<const std::byte> head);

/// Reads the head and recognises it. `images` are asked about files that no format recognises. Fails when the
/// file cannot be read (Environment) or unwrapped.
[[nodiscard]] Result<RecognisedFile> recogniseFile(std::span<const FormatModule* const> formats,
                                                   FileTree& files, const std::string& path,
                                                   std::span<const ImageModule* const> images = {});

}  // namespace rigkiln
