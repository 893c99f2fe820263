#include "tests/unit/pipeline/reduction/random_rig.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

namespace rigkiln {
namespace {

/// Uses its own arithmetic: distributions of the standard library differ between implementations.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}

    double number(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
    }
    std::size_t count(std::size_t low, std::size_t high) {
        return low + static_cast<std::size_t>(engine_() % (high - low + 1));
    }
    bool chance(double probability) { return number(0, 1) < probability; }
    glm::dvec3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

private:
    std::mt19937 engine_;
};

glm::dquat turned(const glm::dvec3& axisTimesAngle) {
    const double angle = glm::length(axisTimesAngle);
    if (angle < 1e-9) return {1, 0, 0, 0};
    return glm::angleAxis(angle, axisTimesAngle / angle);
}

class RigMaker {
public:
    explicit RigMaker(std::uint32_t number) : dice_(number * 2654435761U + 1) {}

    Scene make() {
        makeJoints();
        Clip clip;
        clip.name = "move";
        frames_ = dice_.count(2, 60);
        rate_ = dice_.chance(0.5) ? 30 : dice_.number(8, 60);
        isLoop_ = dice_.chance(0.3);
        clip.duration = timeOf(frames_ - 1);
        for (std::size_t joint = 0; joint < scene_.joints.size(); ++joint)
            clip.joints.push_back(tracksOf(joint));
        if (dice_.chance(0.5))
            clip.events.push_back({.time = clip.duration / 2, .name = "step", .extras = {}});
        scene_.clips.push_back(std::move(clip));
        return std::move(scene_);
    }

private:
    void makeJoints() {
        const std::size_t joints = dice_.count(1, 24);
        const bool isChain = dice_.chance(0.3);
        for (std::size_t number = 0; number < joints; ++number) {
            Joint joint;
            joint.name = "joint" + std::to_string(number);
            if (number > 0)
                joint.parent = IndexOf<Joint>(isChain ? number - 1
                                                      : dice_.count(number > 4 ? number - 4 : 0, number - 1));
            joint.rest.translation = glm::vec3(dice_.vector(0.3));
            joint.rest.rotation = glm::quat(turned(dice_.vector(1)));
            if (dice_.chance(0.15)) joint.rest.scale = glm::vec3(static_cast<float>(dice_.number(0.5, 2)));
            scene_.joints.push_back(joint);
        }
    }

    [[nodiscard]] float timeOf(std::size_t frame) const {
        return static_cast<float>(static_cast<double>(frame) / rate_);
    }

    /// Times of a track, usually of every frame.
    std::vector<float> timesOf() {
        std::vector<float> times;
        const bool isSparse = dice_.chance(0.15);
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            const bool isEnd = frame == 0 || frame + 1 == frames_;
            if (isEnd || !isSparse || dice_.chance(0.4)) times.push_back(timeOf(frame));
        }
        return times;
    }

    /// A curve of up to three waves, sometimes with noise or a jump. In a loop it ends at its first value.
    template <class Value, class Make>
    Track<Value> curve(double size, Make make) {
        Track<Value> track;
        track.times = dice_.chance(0.1) ? std::vector<float>{0.0F} : timesOf();
        const glm::dvec3 strength = dice_.vector(size);
        const double waves = isLoop_ ? static_cast<double>(dice_.count(1, 3)) : dice_.number(0.2, 3);
        const double noise = dice_.chance(0.3) ? size * 0.05 : 0;
        const double jump = dice_.chance(0.15) && !isLoop_ ? 1 : 0;
        const double length = std::max(1e-6, static_cast<double>(timeOf(frames_ - 1)));
        if (dice_.chance(0.1)) track.interpolation = Interpolation::Step;
        for (const float time : track.times) {
            const double phase = static_cast<double>(time) / length;
            glm::dvec3 place =
                strength * (std::sin(phase * waves * 6.283185307) + (phase > 0.6 ? jump : 0.0));
            if (noise > 0) place += dice_.vector(noise);
            track.values.push_back(make(place));
        }
        if (isLoop_) track.values.back() = track.values.front();
        return track;
    }

    JointTracks tracksOf(std::size_t number) {
        JointTracks tracks;
        tracks.joint = IndexOf<Joint>(number);
        const Transform& rest = scene_.joints[number].rest;
        if (dice_.chance(0.9)) {
            tracks.rotation = curve<glm::quat>(dice_.number(0.01, 2), [&](const glm::dvec3& place) {
                return glm::quat(glm::normalize(glm::dquat(rest.rotation) * turned(place)));
            });
            for (std::size_t key = 1; key < tracks.rotation.values.size(); ++key) {
                glm::quat& value = tracks.rotation.values[key];
                if (glm::dot(tracks.rotation.values[key - 1], value) < 0) value = -value;
            }
        }
        if (number == 0 || dice_.chance(0.3)) {
            tracks.translation = curve<glm::vec3>(dice_.number(0.001, 1), [&](const glm::dvec3& place) {
                return rest.translation + glm::vec3(place);
            });
        }
        if (dice_.chance(0.15)) {
            tracks.scale = curve<glm::vec3>(0.4, [&](const glm::dvec3& place) {
                return rest.scale * (glm::vec3(1.0F) + glm::vec3(place));
            });
        }
        if (dice_.chance(0.1)) {
            tracks.visibility.interpolation = Interpolation::Step;
            tracks.visibility.times = {0.0F, timeOf(frames_ / 2)};
            tracks.visibility.values = {1, 0};
            if (frames_ / 2 == 0) tracks.visibility = {};
        }
        return tracks;
    }

    Dice dice_;
    Scene scene_;
    std::size_t frames_ = 0;
    double rate_ = 30;
    bool isLoop_ = false;
};

class ShortsMaker {
public:
    explicit ShortsMaker(std::uint32_t number) : dice_(number * 2654435761U + 7) {}

    Scene make(std::optional<std::size_t> length) {
        const std::size_t joints = dice_.count(8, 24);
        const std::size_t anyLength = dice_.count(40, 140);
        const std::size_t frames = length.value_or(anyLength);
        reach_ = std::pow(10, dice_.number(-2, 0));
        Scene scene;
        Clip clip;
        clip.name = "flicker";
        clip.duration = timeOf(frames - 1);
        for (std::size_t number = 0; number < joints; ++number) {
            Joint joint;
            joint.name = "joint" + std::to_string(number);
            if (number > 0)
                joint.parent = IndexOf<Joint>(dice_.count(number > 3 ? number - 3 : 0, number - 1));
            joint.rest.translation = glm::vec3(dice_.vector(reach_));
            scene.joints.push_back(joint);
            JointTracks tracks;
            tracks.joint = IndexOf<Joint>(number);
            tracks.rotation = flicker(frames);
            clip.joints.push_back(tracks);
        }
        scene.clips.push_back(std::move(clip));
        return scene;
    }

private:
    static float timeOf(std::size_t frame) { return static_cast<float>(static_cast<double>(frame) / 30); }

    static glm::quat rounded(const glm::dquat& rotation) {
        constexpr double kScale = 32767;
        glm::quat result;
        for (int i = 0; i < 4; ++i)
            result[i] = static_cast<float>(std::lround(rotation[i] * kScale)) / static_cast<float>(kScale);
        return result;
    }

    /// A slow wave with noise. Values are held for one to three frames, and stay constant from some frame on.
    Track<glm::quat> flicker(std::size_t frames) {
        Track<glm::quat> track;
        const glm::dvec3 axis = glm::normalize(dice_.vector(1));
        const double size = std::pow(10, dice_.number(-5.5, -1));
        const double waves = dice_.number(0.1, 2);
        const double noise = dice_.chance(0.7) ? std::pow(10, dice_.number(-5, -3)) : 0;
        const double stop = dice_.number(0.1, 1.2) * static_cast<double>(frames);
        const std::size_t held = dice_.count(1, 3);
        double angle = 0;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const double phase = static_cast<double>(frame) / static_cast<double>(frames);
            if (frame % held == 0 && static_cast<double>(frame) < stop)
                angle = size * std::sin(phase * waves * 6.283185307) + dice_.number(-noise, noise);
            track.times.push_back(timeOf(frame));
            track.values.push_back(rounded(glm::angleAxis(angle, axis)));
        }
        return track;
    }

    Dice dice_;
    double reach_ = 0;
};

glm::vec3 inOneHemisphere(const glm::vec3& /*before*/, const glm::vec3& value) {
    return value;
}
glm::quat inOneHemisphere(const glm::quat& before, const glm::quat& value) {
    return glm::dot(before, value) < 0 ? -value : value;
}

/// Replaces a linear track by a spline with slopes as in a Catmull-Rom spline.
template <class Value>
void curve(Track<Value>& track) {
    if (track.interpolation != Interpolation::Linear || track.times.size() < 3) return;
    // Keeps every fourth key and the last; the spline defines the values between.
    Track<Value> spline{.interpolation = Interpolation::CubicSpline, .times = {}, .values = {}};
    std::vector<Value> values;
    for (std::size_t key = 0; key < track.times.size(); ++key) {
        if (key % 4 != 0 && key + 1 != track.times.size()) continue;
        spline.times.push_back(track.times[key]);
        values.push_back(
            inOneHemisphere(values.empty() ? track.values[key] : values.back(), track.values[key]));
    }
    for (std::size_t key = 0; key < values.size(); ++key) {
        const std::size_t before = key > 0 ? key - 1 : 0;
        const std::size_t after = std::min(key + 1, values.size() - 1);
        const Value slope = (values[after] - values[before]) / (spline.times[after] - spline.times[before]);
        spline.values.insert(spline.values.end(), {slope, values[key], slope});
    }
    track = spline;
}

}  // namespace

Scene randomRig(std::uint32_t number) {
    return RigMaker(number).make();
}

Scene randomShorts(std::uint32_t number, std::optional<std::size_t> frames) {
    return ShortsMaker(number).make(frames);
}

Scene randomCurves(std::uint32_t number) {
    Scene scene = randomRig(number);
    for (JointTracks& tracks : scene.clips.front().joints) {
        curve(tracks.translation);
        curve(tracks.rotation);
        curve(tracks.scale);
    }
    return scene;
}

}  // namespace rigkiln
