#include "tests/integration/gltf_pose.hpp"

#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace rigkiln::test {
namespace {

glm::dvec3 vector3(const std::vector<float>& values) {
    return {values.at(0), values.at(1), values.at(2)};
}

glm::dquat quaternion(const std::vector<float>& values) {
    return glm::normalize(glm::dquat(values.at(3), values.at(0), values.at(1), values.at(2)));
}

struct Keys {
    std::size_t before = 0;
    std::size_t after = 0;
    double fraction = 0;
    double seconds = 0;  ///< between the two keys
};

Keys keysAt(const ReadChannel& channel, float time) {
    const auto next = std::upper_bound(channel.times.begin(), channel.times.end(), time);
    if (next == channel.times.begin()) return {};
    const auto before = static_cast<std::size_t>(next - channel.times.begin()) - 1;
    if (next == channel.times.end()) return {.before = before, .after = before};
    const double from = channel.times[before];
    const double fraction = channel.interpolation == "STEP"
                                ? 0
                                : (static_cast<double>(time) - from) / (static_cast<double>(*next) - from);
    return {.before = before,
            .after = before + 1,
            .fraction = fraction,
            .seconds = static_cast<double>(*next) - from};
}

bool isCubic(const ReadChannel& channel) {
    return channel.interpolation == "CUBICSPLINE";
}

/// Evaluates a cubic Hermite spline. Each key stores in-tangent, value and out-tangent; tangents are per
/// second.
template <class Vector, class Read>
Vector splineAt(const ReadChannel& channel, const Keys& keys, Read read) {
    const auto element = [&](std::size_t key, std::size_t part) {
        return read(channel.keys.at(key * 3 + part));
    };
    const double t = keys.fraction;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return element(keys.before, 1) * (2 * t3 - 3 * t2 + 1) +
           element(keys.before, 2) * ((t3 - 2 * t2 + t) * keys.seconds) +
           element(keys.after, 1) * (3 * t2 - 2 * t3) + element(keys.after, 0) * ((t3 - t2) * keys.seconds);
}

glm::dvec3 vectorAt(const ReadChannel& channel, float time) {
    const Keys keys = keysAt(channel, time);
    if (isCubic(channel)) return splineAt<glm::dvec3>(channel, keys, vector3);
    return glm::mix(vector3(channel.keys.at(keys.before)), vector3(channel.keys.at(keys.after)),
                    keys.fraction);
}

glm::dquat rotationAt(const ReadChannel& channel, float time) {
    const Keys keys = keysAt(channel, time);
    if (isCubic(channel)) {
        return glm::normalize(splineAt<glm::dquat>(channel, keys, [](const std::vector<float>& values) {
            return glm::dquat(values.at(3), values.at(0), values.at(1), values.at(2));
        }));
    }
    return glm::slerp(quaternion(channel.keys.at(keys.before)), quaternion(channel.keys.at(keys.after)),
                      keys.fraction);
}

glm::dmat4 localAt(const ReadGltf& file, std::size_t index, const ReadAnimation* animation, float time) {
    const ReadNode& node = file.nodes[index];
    const auto channel = [&](const char* path) {
        return animation == nullptr ? nullptr : animation->find(static_cast<int>(index), path);
    };
    const auto* moved = channel("translation");
    const auto* turned = channel("rotation");
    const auto* scaled = channel("scale");
    const glm::dmat4 translation =
        glm::translate(glm::dmat4(1), moved != nullptr ? vectorAt(*moved, time) : vector3(node.translation));
    const glm::dmat4 rotation =
        glm::mat4_cast(turned != nullptr ? rotationAt(*turned, time) : quaternion(node.rotation));
    return glm::scale(translation * rotation,
                      scaled != nullptr ? vectorAt(*scaled, time) : vector3(node.scale));
}

}  // namespace

std::vector<glm::dmat4> nodeWorlds(const ReadGltf& file, const ReadAnimation* animation, float time) {
    std::vector<glm::dmat4> worlds(file.nodes.size(), glm::dmat4(1));
    std::vector<std::pair<int, glm::dmat4>> pending;
    for (const int root : file.roots)
        pending.emplace_back(root, glm::dmat4(1));
    while (!pending.empty()) {
        const auto [index, parent] = pending.back();
        pending.pop_back();
        const auto node = static_cast<std::size_t>(index);
        worlds[node] = parent * localAt(file, node, animation, time);
        for (const int child : file.nodes[node].children)
            pending.emplace_back(child, worlds[node]);
    }
    return worlds;
}

std::vector<glm::dvec3> placedVertices(const ReadGltf& file, std::size_t node, std::size_t primitive,
                                       const std::vector<glm::dmat4>& worlds) {
    const ReadNode& holder = file.nodes[node];
    const ReadPrimitive& source =
        file.meshes.at(static_cast<std::size_t>(holder.mesh)).primitives.at(primitive);
    const ReadValues& positions = source.attributes.at("POSITION");
    std::vector<glm::dmat4> palette;
    if (holder.skin >= 0) {
        const ReadSkin& skin = file.skins.at(static_cast<std::size_t>(holder.skin));
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const std::vector<float> numbers = skin.inverseBindMatrices.at(j);
            glm::dmat4 matrix;
            for (int i = 0; i < 16; ++i)
                matrix[i / 4][i % 4] = static_cast<double>(numbers.at(static_cast<std::size_t>(i)));
            palette.push_back(worlds[static_cast<std::size_t>(skin.joints[j])] * matrix);
        }
    }
    std::vector<glm::dvec3> placed;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const glm::dvec4 position(vector3(positions.at(v)), 1);
        if (holder.skin < 0) {
            placed.emplace_back(worlds[node] * position);
            continue;
        }
        const std::vector<float> joints = source.attributes.at("JOINTS_0").at(v);
        const std::vector<float> weights = source.attributes.at("WEIGHTS_0").at(v);
        glm::dvec4 sum(0);
        for (std::size_t k = 0; k < 4; ++k) {
            if (weights[k] > 0)
                sum += palette.at(static_cast<std::size_t>(joints[k])) * position *
                       static_cast<double>(weights[k]);
        }
        placed.emplace_back(sum);
    }
    return placed;
}

float durationOf(const ReadAnimation& animation) {
    float duration = 0;
    for (const ReadChannel& channel : animation.channels)
        duration = std::max(duration, channel.times.back());
    return duration;
}

}  // namespace rigkiln::test
