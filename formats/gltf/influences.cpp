#include "formats/gltf/influences.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigkiln::gltf {
namespace {

/// Rounding error of a weight stored in one byte: half a step.
constexpr double kRoundingPerWeight = 0.5 / 255.0 + 1e-6;
/// Sums this close to 1 are not scaled.
constexpr double kExact = 9e-6;

struct Influence {
    std::uint32_t joint = 0;
    double weight = 0;
};

/// Influences of one vertex, each joint once.
struct Vertex {
    std::vector<Influence> influences{};
    double sum = 0;
    bool isChanged = false;

    void add(std::uint32_t joint, float weight) {
        if (weight == 0) return;
        if (!(weight > 0) || !std::isfinite(weight)) {
            isChanged = true;
            return;
        }
        sum += static_cast<double>(weight);
        const auto known = std::ranges::find(influences, joint, &Influence::joint);
        if (known == influences.end()) {
            influences.push_back({joint, static_cast<double>(weight)});
        } else {
            known->weight += static_cast<double>(weight);
            isChanged = true;
        }
    }
};

bool isOff(const Vertex& vertex) {
    const double allowed = kRoundingPerWeight * static_cast<double>(vertex.influences.size());
    return std::abs(vertex.sum - 1.0) > allowed;
}

/// Stores influence `number` of a vertex in its set.
void store(Influences& made, std::size_t vertex, std::size_t number, const Influence& influence, double sum) {
    const auto weight = static_cast<float>(influence.weight / sum);
    if (weight == 0) return;  // lost by rounding
    InfluenceSet& set = made.sets[number / 4];
    set.joints[vertex].at(number % 4) = static_cast<std::uint16_t>(influence.joint);
    set.weights[vertex][static_cast<int>(number % 4)] = weight;
    made.highestJoint = std::max(made.highestJoint, influence.joint);
}

void storeAsTheyAre(std::span<const RawInfluences> raw, std::size_t vertex, Influences& made) {
    for (std::size_t number = 0; number < raw.size() * 4; ++number) {
        const std::size_t at = vertex * 4 + number % 4;
        const float weight = raw[number / 4].weights[at];
        if (weight > 0)
            store(made, vertex, number, {raw[number / 4].joints[at], static_cast<double>(weight)}, 1.0);
    }
}

}  // namespace

Influences makeInfluences(std::span<const RawInfluences> sets) {
    Influences made;
    const std::size_t count = sets.front().joints.size() / 4;
    made.sets.resize(sets.size());
    for (InfluenceSet& set : made.sets) {
        set.joints.assign(count, {0, 0, 0, 0});
        set.weights.assign(count, glm::vec4(0.0F));
    }
    Vertex vertex;
    for (std::size_t v = 0; v < count; ++v) {
        vertex.influences.clear();
        vertex.sum = 0;
        vertex.isChanged = false;
        for (const RawInfluences& set : sets) {
            for (std::size_t k = 0; k < 4; ++k)
                vertex.add(set.joints[v * 4 + k], set.weights[v * 4 + k]);
        }
        const bool isEmpty = vertex.influences.empty();
        made.changedVertices += vertex.isChanged || isEmpty || isOff(vertex) ? 1U : 0U;
        if (isEmpty) {
            store(made, v, 0, {0, 1.0}, 1.0);
        } else if (!vertex.isChanged && std::abs(vertex.sum - 1.0) <= kExact) {
            storeAsTheyAre(sets, v, made);
        } else {
            for (std::size_t i = 0; i < vertex.influences.size(); ++i)
                store(made, v, i, vertex.influences[i], vertex.sum);
        }
    }
    return made;
}

}  // namespace rigkiln::gltf
