#include "pipeline/process/resolve_scale_compensation.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

constexpr glm::vec3 kNoScale(1.0F);

/// Returns for each joint whether it ever has a scale, at rest or in a clip.
std::vector<bool> scaledJoints(const Scene& scene) {
    std::vector<bool> scaled(scene.joints.size());
    for (std::size_t i = 0; i < scaled.size(); ++i)
        scaled[i] = scene.joints[i].rest.scale != kNoScale;
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            const Track<glm::vec3>& scale = tracks.scale;
            const bool isConstantOne =
                scale.interpolation != Interpolation::CubicSpline &&
                std::ranges::all_of(scale.values, [](const glm::vec3& value) { return value == kNoScale; });
            if (!isConstantOne) scaled[tracks.joint.value] = true;
        }
    }
    return scaled;
}

/// Returns for each joint whether it is scaled and has a child that does not inherit the scale.
std::vector<bool> jointsToSplit(const Scene& scene) {
    const std::vector<bool> scaled = scaledJoints(scene);
    std::vector<bool> split(scene.joints.size());
    for (const Joint& joint : scene.joints) {
        if (joint.compensatesParentScale && joint.parent && scaled[joint.parent->value])
            split[joint.parent->value] = true;
    }
    return split;
}

/// Multiplies every value and tangent by a factor, which is the exact product for every interpolation.
void multiply(Track<glm::vec3>& track, const glm::vec3& factor) {
    for (glm::vec3& value : track.values)
        value *= factor;
}

/// Returns whether the track has only one key.
bool hasOneKey(const Track<glm::vec3>& track) {
    return track.times.size() < 2;
}

glm::vec3 firstValue(const Track<glm::vec3>& track) {
    return track.values[track.interpolation == Interpolation::CubicSpline ? 1 : 0];
}

/// Adds the frame times of the clip's source between `first` and `last`.
void addFrames(const Clip& clip, float first, float last, std::vector<float>& times) {
    if (!clip.sourceFrameRate || !(*clip.sourceFrameRate > 0)) return;
    const auto rate = static_cast<double>(*clip.sourceFrameRate);
    const std::size_t mostFrames = clip.sourceFrameCount;
    for (std::size_t frame = 0; frame < mostFrames; ++frame) {
        const auto time = static_cast<float>(static_cast<double>(frame) / rate);
        if (time > last) return;
        if (time >= first) times.push_back(time);
    }
}

/// Returns the product of a scale track and a translation track. Precondition: neither is empty.
Track<glm::vec3> product(const Clip& clip, const Track<glm::vec3>& scale, Track<glm::vec3> translation) {
    if (hasOneKey(scale)) {
        multiply(translation, firstValue(scale));
        return translation;
    }
    if (hasOneKey(translation)) {
        Track<glm::vec3> result = scale;
        multiply(result, firstValue(translation));
        return result;
    }
    Track<glm::vec3> result;
    addKeyTimes(scale, result.times);
    addKeyTimes(translation, result.times);
    const auto [first, last] = std::ranges::minmax(result.times);
    addFrames(clip, first, last, result.times);
    sortTimes(result.times);
    result.values.reserve(result.times.size());
    for (const float time : result.times)
        result.values.push_back(sampleTrack(scale, time) * sampleTrack(translation, time));
    const bool areSteps =
        scale.interpolation == Interpolation::Step && translation.interpolation == Interpolation::Step;
    if (areSteps) result.interpolation = Interpolation::Step;
    return result;
}

Track<glm::vec3> constantTrack(const glm::vec3& value) {
    return {.interpolation = Interpolation::Linear, .times = {0.0F}, .values = {value}};
}

/// New indices of each joint and of the objects on it.
struct Places {
    std::vector<IndexOf<Joint>> joint;
    std::vector<IndexOf<Joint>> load;  ///< node with the scale and the objects; the joint itself if unsplit
};

Places placesOf(const std::vector<bool>& split) {
    Places places;
    std::size_t next = 0;
    for (const bool isSplit : split) {
        places.joint.emplace_back(next);
        places.load.emplace_back(isSplit ? next + 1 : next);
        next += isSplit ? 2 : 1;
    }
    return places;
}

class Resolver {
public:
    Resolver(Scene& scene, std::vector<bool> split)
        : scene_(scene), split_(std::move(split)), places_(placesOf(split_)) {}

    void run() {
        for (Clip& clip : scene_.clips)
            moveTracks(clip);
        moveJoints();
        moveLoads();
    }

private:
    /// Returns whether the joint's translation has to be multiplied by its parent's scale.
    [[nodiscard]] bool isFreed(const Joint& joint) const {
        return joint.compensatesParentScale && joint.parent && split_[joint.parent->value];
    }

    /// Uses the old joints, so it must run before moveJoints.
    void moveTracks(Clip& clip) {
        const ClipInHand inHand(clip);
        std::map<std::size_t, JointTracks> tracksOf;
        for (JointTracks& tracks : clip.joints)
            tracksOf.emplace(tracks.joint.value, std::move(tracks));
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const Joint& joint = scene_.joints[i];
            if (isFreed(joint)) freeTranslation(clip, i, tracksOf);
        }
        const auto loads = std::ranges::count_if(tracksOf, [this](const auto& entry) {
            return split_[entry.first] && (!entry.second.scale.empty() || !entry.second.visibility.empty());
        });
        clip.joints = JointTrackList();
        clip.joints.reserve(tracksOf.size() + static_cast<std::size_t>(loads));
        for (auto& [joint, tracks] : tracksOf) {
            JointTracks load{.joint = places_.load[joint],
                             .translation = {},
                             .rotation = {},
                             .scale = {},
                             .visibility = {},
                             .extras = {}};
            tracks.joint = places_.joint[joint];
            if (split_[joint]) {
                load.scale = std::move(tracks.scale);
                load.visibility = std::move(tracks.visibility);
                tracks.scale = {};
                tracks.visibility = {};
            }
            clip.joints.push_back(std::move(tracks));
            if (!load.scale.empty() || !load.visibility.empty()) clip.joints.push_back(std::move(load));
        }
    }

    /// Can run for joints in any order, because parents keep their scale tracks until all translations are
    /// done.
    void freeTranslation(const Clip& clip, std::size_t index, std::map<std::size_t, JointTracks>& tracksOf) {
        const Joint& joint = scene_.joints[index];
        const std::size_t parent = joint.parent->value;
        const auto parentTracks = tracksOf.find(parent);
        const bool isParentMoved = parentTracks != tracksOf.end() && !parentTracks->second.scale.empty();
        const auto own = tracksOf.find(index);
        const bool isMoved = own != tracksOf.end() && !own->second.translation.empty();
        if (!isParentMoved && !isMoved) return;  // the rest pose is enough
        const Track<glm::vec3> scale =
            isParentMoved ? parentTracks->second.scale : constantTrack(scene_.joints[parent].rest.scale);
        Track<glm::vec3> translation =
            isMoved ? std::move(own->second.translation) : constantTrack(joint.rest.translation);
        JointTracks& tracks = tracksOf
                                  .try_emplace(index, JointTracks{.joint = IndexOf<Joint>(index),
                                                                  .translation = {},
                                                                  .rotation = {},
                                                                  .scale = {},
                                                                  .visibility = {},
                                                                  .extras = {}})
                                  .first->second;
        tracks.translation = product(clip, scale, std::move(translation));
    }

    void moveJoints() {
        std::vector<Joint> joints;
        joints.reserve(places_.load.back().value + 1);
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            Joint joint = scene_.joints[i];
            const bool isFree = isFreed(joint);
            if (isFree) joint.rest.translation *= scene_.joints[joint.parent->value].rest.scale;
            if (joint.parent)
                joint.parent =
                    isFree ? places_.joint[joint.parent->value] : places_.load[joint.parent->value];
            joint.compensatesParentScale = false;
            if (!split_[i]) {
                joints.push_back(std::move(joint));
                continue;
            }
            Joint load;
            load.name = joint.name + std::string(kScaleNodeSuffix);
            load.parent = places_.joint[i];
            load.rest.scale = std::exchange(joint.rest.scale, kNoScale);
            load.visible = std::exchange(joint.visible, true);
            joints.push_back(std::move(joint));
            joints.push_back(std::move(load));
        }
        scene_.joints = std::move(joints);
    }

    void moveLoads() {
        const auto move = [&](IndexOf<Joint>& joint) { joint = places_.load[joint.value]; };
        for (Skin& skin : scene_.skins)
            std::ranges::for_each(skin.joints, move);
        for (MeshInstance& instance : scene_.instances)
            move(instance.joint);
        for (Attachment& attachment : scene_.attachments)
            move(attachment.joint);
        for (Light& light : scene_.lights)
            move(light.joint);
    }

    Scene& scene_;
    std::vector<bool> split_;  ///< by old joint index
    Places places_;
};

}  // namespace

void resolveScaleCompensation(Scene& scene) {
    const bool isAsked =
        std::ranges::any_of(scene.joints, [](const Joint& joint) { return joint.compensatesParentScale; });
    if (!isAsked) return;
    Resolver(scene, jointsToSplit(scene)).run();
}

}  // namespace rigkiln
