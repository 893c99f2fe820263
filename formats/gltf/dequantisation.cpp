#include "formats/gltf/dequantisation.hpp"

#include <cmath>
#include <cstddef>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"

namespace rigkiln::gltf {
namespace {

void requireFloat(float number, const std::string& where) {
    if (!std::isfinite(number)) fail("{}: with the recorded dequantisation a number is {}", where, number);
}

}  // namespace

std::optional<Dequantisation> recordedDequantisation(const Value* object, std::string_view key) {
    const Value* text = member(member(object, "extras"), key);
    if (text == nullptr) return std::nullopt;
    Diagnostics ignored;  // reported when the object is read
    const std::optional<Properties> record = readRecord(*text, {}, ignored);
    const Value* said = record ? record->find("dequantisation") : nullptr;
    const ValueList* offset = asList(member(said, "offset"));
    const auto scale = asNumber(member(said, "scale"));
    if (offset == nullptr || offset->size() != 3 || !scale) return std::nullopt;
    Dequantisation found{.offset = {}, .scale = static_cast<float>(*scale)};
    for (std::size_t c = 0; c < 3; ++c) {
        const auto number = asNumber(&(*offset)[c]);
        if (!number || !std::isfinite(static_cast<float>(*number))) return std::nullopt;
        found.offset[static_cast<int>(c)] = static_cast<float>(*number);
    }
    const bool isScale = std::isnormal(found.scale) && found.scale > 0;
    return isScale ? std::optional(found) : std::nullopt;
}

void dequantise(std::span<glm::vec3> positions, const Dequantisation& dequantisation,
                const std::string& where) {
    for (glm::vec3& position : positions) {
        position = dequantisation.offset + dequantisation.scale * position;
        for (int c = 0; c < 3; ++c)
            requireFloat(position[c], where);
    }
}

glm::mat4 withoutDequantisation(const glm::mat4& matrix, const Dequantisation& dequantisation,
                                const std::string& where) {
    const glm::dmat4 exact(matrix);
    const auto scale = static_cast<double>(dequantisation.scale);
    glm::dmat4 result(exact[0] / scale, exact[1] / scale, exact[2] / scale, exact[3]);
    result[3] -= result * glm::dvec4(glm::dvec3(dequantisation.offset), 0.0);
    const glm::mat4 narrowed(result);
    for (int i = 0; i < 16; ++i)
        requireFloat(narrowed[i / 4][i % 4], where);
    return narrowed;
}

}  // namespace rigkiln::gltf
