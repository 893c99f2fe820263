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

std::optional<Dequantisation> usableDequantisation(const glm::vec3& offset, float scale) {
    const bool isOffset = std::isfinite(offset.x) && std::isfinite(offset.y) && std::isfinite(offset.z);
    if (!isOffset || !std::isnormal(scale) || scale <= 0) return std::nullopt;
    return Dequantisation{.offset = offset, .scale = scale};
}

RecordedDequantisation recordedDequantisation(const Value* object, std::string_view key) {
    const Value* text = member(member(object, "extras"), key);
    if (text == nullptr) return {};
    Diagnostics ignored;  // reported when the object is read
    const std::optional<Properties> record = readRecord(*text, {}, ignored);
    const Value* said = record ? record->find("dequantisation") : nullptr;
    if (asFlag(said) == true) return {.isNodes = true};
    const ValueList* list = asList(member(said, "offset"));
    const auto scale = asNumber(member(said, "scale"));
    if (list == nullptr || list->size() != 3 || !scale) return {};
    glm::vec3 offset(0.0F);
    for (std::size_t c = 0; c < 3; ++c) {
        const auto number = asNumber(&(*list)[c]);
        if (!number) return {};
        offset[static_cast<int>(c)] = static_cast<float>(*number);
    }
    return {.numbers = usableDequantisation(offset, static_cast<float>(*scale))};
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
