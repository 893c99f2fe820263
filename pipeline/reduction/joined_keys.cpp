#include "pipeline/reduction/joined_keys.hpp"

#include <cstddef>
#include <type_traits>

namespace rigkiln::reduction {
namespace {

template <class Value>
Value narrow(const glm::dvec4& value) {
    if constexpr (std::is_same_v<Value, glm::quat>) {
        return {static_cast<float>(value.w), static_cast<float>(value.x), static_cast<float>(value.y),
                static_cast<float>(value.z)};
    } else {
        return glm::vec3(value);
    }
}

template <class Value>
void store(const JoinedKeys& joined, Track<Value>& track) {
    if (joined.isKept) return;
    track = {};
    if (joined.isEverywhereRest) return;
    const bool isSpline = joined.isSpline && !joined.isEverywhereConstant;
    if (isSpline) track.interpolation = Interpolation::CubicSpline;
    const std::size_t keys = joined.isEverywhereConstant ? 1 : joined.times.size();
    for (std::size_t key = 0; key < keys; ++key) {
        track.times.push_back(joined.times[key]);
        if (isSpline) track.values.push_back(narrow<Value>(joined.tangents[key].in));
        track.values.push_back(narrow<Value>(joined.values[key]));
        if (isSpline) track.values.push_back(narrow<Value>(joined.tangents[key].out));
    }
}

}  // namespace

void JoinedKeys::append(const MotionTrack& track, std::span<const float> frames) {
    const bool isFirst = times.empty();
    isEverywhereRest = isEverywhereRest && track.choice.isDropped;
    isFloat = isFloat || track.choice.isFloat;
    isEverywhereConstant = isEverywhereConstant && track.choice.keys.size() == 1 &&
                           (isFirst || values.front() == track.choice.values.front());
    // Constant tracks have no tangents.
    const auto tangentsOf = [&](std::size_t key) {
        return track.choice.tangents.empty() ? KeyTangents{} : track.choice.tangents[key];
    };
    for (std::size_t key = 0; key < track.choice.keys.size(); ++key) {
        // The pinned frame that two windows share is already there.
        if (!isFirst && key == 0) {
            tangents.back().out = tangentsOf(0).out;
            continue;
        }
        times.push_back(frames[track.choice.keys[key]]);
        values.push_back(track.choice.values[key]);
        tangents.push_back(tangentsOf(key));
    }
    if (track.choice.keys.size() > 1) return;
    times.push_back(frames.back());
    values.push_back(track.choice.values.front());
    tangents.emplace_back();
}

void storeKeys(std::span<const JoinedKeys> joined, Clip& clip) {
    auto next = clip.joints.begin();
    for (const JoinedKeys& keys : joined) {
        while (next->joint.value != keys.joint)
            ++next;
        switch (keys.part) {
            case Part::Translation:
                store(keys, next->translation);
                break;
            case Part::Rotation:
                store(keys, next->rotation);
                break;
            case Part::Scale:
                store(keys, next->scale);
                break;
        }
    }
}

}  // namespace rigkiln::reduction
