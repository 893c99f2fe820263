#include "tests/unit/pipeline/reduction/pose_measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

namespace rigkiln {
namespace {

glm::dvec3 mixed(const glm::dvec3& from, const glm::dvec3& to, double fraction) {
    return from + (to - from) * fraction;
}

/// Spherical linear interpolation of appendix C.3 of the glTF 2.0 specification.
glm::dquat mixed(const glm::dquat& from, const glm::dquat& to, double fraction) {
    const double dot = glm::dot(from, to);
    const double angle = std::acos(std::min(1.0, std::abs(dot)));
    if (angle < 1e-7) return glm::normalize(from + (to * std::copysign(1.0, dot) - from) * fraction);
    const double sign = std::copysign(1.0, dot);
    return from * (std::sin(angle * (1 - fraction)) / std::sin(angle)) +
           to * (sign * std::sin(angle * fraction) / std::sin(angle));
}

glm::dvec3 wide(const glm::vec3& value) {
    return glm::dvec3(value);
}
glm::dquat wide(const glm::quat& value) {
    return glm::normalize(glm::dquat(value));
}

glm::dvec3 unitOf(const glm::dvec3& value) {
    return value;
}
glm::dquat unitOf(const glm::dquat& value) {
    return glm::normalize(value);
}

/// Converts without normalising, unlike `wide`: tangents are not unit quaternions.
glm::dvec3 stored(const glm::vec3& value) {
    return glm::dvec3(value);
}
glm::dquat stored(const glm::quat& value) {
    return glm::dquat(value);
}

/// Cubic spline of appendix C.5 of the glTF 2.0 specification, between a key and the next. A key has three
/// values: in-tangent, value, out-tangent.
template <class Value>
auto splineAt(const Track<Value>& track, std::size_t key, double time) {
    const auto begin = static_cast<double>(track.times[key]);
    const double length = static_cast<double>(track.times[key + 1]) - begin;
    const double t = (time - begin) / length;
    const auto from = stored(track.values[3 * key + 1]);
    const auto leaving = stored(track.values[3 * key + 2]);
    const auto arriving = stored(track.values[3 * key + 3]);
    const auto to = stored(track.values[3 * key + 4]);
    return unitOf(from * (2 * t * t * t - 3 * t * t + 1) + leaving * (length * (t * t * t - 2 * t * t + t)) +
                  to * (3 * t * t - 2 * t * t * t) + arriving * (length * (t * t * t - t * t)));
}

template <class Value, class Wide>
Wide valueAt(const Track<Value>& track, double time, const Wide& rest) {
    if (track.times.empty()) return rest;
    const auto after = std::upper_bound(track.times.begin() + 1, track.times.end(), time,
                                        [](double at, float of) { return at < static_cast<double>(of); });
    const auto key = static_cast<std::size_t>(after - track.times.begin()) - 1;
    const bool holds = key + 1 == track.times.size() || time <= static_cast<double>(track.times[key]) ||
                       track.interpolation == Interpolation::Step;
    const bool isSpline = track.interpolation == Interpolation::CubicSpline;
    if (holds) return wide(track.values[isSpline ? 3 * key + 1 : key]);
    if (isSpline) return splineAt(track, key, time);
    const double begin = static_cast<double>(track.times[key]);
    const double fraction = (time - begin) / (static_cast<double>(track.times[key + 1]) - begin);
    return mixed(wide(track.values[key]), wide(track.values[key + 1]), fraction);
}

/// Tracks of each joint; null where the clip has none.
using TrackTable = std::vector<const JointTracks*>;

TrackTable tableOf(const Scene& scene, const Clip& clip) {
    TrackTable table(scene.joints.size(), nullptr);
    for (const JointTracks& tracks : clip.joints)
        table[tracks.joint.value] = &tracks;
    return table;
}

/// World matrices of all joints. Precondition: parents precede children.
std::vector<glm::dmat4> worldsAt(const Scene& scene, const TrackTable& table, double time) {
    std::vector<glm::dmat4> worlds;
    for (const Joint& joint : scene.joints) {
        glm::dvec3 translation = wide(joint.rest.translation);
        glm::dquat rotation = wide(joint.rest.rotation);
        glm::dvec3 scale = wide(joint.rest.scale);
        if (const JointTracks* tracks = table[worlds.size()]) {
            translation = valueAt(tracks->translation, time, translation);
            rotation = valueAt(tracks->rotation, time, rotation);
            scale = valueAt(tracks->scale, time, scale);
        }
        const glm::dmat4 local = glm::translate(glm::dmat4(1.0), translation) * glm::mat4_cast(rotation) *
                                 glm::scale(glm::dmat4(1.0), scale);
        worlds.push_back(joint.parent ? worlds[joint.parent->value] * local : local);
    }
    return worlds;
}

std::set<double> timesOf(const Clip& left, const Clip& right, double perSecond) {
    std::set<double> times;
    for (double frame = 0; frame / perSecond <= static_cast<double>(left.duration); ++frame)
        times.insert(frame / perSecond);
    for (const Clip* clip : {&left, &right}) {
        for (const JointTracks& tracks : clip->joints) {
            for (const std::vector<float>* keys :
                 {&tracks.translation.times, &tracks.rotation.times, &tracks.scale.times}) {
                for (const float key : *keys) {
                    times.insert(static_cast<double>(key));
                    times.insert(static_cast<double>(std::nextafter(key, 0.0F)));
                }
            }
        }
    }
    return times;
}

}  // namespace

double largestDisplacement(const Scene& scene, const Clip& left, const Clip& right,
                           std::span<const JointProbes> probes, double perSecond) {
    const TrackTable leftTable = tableOf(scene, left);
    const TrackTable rightTable = tableOf(scene, right);
    double largest = 0;
    for (const double time : timesOf(left, right, perSecond)) {
        const std::vector<glm::dmat4> leftWorlds = worldsAt(scene, leftTable, time);
        const std::vector<glm::dmat4> rightWorlds = worldsAt(scene, rightTable, time);
        for (std::size_t joint = 0; joint < leftWorlds.size(); ++joint) {
            const glm::dmat4 change = leftWorlds[joint] - rightWorlds[joint];
            for (const glm::dvec3& point : probes[joint].points)
                largest = std::max(largest, glm::length(glm::dvec3(change * glm::dvec4(point, 1.0))));
        }
    }
    return largest;
}

}  // namespace rigkiln
