#include "formats/registry.hpp"

#include <array>

#include "formats/alamo/alamo_format.hpp"
#include "formats/bfres/bfres_format.hpp"
#include "formats/containers/containers.hpp"
#include "formats/ctsa/ctsa_format.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/image/image_formats.hpp"
#include "formats/image/png.hpp"
#include "formats/image/prepare_image.hpp"
#include "formats/swat3/swat3_format.hpp"

namespace rigkiln {

std::span<const FormatModule* const> allFormats() {
    static constexpr std::array<const FormatModule*, 7> kFormats = {
        &alamo::kAloFormat, &alamo::kAlaFormat,   &swat3::kGsmFormat,       &swat3::kGsaFormat,
        &ctsa::kCtsaFormat, &bfres::kBfresFormat, &gltf_format::kGltfFormat};
    return kFormats;
}

ImageFormats allImageFormats() {
    return {.readers = image_format::kImageFormats,
            .prepare = image_format::prepareImage,
            .encodePng = image_format::encodePng};
}

std::span<const ContainerModule* const> allContainers() {
    return containers::kContainers;
}

}  // namespace rigkiln
