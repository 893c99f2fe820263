#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "pipeline/scene/index_of.hpp"
#include "pipeline/scene/transform.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {

/// Allowed deviation from length 1 of unit vectors and quaternions. They are floats that were rounded once or
/// twice.
inline constexpr float kUnitTolerance = 5e-4F;

[[nodiscard]] inline bool isFinite(float value) {
    return std::isfinite(value);
}

template <class Vector>
[[nodiscard]] bool isFinite(const Vector& vector) {
    for (int i = 0; i < Vector::length(); ++i) {
        if (!std::isfinite(vector[i])) return false;
    }
    return true;
}

[[nodiscard]] inline bool isFinite(const glm::quat& quaternion) {
    return isFinite(glm::vec4(quaternion.x, quaternion.y, quaternion.z, quaternion.w));
}

[[nodiscard]] inline bool isUnit(const glm::vec3& vector) {
    return std::abs(glm::length(vector) - 1.0F) <= kUnitTolerance;
}

/// Returns a number, or the numbers of a vector or quaternion as "(0 nan 1)"; nothing for other values.
template <class Value>
[[nodiscard]] std::string numbersText(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
        return fmt::format("{}", value);
    } else if constexpr (requires {
                             Value::length();
                             value[0];
                         }) {
        std::string text;
        for (int i = 0; i < Value::length(); ++i)
            text += fmt::format("{}{}", i == 0 ? "" : " ", value[i]);
        return "(" + text + ")";
    } else {
        return {};
    }
}

/// Returns a path as text. `where` is the text or a function that makes it. Functions save the cost of
/// building paths for tens of thousands of correct tracks.
template <class Place>
[[nodiscard]] std::string placeText(const Place& where) {
    if constexpr (std::is_invocable_v<Place>) {
        return where();
    } else {
        return std::string(where);
    }
}

/// Collects problems and has the checks that all parts of a scene share. Only validate_*.cpp use it. A
/// `Place` is a text or a function that returns one.
class SceneProblems {
public:
    template <class Place>
    void add(const Place& where, std::string problem) {
        found_.push_back({placeText(where), std::move(problem)});
    }

    template <class Element, class Place>
    bool index(const IndexOf<Element>& index, std::size_t count, const Place& where, std::string_view of) {
        if (index.value < count) return true;
        add(where, fmt::format("index {} of {}, there are {}", index.value, of, count));
        return false;
    }

    /// Adds a problem for the first element of a stream for which `isGood` is false.
    template <class Element, class Place, class IsGood>
    void stream(const std::vector<Element>& elements, const Place& where, std::string_view law,
                IsGood isGood) {
        const auto bad = std::ranges::find_if_not(elements, isGood);
        if (bad != elements.end()) {
            const std::string numbers = numbersText(*bad);
            add(fmt::format("{}[{}]", placeText(where), bad - elements.begin()),
                fmt::format("is {}{}not {}", numbers, numbers.empty() ? "" : ", ", law));
        }
    }

    template <class Element, class Place>
    void finiteStream(const std::vector<Element>& elements, const Place& where) {
        stream(elements, where, "finite", [](const Element& element) { return isFinite(element); });
    }

    void sameLength(std::size_t length, std::size_t positions, const std::string& where) {
        if (length != 0 && length != positions) {
            add(where,
                fmt::format("has {} entries, expected one for each of {} positions", length, positions));
        }
    }

    void transform(const Transform& transform, const std::string& where) {
        if (!isFinite(transform.translation) || !isFinite(transform.rotation) || !isFinite(transform.scale)) {
            add(where, fmt::format("has translation {}, rotation {} and scale {}, expected finite numbers",
                                   numbersText(transform.translation), numbersText(transform.rotation),
                                   numbersText(transform.scale)));
        } else if (std::abs(glm::length(transform.rotation) - 1.0F) > kUnitTolerance) {
            add(where + ".rotation",
                fmt::format("has length {}, expected 1", glm::length(transform.rotation)));
        }
    }

    [[nodiscard]] std::vector<SceneProblem> take() && { return std::move(found_); }

private:
    std::vector<SceneProblem> found_;
};

void checkMeshes(const Scene& scene, SceneProblems& problems);
void checkClips(const Scene& scene, SceneProblems& problems);

}  // namespace rigkiln
