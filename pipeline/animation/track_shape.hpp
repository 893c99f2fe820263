#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <glm/gtc/quaternion.hpp>

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

/// Zero tangent, which holds the value. Spelled out, as the default of a quaternion is not zero in every
/// version of glm.
template <class Type>
[[nodiscard]] Type flatTangent() {
    if constexpr (std::is_same_v<Type, glm::quat>) {
        return {0.0F, 0.0F, 0.0F, 0.0F};
    } else {
        return Type(0);
    }
}

/// The value at a key. Precondition: there is that key.
template <class Type>
[[nodiscard]] const Type& valueAt(const Track<Type>& track, std::size_t key) {
    return track.interpolation == Interpolation::CubicSpline ? track.values[key * 3 + 1] : track.values[key];
}

/// Whether the track is one value all the time. Precondition: not empty.
template <class Type>
[[nodiscard]] bool isConstant(const Track<Type>& track) {
    const std::size_t keys = track.times.size();
    if (keys == 1) return true;
    if (track.interpolation != Interpolation::CubicSpline) {
        return std::ranges::all_of(track.values,
                                   [&](const Type& value) { return value == track.values.front(); });
    }
    const Type flat = flatTangent<Type>();
    for (std::size_t key = 0; key < keys; ++key) {
        const bool isFlat = (key == 0 || track.values[key * 3] == flat) &&
                            (key + 1 == keys || track.values[key * 3 + 2] == flat);
        if (!isFlat || valueAt(track, key) != valueAt(track, 0)) return false;
    }
    return true;
}

/// Whether the track only repeats the rest value, or is empty.
template <class Type>
[[nodiscard]] bool holds(const Track<Type>& track, const Type& rest) {
    return track.empty() || (isConstant(track) && valueAt(track, 0) == rest);
}

}  // namespace rigkiln
