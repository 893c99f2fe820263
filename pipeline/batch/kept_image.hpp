#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/batch/usable_image.hpp"

namespace rigkiln {

/// Whether it is an image, and nothing of it would be lost: of many issues of one kind only the first are
/// known.
[[nodiscard]] bool canBeKept(const UsableImage& image);

/// As a file: a line of JSON with `key` and everything that is not bytes, the bytes, and a checksum (XXH3,
/// 128 bits) of both. Bytes that are those of the source are not kept once more. In pieces: the image is not
/// copied.
[[nodiscard]] std::vector<SharedBytes> encodeKeptImage(std::string_view key, const UsableImage& image);

/// Nothing for what is not whole, of another key or version, or has an issue that is not among `issues`: then
/// it is made anew. Where the image is its source, there are no bytes: whoever asks has them.
[[nodiscard]] std::optional<UsableImage> decodeKeptImage(std::string_view key,
                                                         std::span<const std::byte> file,
                                                         std::span<const IssueKind* const> issues);

}  // namespace rigkiln
