#include "formats/gltf/engine_rules/key_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "formats/gltf/json_value.hpp"
#include "formats/gltf/validate/accessor_values.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

/// How far a key may be from a frame, in frames. Times are floats, so that those of long clips are rounded.
constexpr double kFrameTolerance = 1e-3;

/// Returns the numbers of a list; nothing when there are fewer than `Count`.
template <std::size_t Count>
std::optional<std::array<double, Count>> numbersOf(const Value* value) {
    const ValueList* list = gltf::asList(value);
    if (list == nullptr || list->size() < Count) return std::nullopt;
    std::array<double, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i)
        numbers.at(i) = gltf::asNumber(&(*list)[i]).value_or(1.0);
    return numbers;
}

}  // namespace

ScaleFacts factsOfScale(double x, double y, double z) {
    const std::array<double, 3> sizes = {std::abs(x), std::abs(y), std::abs(z)};
    const auto [least, most] = std::ranges::minmax(sizes);
    return {.hasZero = least == 0.0, .isUneven = most - least > kUnevenScale * most};
}

template <class Look>
void KeyValues::forEachElement(Integer accessor, Look look) {
    const gltf_validation::Accessor* found = document_.accessors.find(accessor);
    if (found == nullptr) return;
    const auto values = gltf_validation::findValues(document_, *found);
    if (!values || !budget_.take(values->count * gltf_validation::componentCount(values->format.shape)))
        return;
    gltf_validation::ElementReader reader(*values);
    gltf_validation::Element element{};
    for (Integer i = 0; i < values->count; ++i) {
        reader.read(element);
        look(i, element);
    }
}

ScaleFacts KeyValues::scales(const gltf_validation::AnimationSampler& sampler) {
    const auto [entry, isNew] = scales_.try_emplace({sampler.output, sampler.isSpline});
    if (!isNew) return entry->second;
    ScaleFacts facts;
    forEachElement(sampler.output, [&](Integer i, const gltf_validation::Element& element) {
        if (!sampler.isSpline || i % 3 == 1) facts = facts | factsOfScale(element[0], element[1], element[2]);
    });
    return entry->second = facts;
}

std::optional<double> KeyValues::timeBetweenFrames(const gltf_validation::AnimationSampler& sampler,
                                                   double framesPerSecond) {
    const auto [entry, isNew] = times_.try_emplace({sampler.input, framesPerSecond});
    if (!isNew) return entry->second;
    std::optional<double> between;
    forEachElement(sampler.input, [&](Integer /*i*/, const gltf_validation::Element& element) {
        const double frame = element[0] * framesPerSecond;
        if (!between && std::abs(frame - std::round(frame)) > kFrameTolerance) between = element[0];
    });
    return entry->second = between;
}

ScaleFacts restScale(const EngineFile& file, std::size_t node) {
    const Value* object = file.object("nodes", node);
    if (const auto scale = numbersOf<3>(gltf::member(object, "scale")))
        return factsOfScale((*scale)[0], (*scale)[1], (*scale)[2]);
    if (const auto matrix = numbersOf<16>(gltf::member(object, "matrix"))) {
        const auto length = [&](std::size_t column) {
            return std::hypot(matrix->at(4 * column), matrix->at(4 * column + 1), matrix->at(4 * column + 2));
        };
        return factsOfScale(length(0), length(1), length(2));
    }
    return {};
}

}  // namespace rigkiln::gltf_engine_rules
