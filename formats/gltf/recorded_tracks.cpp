#include "formats/gltf/recorded_tracks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/json_value.hpp"

namespace rigkiln::gltf {
namespace {

/// Appends a time. Returns false when it is not after the track's last one or exceeds the duration.
template <class Type>
bool addTime(Track<Type>& track, double seconds, float duration) {
    const auto time = static_cast<float>(seconds);
    const bool isAfter = track.times.empty() ? time >= 0 : time > track.times.back();
    if (!isAfter || !(time <= duration)) return false;
    track.times.push_back(time);
    return true;
}

std::optional<Interpolation> interpolationNamed(std::string_view name) {
    if (name == "STEP") return Interpolation::Step;
    if (name == "LINEAR") return Interpolation::Linear;
    if (name == "CUBICSPLINE") return Interpolation::CubicSpline;
    return std::nullopt;
}

std::optional<glm::vec2> pairOf(const Value& value) {
    const ValueList* pair = asList(&value);
    if (pair == nullptr || pair->size() != 2) return std::nullopt;
    const auto first = asNumber(pair->data());
    const auto second = asNumber(&(*pair)[1]);
    if (!first || !second || !std::isfinite(*first) || !std::isfinite(*second)) return std::nullopt;
    return glm::vec2(static_cast<float>(*first), static_cast<float>(*second));
}

/// Removes keys that repeat the current value.
Track<std::uint8_t> changesOf(const Track<std::uint8_t>& track, std::uint8_t rest) {
    Track<std::uint8_t> changes{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    std::uint8_t before = track.empty() ? rest : track.values.front();
    changes.times.push_back(0);
    changes.values.push_back(before);
    for (std::size_t key = 0; key < track.times.size(); ++key) {
        if (track.values[key] == before) continue;
        before = track.values[key];
        changes.times.push_back(track.times[key]);
        changes.values.push_back(before);
    }
    return changes;
}

/// Whether the keys are evenly spaced from 0, and at least four.
bool isEven(const std::vector<float>& times) {
    constexpr std::size_t kFewest = 4;
    constexpr double kTolerance = 1e-3;
    if (times.size() < kFewest || times.front() != 0) return false;
    const double step = static_cast<double>(times.back()) / static_cast<double>(times.size() - 1);
    for (std::size_t key = 0; key < times.size(); ++key) {
        const double expected = step * static_cast<double>(key);
        if (std::abs(static_cast<double>(times[key]) - expected) > kTolerance * step) return false;
    }
    return true;
}

std::uint8_t shownAt(const Track<std::uint8_t>& track, float time, std::uint8_t rest) {
    if (track.empty()) return rest;
    const auto next = std::ranges::upper_bound(track.times, time);
    const std::ptrdiff_t key = std::max<std::ptrdiff_t>(next - track.times.begin() - 1, 0);
    return track.values[static_cast<std::size_t>(key)];
}

}  // namespace

std::optional<Track<std::uint8_t>> visibilityFrom(const Value& keys, float duration) {
    const ValueList* list = asList(&keys);
    if (list == nullptr || list->empty()) return std::nullopt;
    Track<std::uint8_t> track;
    track.interpolation = Interpolation::Step;
    for (const Value& key : *list) {
        const ValueList* pair = asList(&key);
        if (pair == nullptr || pair->size() != 2) return std::nullopt;
        const auto time = asNumber(pair->data());
        const auto value = asInteger(&(*pair)[1]);
        if (!time || !value || (*value != 0 && *value != 1)) return std::nullopt;
        if (!addTime(track, *time, duration)) return std::nullopt;
        track.values.push_back(static_cast<std::uint8_t>(*value));
    }
    return track;
}

std::optional<Track<glm::vec2>> offsetsFrom(const Value& record, float duration) {
    const std::string* interpolation = asText(member(&record, "interpolation"));
    const ValueList* times = asList(member(&record, "times"));
    const ValueList* values = asList(member(&record, "values"));
    if (interpolation == nullptr || times == nullptr || values == nullptr) return std::nullopt;
    const auto known = interpolationNamed(*interpolation);
    if (!known || times->empty()) return std::nullopt;
    Track<glm::vec2> track;
    track.interpolation = *known;
    for (const Value& value : *times) {
        const auto time = asNumber(&value);
        if (!time || !addTime(track, *time, duration)) return std::nullopt;
    }
    for (const Value& value : *values) {
        const auto pair = pairOf(value);
        if (!pair) return std::nullopt;
        track.values.push_back(*pair);
    }
    const std::size_t perKey = *known == Interpolation::CubicSpline ? 3 : 1;
    if (track.values.size() != track.times.size() * perKey) return std::nullopt;
    return track;
}

Track<std::uint8_t> visibilityOfScale(const Track<glm::vec3>& scale) {
    constexpr float kShown = 0.5F;
    const bool isSpline = scale.interpolation == Interpolation::CubicSpline;
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    for (std::size_t key = 0; key < scale.times.size(); ++key) {
        const glm::vec3& value = scale.values[isSpline ? key * 3 + 1 : key];
        const auto shown = static_cast<std::uint8_t>(value.x > kShown);
        if (!track.empty() && track.values.back() == shown) continue;
        track.times.push_back(scale.times[key]);
        track.values.push_back(shown);
    }
    return track;
}

bool isSampleOf(const Track<glm::vec3>& scale, const Track<std::uint8_t>& recorded, std::uint8_t rest) {
    const Track<std::uint8_t> sampled = visibilityOfScale(scale);
    // Keys set by hand repeat at most one value, at the end.
    constexpr std::size_t kFewestRepeated = 2;
    const bool isRepeated = sampled.times.size() + kFewestRepeated <= scale.times.size();
    if (!isRepeated || !isEven(scale.times)) return false;
    return std::ranges::all_of(scale.times, [&](float time) {
        return shownAt(sampled, time, rest) == shownAt(recorded, time, rest);
    });
}

bool showsTheSame(const Track<std::uint8_t>& left, const Track<std::uint8_t>& right, std::uint8_t rest) {
    return changesOf(left, rest) == changesOf(right, rest);
}

}  // namespace rigkiln::gltf
