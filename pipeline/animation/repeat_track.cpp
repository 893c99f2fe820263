#include "pipeline/animation/repeat_track.hpp"

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "pipeline/animation/hermite.hpp"
#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

glm::dvec3 wide(const glm::vec3& value) {
    return value;
}
glm::dquat wide(const glm::quat& value) {
    return glm::dquat(value);
}

/// Works on the keys of one track. `Value` is that of the track.
template <class Value>
class Repeater {
public:
    Repeater(Track<Value> once, const Repetition& repetition)
        : once_(std::move(once)),
          repetition_(repetition),
          isSpline_(once_.interpolation == Interpolation::CubicSpline),
          isStep_(once_.interpolation == Interpolation::Step) {}

    Track<Value> run() && {
        const std::uint64_t count = repetition_.count();
        if (once_.times.size() < 2 || count < 2) return std::move(once_);
        addEnds();
        track_ = once_;
        for (std::uint64_t turn = 1; turn < count; ++turn)
            addTurn(turn);
        return std::move(track_);
    }

private:
    /// One key with its tangents, which only splines have.
    struct Key {
        float time = 0.0F;
        Value in{};
        Value value{};
        Value out{};
    };

    /// No motion, for a key of which a value is held.
    static Value zero() {
        if constexpr (std::is_same_v<Value, glm::quat>) {
            return {0.0F, 0.0F, 0.0F, 0.0F};
        } else {
            return Value{0};
        }
    }

    [[nodiscard]] Key keyOf(const Track<Value>& track, std::size_t index) const {
        if (!isSpline_) return {.time = track.times[index], .value = track.values[index]};
        const Value* const values = &track.values[index * 3];
        return {.time = track.times[index], .in = values[0], .value = values[1], .out = values[2]};
    }
    [[nodiscard]] Key lastKey() const { return keyOf(track_, track_.times.size() - 1); }

    void append(Track<Value>& track, const Key& key) const {
        track.times.push_back(key.time);
        if (isSpline_) track.values.push_back(key.in);
        track.values.push_back(key.value);
        if (isSpline_) track.values.push_back(key.out);
    }

    void removeLast() {
        track_.times.pop_back();
        track_.values.resize(track_.values.size() - (isSpline_ ? 3 : 1));
    }

    [[nodiscard]] float period() const { return static_cast<float>(repetition_.endOf(1)); }

    /// Adds keys at 0 and at the period for what the first and the last key hold.
    void addEnds() {
        Track<Value> whole{.interpolation = once_.interpolation, .times = {}, .values = {}};
        const std::size_t last = once_.times.size() - 1;
        for (std::size_t i = 0; i <= last; ++i) {
            Key key = keyOf(once_, i);
            if (i == 0 && key.time > 0) {
                append(whole, {.time = 0.0F, .in = zero(), .value = key.value, .out = zero()});
                key.in = zero();
            }
            const bool isHeld = i == last && key.time < period() && !isStep_;
            if (isHeld) key.out = zero();
            append(whole, key);
            if (isHeld) append(whole, {.time = period(), .in = zero(), .value = key.value, .out = zero()});
        }
        once_ = std::move(whole);
    }

    void addTurn(std::uint64_t turn) {
        const auto end = static_cast<float>(static_cast<double>(repetition_.length) / repetition_.frameRate);
        for (std::size_t i = 0; i < once_.times.size(); ++i) {
            Key key = keyOf(once_, i);
            // The end of one turn is exactly the beginning of the next.
            key.time = key.time >= period()
                           ? static_cast<float>(repetition_.endOf(turn + 1))
                           : static_cast<float>(repetition_.endOf(turn) + static_cast<double>(key.time));
            if (i == 0) {
                beginAgain(key);
            } else if (key.time > end) {
                return endBefore(key, end);
            } else if (key.time > track_.times.back()) {
                append(track_, key);
            }
        }
    }

    /// Ends a turn and begins the next one, whose first key is `first`.
    void beginAgain(const Key& first) {
        if (lastKey().value == first.value) {
            if (isSpline_) track_.values.back() = first.out;
            return;
        }
        if (track_.times.back() >= first.time) {
            const float before = std::nextafter(first.time, 0.0F);
            const bool mayJump = !isStep_ && track_.times[track_.times.size() - 2] < before;
            if (mayJump) {
                track_.times.back() = before;
            } else {
                removeLast();
            }
        }
        append(track_, first);
    }

    /// Ends the track between its last key and `behind`.
    void endBefore(const Key& behind, float end) {
        if (track_.times.back() >= end || isStep_) return;
        if constexpr (!std::is_same_v<Value, std::uint8_t>) {
            const Key before = lastKey();
            if (isSpline_) return append(track_, splineKeyAt(end, before, behind));
            const Track<Value> piece{.interpolation = Interpolation::Linear,
                                     .times = {before.time, behind.time},
                                     .values = {before.value, behind.value}};
            append(track_, {.time = end, .value = sampleTrack(piece, end)});
        }
    }

    /// Returns the key of a spline at a time between two of its keys: the shape up to there stays as it is.
    static Key splineKeyAt(float time, const Key& before, const Key& behind) {
        const double length = static_cast<double>(behind.time) - static_cast<double>(before.time);
        const double t = (static_cast<double>(time) - static_cast<double>(before.time)) / length;
        const auto from = wide(before.value);
        const auto to = wide(behind.value);
        const auto value = hermite({t, length}, from, wide(before.out), wide(behind.in), to);
        // The derivative of `hermite`.
        const auto slope = (from * (6 * t * t - 6 * t) + to * (6 * t - 6 * t * t)) * (1 / length) +
                           wide(before.out) * (3 * t * t - 4 * t + 1) + wide(behind.in) * (3 * t * t - 2 * t);
        return {.time = time, .in = Value(slope), .value = Value(value), .out = Value(slope)};
    }

    Track<Value> once_;
    Repetition repetition_;
    bool isSpline_;
    bool isStep_;
    Track<Value> track_;
};

}  // namespace

Track<glm::vec3> repeatTrack(Track<glm::vec3> track, const Repetition& repetition) {
    return Repeater<glm::vec3>(std::move(track), repetition).run();
}

Track<glm::quat> repeatTrack(Track<glm::quat> track, const Repetition& repetition) {
    return Repeater<glm::quat>(std::move(track), repetition).run();
}

Track<std::uint8_t> repeatTrack(Track<std::uint8_t> track, const Repetition& repetition) {
    return Repeater<std::uint8_t>(std::move(track), repetition).run();
}

}  // namespace rigkiln
