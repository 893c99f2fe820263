#include "formats/bfres/animation/look_shapes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::bfres {
namespace {

const Track<std::uint8_t>& visibilityOf(const Clip& clip, IndexOf<Joint> joint) {
    static const Track<std::uint8_t> kNone;
    const auto tracks = std::ranges::lower_bound(clip.joints, joint, {}, &JointTracks::joint);
    return tracks != clip.joints.end() && tracks->joint == joint ? tracks->visibility : kNone;
}

}  // namespace

const PatternLooks& LookShapes::looksOf(const std::string& model, const Material& material) {
    const auto known = looks_.find(&material);
    if (known != looks_.end()) return known->second;
    const PatternLooks& looks =
        looks_.emplace(&material, PatternLooks(material, animations_, budget_)).first->second;
    if (looks.isRefused()) {
        diagnostics_.add(kTooManyLooks,
                         fmt::format("model {} material {}", quote(model), quote(material.name)),
                         fmt::format("above {}", PatternLooks::kMostLooks));
    }
    return looks;
}

const LookShape* LookShapes::add(const std::string& model, const std::string& shape, const Material& material,
                                 IndexOf<Joint> bone) {
    const PatternLooks& looks = looksOf(model, material);
    if (looks.materials().size() < 2) return nullptr;
    shapesOfLooks_[&looks].push_back(shapes_.size());
    shapesOfBone_[bone.value].push_back(shapes_.size());
    LookShape& added = shapes_.emplace_back(LookShape{.looks = &looks, .bone = bone, .joints = {}});
    for (std::size_t look = 0; look < looks.materials().size(); ++look) {
        Joint joint;
        joint.name = fmt::format("{}_look{}", shape, look);
        joint.parent = bone;
        joint.visible = look == 0 && scene_.joints[bone.value].visible;
        added.joints.emplace_back(scene_.joints.size());
        scene_.joints.push_back(std::move(joint));
    }
    return &added;
}

std::set<std::size_t> LookShapes::changedShapes(const Clip& clip, const Moved& moved) const {
    std::set<std::size_t> changed;
    const auto add = [&changed](const auto& shapesOf, const auto& key) {
        const auto shapes = shapesOf.find(key);
        if (shapes != shapesOf.end()) changed.insert(shapes->second.begin(), shapes->second.end());
    };
    for (const auto& [looks, motion] : moved)
        add(shapesOfLooks_, looks);
    for (const JointTracks& tracks : clip.joints) {
        if (!tracks.visibility.empty()) add(shapesOfBone_, tracks.joint.value);
    }
    return changed;
}

void LookShapes::addTracks(Clip& clip, const Moved& moved, double frameRate) {
    // Memory of a joint's tracks, in samples.
    constexpr std::size_t kSamplesOfTracks = 16;
    std::vector<JointTracks> added;
    for (const std::size_t index : changedShapes(clip, moved)) {
        const LookShape& shape = shapes_[index];
        const auto motion = moved.find(shape.looks);
        const Track<std::uint8_t>& bone = visibilityOf(clip, shape.bone);
        const bool isBoneVisible = scene_.joints[shape.bone.value].visible;
        for (std::size_t look = 0; look < shape.joints.size(); ++look) {
            Track<std::uint8_t> visibility = lookVisibility(
                look, motion == moved.end() ? nullptr : motion->second, bone, isBoneVisible, frameRate);
            budget_.take(fmt::format("texture patterns {}", quote(clip.name)),
                         kSamplesOfTracks + visibility.times.size());
            JointTracks& tracks = added.emplace_back();
            tracks.joint = shape.joints[look];
            tracks.visibility = std::move(visibility);
        }
    }
    std::ranges::move(added, std::back_inserter(clip.joints));
    std::ranges::stable_sort(clip.joints, {}, &JointTracks::joint);
}

bool LookShapes::show(const PatternAnimation& animation) const {
    return std::ranges::any_of(shapesOfLooks_, [&](const auto& entry) {
        return std::ranges::find(entry.first->motions(), &animation, &LookMotion::animation) !=
               entry.first->motions().end();
    });
}

/// Returns the motion up to the end of the clip.
const LookMotion& LookShapes::motionIn(const Clip& clip, const LookMotion& motion) {
    const PatternAnimation& animation = *motion.animation;
    const std::uint32_t lastFrame = clip.sourceFrameCount - 1;
    if (!animation.isLooping() || animation.frameCount <= 0) return motion;
    const auto period = static_cast<std::uint32_t>(animation.frameCount);
    if (period >= lastFrame) return motion;
    const std::uint64_t steps = lastFrame / period * motion.steps.size();
    if (!budget_.takeIfLeft(steps)) {
        diagnostics_.add(kNotRepeated, fmt::format("clip {} texture_patterns", quote(clip.name)),
                         fmt::format("{} keys", steps));
        return motion;
    }
    return repeated_.emplace_back(
        LookMotion{.animation = &animation, .steps = repeatSteps(motion.steps, period, lastFrame)});
}

void LookShapes::addTracks(const std::map<const PatternAnimation*, std::size_t>& clips, double frameRate) {
    if (shapes_.empty()) return;
    std::map<std::size_t, Moved> movedIn;
    for (const auto& [looks, shapes] : shapesOfLooks_) {
        for (const LookMotion& motion : looks->motions()) {
            const std::size_t clip = clips.at(motion.animation);
            Moved& moved = movedIn[clip];
            if (!moved.contains(looks)) moved.emplace(looks, &motionIn(scene_.clips[clip], motion));
        }
    }
    for (std::size_t index = 0; index < scene_.clips.size(); ++index) {
        const ClipInHand inHand(scene_.clips[index]);
        addTracks(scene_.clips[index], movedIn[index], frameRate);
    }
}

}  // namespace rigkiln::bfres
