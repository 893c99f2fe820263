#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln::gltf_validation {

/// Returns the MIME type of an image by its first bytes: PNG, JPEG, WebP or KTX2; empty for anything else.
[[nodiscard]] std::string_view imageType(std::span<const std::byte> bytes);

/// Facts from the header of an image.
struct ImageInfo {
    enum class State : std::uint8_t { Read, Unknown, Cut, Damaged };

    State state = State::Unknown;
    std::string problem{};  ///< of a damaged image
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool hasUnusualFeatures = false;  ///< colour space of its own, pixels that are not square, animation
};

/// Reads the header of a PNG, JPEG or WebP. Pixels are not looked at.
[[nodiscard]] ImageInfo readImageInfo(std::span<const std::byte> bytes);

}  // namespace rigkiln::gltf_validation
