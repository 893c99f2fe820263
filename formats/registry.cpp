#include "formats/registry.hpp"

#include <algorithm>
#include <array>

#include "formats/alamo/alamo_format.hpp"
#include "formats/bfres/bfres_format.hpp"
#include "formats/bfres/texture_folder.hpp"
#include "formats/bfres/textures/texture_file.hpp"
#include "formats/containers/containers.hpp"
#include "formats/ctsa/ctsa_format.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/image/image_formats.hpp"
#include "formats/image/png.hpp"
#include "formats/image/prepare_image.hpp"
#include "formats/image/webp.hpp"
#include "formats/swat3/swat3_format.hpp"

namespace rigkiln {

std::span<const FormatModule* const> allFormats() {
    static constexpr std::array<const FormatModule*, 7> kFormats = {
        &alamo::kAloFormat, &alamo::kAlaFormat,   &swat3::kGsmFormat, &swat3::kGsaFormat,
        &ctsa::kCtsaFormat, &bfres::kBfresFormat, &gltf::kGltfFormat};
    return kFormats;
}

ImageFormats allImageFormats() {
    // FTEX goes first because it has a magic. TGA, the last of the others, has none.
    static const auto kReaders = [] {
        std::array<const ImageModule*, images::kImageFormats.size() + 1> all = {&bfres::kFtexFormat};
        std::ranges::copy(images::kImageFormats, all.begin() + 1);
        return all;
    }();
    static constexpr std::array<const ImageFolderModule*, 1> kFolders = {&bfres::kBfresTextures};
    return {.readers = kReaders,
            .folders = kFolders,
            .revision = images::kPreparedImageRevision,
            .prepare = images::prepareImage,
            .encodePng = images::encodePng,
            .encodeWebp = images::encodeWebp};
}

std::span<const ContainerModule* const> allContainers() {
    return containers::kContainers;
}

}  // namespace rigkiln
