#include "formats/swat3/rig.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <glm/ext/matrix_transform.hpp>

namespace rigkiln::swat3 {
namespace {

/// Orders parents before children, by walking up from each bone to the first ancestor already placed. The
/// laws of a decoded file exclude cycles.
std::vector<std::size_t> orderOf(const std::vector<std::optional<std::size_t>>& parents) {
    std::vector<std::size_t> order;
    std::vector<bool> stands(parents.size(), false);
    std::vector<std::size_t> waiting;
    for (std::size_t bone = 0; bone < parents.size(); ++bone) {
        for (std::optional<std::size_t> next = bone; next && !stands[*next]; next = parents[*next]) {
            stands[*next] = true;
            waiting.push_back(*next);
        }
        order.insert(order.end(), waiting.rbegin(), waiting.rend());
        waiting.clear();
    }
    return order;
}

}  // namespace

glm::dquat toRotation(const Float4& stored, QuaternionSense sense) {
    const double sign = sense == QuaternionSense::Conjugated ? -1.0 : 1.0;
    const glm::dquat rotation(static_cast<double>(stored[3]), sign * static_cast<double>(stored[0]),
                              sign * static_cast<double>(stored[1]), sign * static_cast<double>(stored[2]));
    const double length = glm::length(rotation);
    // The negated comparison also catches NaN.
    if (!(length > 0) || !std::isfinite(length)) return {1, 0, 0, 0};
    return rotation / length;
}

bool isPlace(std::span<const float> numbers) {
    // The comparison is also false for NaN.
    return std::ranges::all_of(numbers, [](float number) { return std::abs(number) <= kFarthest; });
}

glm::vec3 toOffset(const Float3& stored) {
    return isPlace(stored) ? glm::vec3(stored[0], stored[1], stored[2]) : glm::vec3(0.0F);
}

Rig::Rig(const std::vector<Skeleton>& skeletons) {
    std::vector<std::uint16_t> ids;
    for (const Skeleton& skeleton : skeletons) {
        const std::size_t first = bones_.size();
        std::vector<std::uint16_t> ownIds;
        for (const Bone& bone : skeleton.bones) {
            ownIds.push_back(bone.id);
            bones_.push_back(&bone);
        }
        const IdTable own(ownIds);  // links refer to bones of the same skeleton
        for (const Bone& bone : skeleton.bones) {
            const auto parent = bone.link == kNoBone ? std::nullopt : own.find(bone.link);
            parents_.push_back(parent ? std::optional(first + *parent) : std::nullopt);
        }
        ids.insert(ids.end(), ownIds.begin(), ownIds.end());
    }
    ordinals_ = IdTable(ids);
    order_ = orderOf(parents_);
}

std::optional<std::size_t> Rig::ordinalOf(std::uint16_t id) const {
    return ordinals_.find(id);
}

std::vector<glm::dmat4> Rig::bindMatrices(QuaternionSense sense) const {
    std::vector<glm::dmat4> worlds(bones_.size(), glm::dmat4(1.0));
    for (const std::size_t ordinal : order_) {
        const Bone& bone = *bones_[ordinal];
        const glm::dvec3 position(toOffset(bone.position));
        const glm::dmat4 local =
            glm::translate(glm::dmat4(1.0), position) * glm::mat4_cast(toRotation(bone.rotation, sense));
        worlds[ordinal] = parents_[ordinal] ? worlds[*parents_[ordinal]] * local : local;
    }
    return worlds;
}

std::vector<std::optional<std::size_t>> boneOfPositions(const GsmFile& file, const Rig& rig) {
    std::vector<std::optional<std::size_t>> bones(file.positions.size());
    // By position: itself if no run covers it yet, else a later position closer to the next such one. Needed
    // because a bad file can cover each position as often as it has runs.
    std::vector<std::size_t> open(bones.size() + 1);
    std::iota(open.begin(), open.end(), std::size_t{0});
    const auto nextOpen = [&](std::size_t position) {
        while (open[position] != position) {
            open[position] = open[open[position]];
            position = open[position];
        }
        return position;
    };
    for (const GsmRun& run : file.runs) {
        if (run.bone == kBlendRun) continue;
        const auto bone = rig.ordinalOf(run.bone);
        const std::size_t first = std::min<std::size_t>(run.first, bones.size());
        const std::size_t end = std::min<std::size_t>(std::size_t{run.first} + run.count, bones.size());
        for (std::size_t position = nextOpen(first); position < end; position = nextOpen(position)) {
            bones[position] = bone;
            open[position] = position + 1;
        }
    }
    return bones;
}

}  // namespace rigkiln::swat3
