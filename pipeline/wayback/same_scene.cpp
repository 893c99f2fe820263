#include "pipeline/wayback/same_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "pipeline/wayback/same_value.hpp"
#include "pipeline/wayback/sample_frame.hpp"

namespace rigkiln {
namespace {

constexpr float kSameComponent = 2e-6F;

template <class Element>
bool hasSameExtras(const std::vector<Element>& left, const std::vector<Element>& right) {
    return std::ranges::equal(
        left, right, [](const Element& l, const Element& r) { return isSameValue(l.extras, r.extras); });
}

/// Returns the parts that compareScenes compares to the bit: all but extras, whose numbers JSON changes, and
/// materials, whose pictures a kept file does not have.
Scene bare(const Scene& scene) {
    Scene shape;
    shape.joints = scene.joints;
    shape.skins = scene.skins;
    shape.meshes = scene.meshes;
    shape.instances = scene.instances;
    shape.attachments = scene.attachments;
    for (Joint& joint : shape.joints)
        joint.extras = {};
    for (Attachment& attachment : shape.attachments)
        attachment.extras = {};
    for (Mesh& mesh : shape.meshes)
        mesh.extras = {};
    for (MeshInstance& instance : shape.instances)
        instance.extras = {};
    return shape;
}

std::optional<std::size_t> jointLike(const Scene& scene, const Joint& joint) {
    const auto isIt = [&](const Joint& candidate) {
        return candidate.sourceIndex == joint.sourceIndex && equalIgnoringCase(candidate.name, joint.name);
    };
    auto found = std::ranges::find_if(scene.joints, isIt);
    if (found == scene.joints.end()) {
        found = std::ranges::find_if(scene.joints, [&](const Joint& candidate) {
            return equalIgnoringCase(candidate.name, joint.name);
        });
    }
    if (found == scene.joints.end()) return std::nullopt;
    return static_cast<std::size_t>(found - scene.joints.begin());
}

bool isClose(const glm::vec3& left, const glm::vec3& right) {
    const float reach = 1.0F + std::max({std::abs(right.x), std::abs(right.y), std::abs(right.z)});
    const glm::vec3 difference = glm::abs(left - right);
    return std::max({difference.x, difference.y, difference.z}) <= kSameComponent * reach;
}

bool isClose(const glm::quat& left, const glm::quat& right) {
    const auto largest = [](const glm::quat& q) {
        return std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z), std::abs(q.w)});
    };
    return largest(left - right) <= kSameComponent || largest(left + right) <= kSameComponent;
}

template <class Type>
Type valueAt(const Track<Type>* track, float time, const Type& rest) {
    return track == nullptr || track->empty() ? rest : sampleTrack(*track, time);
}

/// Whether two tracks, or their absence, say the same at the times of a kept clip.
template <class Type>
bool isSameTrack(const Track<Type>* was, const Track<Type>* is, const Type& rest, const glm::vec3& moved,
                 const std::vector<float>& times) {
    const auto isEmpty = [](const Track<Type>* track) { return track == nullptr || track->empty(); };
    if (isEmpty(was) && isEmpty(is)) return true;
    return std::ranges::all_of(times, [&](float time) {
        Type before = valueAt(was, time, rest);
        if constexpr (std::is_same_v<Type, glm::vec3>) {
            if (!isEmpty(was)) before += moved;
        }
        return isClose(before, valueAt(is, time, rest));
    });
}

bool isSameEvent(const ClipEvent& left, const ClipEvent& right) {
    return left.name == right.name && std::abs(left.time - right.time) <= kSameComponent &&
           isSameValue(left.extras, right.extras);
}

/// A kept clip's joints and the scene's.
class ClipComparison {
public:
    ClipComparison(const Scene& wasScene, const Scene& scene, const Clip& clip, ClipPlaces places)
        : wasScene_(wasScene), scene_(scene), was_(wasScene.clips.front()), is_(clip), places_(places) {
        const std::size_t frames = std::max<std::size_t>(was_.sourceFrameCount, 1);
        const double rate = static_cast<double>(was_.sourceFrameRate.value_or(1.0F));
        for (std::size_t frame = 0; frame < frames; ++frame)
            times_.push_back(timeOfFrame(frame, rate));
    }

    [[nodiscard]] bool isSame() const {
        if (std::abs(was_.duration - is_.duration) > kSameComponent * (1.0F + was_.duration)) return false;
        if (!std::ranges::equal(was_.events, is_.events, isSameEvent)) return false;
        std::map<std::size_t, const JointTracks*> before;
        for (const JointTracks& tracks : was_.joints) {
            const auto joint = jointLike(scene_, wasScene_.joints[tracks.joint.value]);
            if (!joint || !before.emplace(*joint, &tracks).second) return false;
        }
        std::map<std::size_t, const JointTracks*> after;
        for (const JointTracks& tracks : is_.joints)
            after.emplace(tracks.joint.value, &tracks);
        for (std::size_t joint = 0; joint < scene_.joints.size(); ++joint) {
            const auto find = [&](const std::map<std::size_t, const JointTracks*>& in) {
                const auto found = in.find(joint);
                return found == in.end() ? nullptr : found->second;
            };
            if (!isSameJoint(joint, find(before), find(after))) return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool isSameJoint(std::size_t joint, const JointTracks* was, const JointTracks* is) const {
        if (was == nullptr && is == nullptr) return true;
        const Transform& rest = scene_.joints[joint].rest;
        // Where a model's root stands elsewhere than the clip's own, the clip was moved there.
        const glm::vec3 moved = was == nullptr
                                    ? glm::vec3(0.0F)
                                    : rest.translation - wasScene_.joints[was->joint.value].rest.translation;
        const bool isOffset = places_ == ClipPlaces::OffsetsFromRest;
        const auto track = [](const JointTracks* tracks, auto member) {
            return tracks == nullptr ? nullptr : &(tracks->*member);
        };
        return isSameTrack(track(was, &JointTracks::translation), track(is, &JointTracks::translation),
                           rest.translation, isOffset ? moved : glm::vec3(0.0F), times_) &&
               isSameTrack(track(was, &JointTracks::rotation), track(is, &JointTracks::rotation),
                           rest.rotation, {}, times_) &&
               isSameTrack(track(was, &JointTracks::scale), track(is, &JointTracks::scale), rest.scale, {},
                           times_);
    }

    const Scene& wasScene_;
    const Scene& scene_;
    const Clip& was_;
    const Clip& is_;
    ClipPlaces places_;
    std::vector<float> times_;
};

}  // namespace

bool hasSameShape(const Scene& was, const Scene& is) {
    if (!hasSameExtras(was.joints, is.joints) || !hasSameExtras(was.attachments, is.attachments))
        return false;
    // Writing weights makes them sum to 1, which is rounding.
    return compareScenes(bare(was), bare(is), {.length = kSameComponent / 2}, 1).empty();
}

bool hasSameMotion(const Scene& was, const Scene& scene, const Clip& clip, ClipPlaces places) {
    return ClipComparison(was, scene, clip, places).isSame();
}

}  // namespace rigkiln
