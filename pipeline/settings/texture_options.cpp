#include "pipeline/settings/texture_options.hpp"

#include <cstdint>

namespace rigkiln {

namespace {

ImageEncoding encodingOf(std::string_view format) {
    if (format == "png") return ImageEncoding::Png;
    return format == "webp" ? ImageEncoding::Webp : ImageEncoding::Keep;
}

}  // namespace

TextureSettings textureSettings(const OptionValues& values) {
    const bool hasQuality = values.all().contains(kTextureQuality);
    return {.maximumSide = static_cast<std::uint32_t>(values.integer(kTextureMaximum)),
            .powersOfTwo = values.flag(kTexturePowers),
            .flipGreen = values.flag(kTextureGreen),
            .encoding = encodingOf(values.text(kTextureFormat)),
            .quality = hasQuality ? static_cast<std::uint32_t>(values.integer(kTextureQuality)) : 0};
}

}  // namespace rigkiln
