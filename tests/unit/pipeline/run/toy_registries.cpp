#include "tests/unit/pipeline/run/toy_registries.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/containers/containers.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln::test {
namespace {

constexpr std::string_view kToyImage = "toy image ";

bool recogniseToyImage(std::span<const std::byte> file, std::string_view /*extension*/) {
    return !file.empty() && file.front() == static_cast<std::byte>(kToyImage.front());
}
Result<ImageSize> measureToyImage(std::span<const std::byte> /*file*/) {
    return ImageSize{1, 1};
}
Result<Image> readToyImage(std::span<const std::byte> file, Diagnostics& /*diagnostics*/) {
    return Image{.width = 1, .height = 1, .pixels = {1, 2, 3, static_cast<std::uint8_t>(file.size())}};
}
PreparedImage prepareToyImage(Image image, const ImageRecipe& /*recipe*/) {
    return {.image = std::move(image), .isChanged = true};
}
std::vector<std::byte> encodeToyImage(Image image) {
    return std::vector<std::byte>(10, static_cast<std::byte>(image.pixels[3]));
}

constexpr ImageModule kToyImages{.id = "toy",
                                 .title = "Toy",
                                 .recognise = recogniseToyImage,
                                 .measure = measureToyImage,
                                 .read = readToyImage};
constexpr std::array kToyReaders = {&kToyImages};

}  // namespace

Registries toyRegistries() {
    return {scripted::kFormats,
            scripted::kExporters,
            {.readers = kToyReaders, .prepare = prepareToyImage, .encodePng = encodeToyImage},
            containers::kContainers};
}

}  // namespace rigkiln::test
