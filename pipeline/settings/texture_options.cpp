#include "pipeline/settings/texture_options.hpp"

#include <cstdint>

namespace rigkiln {

TextureSettings textureSettings(const OptionValues& values) {
    return {.maximumSide = static_cast<std::uint32_t>(values.integer(kTextureMaximum)),
            .flipGreen = values.flag(kTextureGreen),
            .encoding = values.text(kTextureFormat) == "png" ? ImageEncoding::Png : ImageEncoding::Keep};
}

}  // namespace rigkiln
