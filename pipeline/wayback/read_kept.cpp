#include "pipeline/wayback/read_kept.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/process/convert_coordinates.hpp"

namespace rigkiln {
namespace {

class EveryImage final : public FileSource {
public:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override {
        return Found{.path = std::string(name), .bytes = std::vector{std::byte{0x89}}};
    }
};

}  // namespace

std::optional<Scene> readKept(const SourceCopy& source, const KeptReading& reading) {
    EveryImage images;
    Diagnostics told;  // when it was read first
    Result<Scene> read = reading.format.read({.path = {},
                                              .name = reading.name,
                                              .bytes = source.bytes,
                                              .options = reading.options,
                                              .companions = images},
                                             told);
    if (!read) return std::nullopt;
    convertCoordinates(*read, reading.metresPerUnit);
    return std::move(*read);
}

}  // namespace rigkiln
