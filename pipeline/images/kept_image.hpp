#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/images/usable_image.hpp"

namespace rigkiln {

/// Returns true when it is a usable image and all of its issues are known. Of many issues of one kind only
/// the first are stored.
[[nodiscard]] bool canBeKept(const UsableImage& image);

/// Returns the issues that images of these formats may have.
[[nodiscard]] std::vector<const IssueKind*> issuesOf(const ImageFormats& formats);

/// Encodes an image as a file: a line of JSON with `key` and everything except the bytes, then the bytes,
/// then a checksum (XXH3, 128 bits) of both. Leaves out bytes that are the source's. Returns pieces, to avoid
/// copying the image.
[[nodiscard]] std::vector<SharedBytes> encodeKeptImage(std::string_view key, const UsableImage& image);

/// Decodes a kept image. Returns nothing when the file is incomplete, has another key or version, or has an
/// issue that is not among `issues`; the image then has to be made again. If the image is its source, the
/// bytes are empty and the caller fills them in.
[[nodiscard]] std::optional<UsableImage> decodeKeptImage(std::string_view key,
                                                         std::span<const std::byte> file,
                                                         std::span<const IssueKind* const> issues);

}  // namespace rigkiln
