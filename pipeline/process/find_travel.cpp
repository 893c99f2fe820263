#include "pipeline/process/find_travel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/animation/track_shape.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/scene/add_tracks.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Matrix that leaves out the height.
const glm::dmat3 kOntoGround(1, 0, 0, 0, 0, 0, 0, 0, 1);

/// Returns how far keys go: the distance of the last from the first, or of any if that is a detour; 0 if they
/// only sway. `toModel` turns the keys into model space.
double reachOf(const Track<glm::vec3>& track, const glm::dmat3& toModel, double size) {
    if (track.empty()) return 0;
    const glm::dvec3 start(valueAt(track, 0));
    glm::dvec3 place(0.0);  // from the start
    double length = 0;
    double farthest = 0;
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const glm::dvec3 next = kOntoGround * toModel * (glm::dvec3(valueAt(track, key)) - start);
        length += glm::distance(place, next);
        place = next;
        farthest = std::max(farthest, glm::length(place));
    }
    const double end = glm::length(place);
    if (end > kLeastTravel * size && end > kLeastShare * length) return end;
    return farthest > kLeastDetour * size ? farthest : 0;
}

/// Returns the number of joints on and below each joint.
std::vector<std::size_t> countBelow(const Scene& scene) {
    std::vector<std::size_t> counts(scene.joints.size(), 1);
    for (std::size_t i = scene.joints.size(); i-- > 0;) {
        if (const auto& parent = scene.joints[i].parent) counts[parent->value] += counts[i];
    }
    return counts;
}

/// One joint and those above it, in one clip.
class Chain {
public:
    Chain(const Scene& scene, const Clip& clip, IndexOf<Joint> joint) {
        for (std::optional<IndexOf<Joint>> next = joint; next; next = scene.joints[next->value].parent)
            links_.push_back({.rest = &scene.joints[next->value].rest, .tracks = nullptr, .joint = *next});
        std::ranges::reverse(links_);
        for (Link& link : links_) {
            const auto found = std::ranges::lower_bound(clip.joints, link.joint, {}, &JointTracks::joint);
            if (found != clip.joints.end() && found->joint == link.joint) link.tracks = &*found;
        }
    }

    /// Tracks of the joint itself; null: none.
    [[nodiscard]] const JointTracks* ownTracks() const { return links_.back().tracks; }

    /// Whether the clip holds all joints above in their places.
    [[nodiscard]] bool isStillAbove() const {
        const auto isStill = [](const auto& track) { return track.empty() || isConstant(track); };
        return std::all_of(links_.begin(), links_.end() - 1, [&](const Link& link) {
            return link.tracks == nullptr || (isStill(link.tracks->translation) &&
                                              isStill(link.tracks->rotation) && isStill(link.tracks->scale));
        });
    }

    /// Matrix from the space of the joint to model space.
    [[nodiscard]] glm::dmat4 at(float time) const { return product(time, links_.size()); }
    /// Matrix from the space of the joint's parent to model space.
    [[nodiscard]] glm::dmat4 aboveAt(float time) const { return product(time, links_.size() - 1); }

    /// Times of all keys.
    [[nodiscard]] std::vector<float> keyTimes() const {
        std::vector<float> times;
        for (const Link& link : links_) {
            if (link.tracks == nullptr) continue;
            addKeyTimes(link.tracks->translation, times);
            addKeyTimes(link.tracks->rotation, times);
            addKeyTimes(link.tracks->scale, times);
        }
        return times;
    }

private:
    struct Link {
        const Transform* rest;
        const JointTracks* tracks;  ///< null: none
        IndexOf<Joint> joint;
    };

    [[nodiscard]] glm::dmat4 product(float time, std::size_t count) const {
        glm::dmat4 matrix(1.0);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [rest, tracks, joint] = links_[i];
            if (tracks == nullptr) {
                matrix *= toMatrix(*rest);
                continue;
            }
            const auto sampled = [time](const auto& track, const auto& otherwise) {
                return track.empty() ? otherwise : sampleWide(track, time);
            };
            matrix *= toMatrix(sampled(tracks->translation, glm::dvec3(rest->translation)),
                               sampled(tracks->rotation, glm::dquat(rest->rotation)),
                               sampled(tracks->scale, glm::dvec3(rest->scale)));
        }
        return matrix;
    }

    std::vector<Link> links_;  ///< from the root down
};

/// Returns the path of a joint that nothing above moves.
Track<glm::vec3> keyedPath(const Chain& chain) {
    Track<glm::vec3> path = chain.ownTracks()->translation;
    const glm::dvec3 start(valueAt(path, 0));
    const glm::dmat3 toGround = kOntoGround * glm::dmat3(chain.aboveAt(0));
    const bool isSpline = path.interpolation == Interpolation::CubicSpline;
    for (std::size_t i = 0; i < path.values.size(); ++i) {
        const bool isTangent = isSpline && i % 3 != 1;
        const glm::dvec3 value = glm::dvec3(path.values[i]) - (isTangent ? glm::dvec3(0.0) : start);
        path.values[i] = glm::vec3(toGround * value);
    }
    return path;
}

/// Returns ascending times of all keys, and times between that are near enough.
std::vector<float> pathTimes(const Chain& chain, float duration) {
    std::vector<float> times = chain.keyTimes();
    times.push_back(0.0F);
    times.push_back(duration);
    const double frames = static_cast<double>(duration) * kPathRate;
    if (frames <= static_cast<double>(kMostSamples)) {
        for (double frame = 1; frame < frames; ++frame)
            times.push_back(static_cast<float>(frame / kPathRate));
    }
    sortTimes(times);
    return times;
}

Track<glm::vec3> sampledPath(const Chain& chain, float duration) {
    Track<glm::vec3> path;
    path.times = pathTimes(chain, duration);
    const glm::dvec3 start(chain.at(0)[3]);
    for (const float time : path.times) {
        checkStop();
        path.values.emplace_back(kOntoGround * (glm::dvec3(chain.at(time)[3]) - start));
    }
    return path;
}

double lengthOf(const Track<glm::vec3>& path) {
    constexpr int kPartsOfSpline = 8;
    const int parts = path.interpolation == Interpolation::CubicSpline ? kPartsOfSpline : 1;
    double length = 0;
    glm::dvec3 last(valueAt(path, 0));
    for (std::size_t key = 1; key < path.times.size(); ++key) {
        const auto from = static_cast<double>(path.times[key - 1]);
        const double span = static_cast<double>(path.times[key]) - from;
        for (int part = 1; part <= parts; ++part) {
            const glm::dvec3 next = sampleWide(path, static_cast<float>(from + span * part / parts));
            length += glm::distance(last, next);
            last = next;
        }
    }
    return length;
}

/// Returns the turn around Y, in degrees within -180 and 180, that leads from one pose to another.
double turnBetween(const glm::dmat4& from, const glm::dmat4& to) {
    const glm::dquat turn = glm::dquat(decompose(to).transform.rotation) *
                            glm::inverse(glm::dquat(decompose(from).transform.rotation));
    if (turn.y == 0 && turn.w == 0) return 0;
    const double degrees = 2 * std::atan2(turn.y, turn.w) * 180 / std::numbers::pi;
    return std::remainder(degrees, 360.0);
}

}  // namespace

std::vector<std::optional<IndexOf<Joint>>> findCarriers(const Scene& scene, const RigidModels& models,
                                                        double size) {
    std::vector<double> reach(scene.joints.size(), 0);
    const RestTree tree(scene);
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            checkStop();
            const auto& parent = scene.joints[tracks.joint.value].parent;
            const glm::dmat3 toModel = parent ? tree.axes[parent->value] : glm::dmat3(1.0);
            double& own = reach[tracks.joint.value];
            own = std::max(own, reachOf(tracks.translation, toModel, size));
        }
    }
    std::vector<std::size_t> modelSizes(models.all.size(), 0);
    for (std::size_t i = 0; i < scene.joints.size(); ++i)
        ++modelSizes[models.of(IndexOf<Joint>(i))];
    const std::vector<std::size_t> below = countBelow(scene);
    std::vector<double> farthest(models.all.size(), 0);
    for (std::size_t i = 0; i < reach.size(); ++i) {
        const std::size_t model = models.of(IndexOf<Joint>(i));
        if (2 * below[i] <= modelSizes[model]) reach[i] = 0;
        farthest[model] = std::max(farthest[model], reach[i]);
    }
    // Joints that more than half of the others are below are on one chain, so the first is the highest.
    std::vector<std::optional<IndexOf<Joint>>> carriers(models.all.size());
    for (std::size_t i = 0; i < reach.size(); ++i) {
        const std::size_t model = models.of(IndexOf<Joint>(i));
        if (!carriers[model] && reach[i] > 0 && 2 * reach[i] >= farthest[model])
            carriers[model] = IndexOf<Joint>(i);
    }
    return carriers;
}

std::optional<Travel> findTravel(const Scene& scene, const Clip& clip, IndexOf<Joint> joint, double size) {
    const Chain chain(scene, clip, joint);
    const bool isStillAbove = chain.isStillAbove();
    const bool isStill = chain.ownTracks() == nullptr || chain.ownTracks()->translation.times.size() < 2;
    if (isStillAbove && isStill) return std::nullopt;
    Travel travel;
    travel.path = isStillAbove ? keyedPath(chain) : sampledPath(chain, clip.duration);
    if (!(reachOf(travel.path, glm::dmat3(1.0), size) > 0)) return std::nullopt;
    const glm::vec3& end = valueAt(travel.path, travel.path.times.size() - 1);
    travel.end = {end.x, end.z};
    travel.distance = lengthOf(travel.path);
    travel.turn = turnBetween(chain.at(0), chain.at(clip.duration));
    return travel;
}

}  // namespace rigkiln
