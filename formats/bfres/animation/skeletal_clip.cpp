#include "formats/bfres/animation/skeletal_clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/bfres/animation/bone_channels.hpp"
#include "formats/bfres/animation/evaluate_curve.hpp"
#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/base/user_data_value.hpp"
#include "formats/bfres/model/bone_pose.hpp"
#include "pipeline/base/name_list.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

/// Returns the common type of the part's curves if they need no sampling: all cubic or all linear,
/// continuous, with the same key frames inside the clip, and constant outside their keys.
std::optional<CurveType> sharedShape(const Part<3>& part, double lastFrame) {
    const Curve* first = nullptr;
    for (const Channel& channel : part.channels) {
        const Curve* const curve = channel.curve;
        if (curve == nullptr) continue;
        const bool isShape = curve->type() == CurveType::Cubic || curve->type() == CurveType::Linear;
        if (!isShape || !isContinuous(*curve)) return std::nullopt;
        if (first == nullptr) {
            first = curve;
            continue;
        }
        if (curve->type() != first->type() || curve->keyCount != first->keyCount) return std::nullopt;
        for (std::size_t key = 0; key < first->keyCount; ++key) {
            if (frameOfKey(*curve, key) != frameOfKey(*first, key)) return std::nullopt;
        }
    }
    if (first == nullptr) return std::nullopt;
    const double begin = frameOfKey(*first, 0);
    const double end = frameOfKey(*first, first->keyCount - std::size_t{1});
    const bool isInside = begin >= 0 && end <= lastFrame;
    const auto clamps = [&](const Channel& channel) {
        return channel.curve == nullptr ||
               ((begin == 0 || channel.curve->preWrap() == CurveWrap::Clamp) &&
                (end == lastFrame || channel.curve->postWrap() == CurveWrap::Clamp));
    };
    return isInside && std::ranges::all_of(part.channels, clamps) ? std::optional(first->type())
                                                                  : std::nullopt;
}

/// Animated bone, with the common types of its curves (sharedShape).
struct MovedBone {
    const BoneAnimation* animation = nullptr;
    const BoundBone* bound = nullptr;
    BoneChannels channels{};
    std::optional<CurveType> scaleShape{};
    std::optional<CurveType> translateShape{};
};

class ClipBuilder {
public:
    ClipBuilder(const SkeletalAnimation& animation, const ClipContext& context)
        : animation_(animation),
          context_(context),
          where_(fmt::format("animation {}", quote(animation.name))),
          lastFrame_(static_cast<double>(animation.frameCount)) {}

    Clip build(const BoneIndex& bones) && {
        Clip clip;
        clip.name = animation_.name;
        clip.duration = timeOf(lastFrame_);
        clip.sourceFrameRate = static_cast<float>(context_.frameRate);
        clip.sourceFrameCount = animation_.frameCount < UINT32_MAX ? animation_.frameCount + 1 : UINT32_MAX;
        std::vector<MovedBone> moved = movedBones(bones);
        takeSamples(moved);
        for (MovedBone& bone : moved)
            addTracks(bone, clip);
        clip.joints.shrink_to_fit();
        std::ranges::stable_sort(clip.joints, {}, &JointTracks::joint);
        setExtras(clip);
        report();
        return clip;
    }

private:
    /// Number of frames of the clip.
    [[nodiscard]] std::uint64_t frames() const { return std::uint64_t{animation_.frameCount} + 1; }
    [[nodiscard]] float timeOf(double frame) const { return static_cast<float>(frame / context_.frameRate); }

    /// Returns each animated bone once, in file order.
    std::vector<MovedBone> movedBones(const BoneIndex& bones) {
        std::vector<MovedBone> moved;
        std::set<std::size_t> seen;
        for (const BoneAnimation& bone : animation_.bones) {
            const auto found = bones.find(bone.name);
            if (found == bones.end()) {
                missing_.add(quote(bone.name));
            } else if (!seen.insert(found->second.joint.value).second) {
                twice_.add(quote(bone.name));
            } else {
                const BoneChannels channels = channelsOf(bone, animation_.rotation(), found->second);
                moved.push_back({.animation = &bone,
                                 .bound = &found->second,
                                 .channels = channels,
                                 .scaleShape = sharedShape(channels.scale, lastFrame_),
                                 .translateShape = sharedShape(channels.translate, lastFrame_)});
            }
        }
        return moved;
    }

    /// Takes the samples of all sampled tracks from the budget before making any: a damaged frame count then
    /// costs no memory.
    void takeSamples(const std::vector<MovedBone>& moved) const {
        std::uint64_t tracks = 0;
        for (const MovedBone& bone : moved) {
            tracks += bone.channels.rotate.isMoving ? 1U : 0U;
            tracks += bone.channels.scale.isMoving && !bone.scaleShape ? 1U : 0U;
            tracks += bone.channels.translate.isMoving && !bone.translateShape ? 1U : 0U;
        }
        context_.budget.take(where_, tracks * frames());
    }

    void addTracks(MovedBone& moved, Clip& clip) {
        const BoneAnimation& bone = *moved.animation;
        const BoundBone& bound = *moved.bound;
        BoneChannels& channels = moved.channels;
        if (channels.unknownTargets > 0) unknown_.add(quote(bone.name));
        if (channels.lacksBase) lacking_.add(quote(bone.name));
        if (bound.bone != nullptr && bound.bone->compensatesScale() != bone.compensatesScale())
            compensation_.add(quote(bone.name));
        notFiniteHere_ = false;
        JointTracks tracks{.joint = bound.joint,
                           .translation = vectorTrack(channels.translate, moved.translateShape, 0),
                           .rotation = rotationTrack(channels.rotate),
                           .scale = vectorTrack(channels.scale, moved.scaleShape, 1),
                           .visibility = {},
                           .extras = {}};
        if (notFiniteHere_) notFinite_.add(quote(bone.name));
        if (bound.bone != nullptr) dropRest(tracks, restPose(*bound.bone, bound.rotation));
        const bool isEmpty = tracks.translation.empty() && tracks.rotation.empty() && tracks.scale.empty();
        if (!isEmpty) clip.joints.push_back(std::move(tracks));
    }

    template <class Value>
    static void dropIfRest(Track<Value>& track, const Value& rest) {
        if (track.times.size() == 1 && track.values.front() == rest) track = {};
    }

    static void dropRest(JointTracks& tracks, const Transform& rest) {
        dropIfRest(tracks.translation, rest.translation);
        dropIfRest(tracks.rotation, rest.rotation);
        dropIfRest(tracks.scale, rest.scale);
    }

    float finite(double value, float neutral) {
        const auto number = static_cast<float>(value);
        if (std::isfinite(number)) return number;
        notFiniteHere_ = true;
        return neutral;
    }

    glm::vec3 vectorAt(Part<3>& part, double frame, float neutral) {
        return {finite(part.channels[0].at(frame), neutral), finite(part.channels[1].at(frame), neutral),
                finite(part.channels[2].at(frame), neutral)};
    }

    template <class Value>
    static Track<Value> constant(const Value& value) {
        return {.interpolation = Interpolation::Linear, .times = {0.0F}, .values = {value}};
    }

    /// Times of all frames of the clip.
    [[nodiscard]] std::vector<float> sampleTimes() const {
        std::vector<float> times(static_cast<std::size_t>(frames()));
        for (std::size_t frame = 0; frame < times.size(); ++frame)
            times[frame] = timeOf(static_cast<double>(frame));
        return times;
    }

    Track<glm::vec3> vectorTrack(Part<3>& part, std::optional<CurveType> shape, float neutral) {
        if (!part.isStated) return {};
        if (!part.isMoving) return constant(vectorAt(part, 0, neutral));
        return shape ? keyedTrack(part, *shape, neutral) : sampledTrack(part, neutral);
    }

    Track<glm::vec3> sampledTrack(Part<3>& part, float neutral) {
        Track<glm::vec3> track{.interpolation = Interpolation::Linear, .times = sampleTimes(), .values = {}};
        track.values.reserve(track.times.size());
        for (std::size_t frame = 0; frame < track.times.size(); ++frame)
            track.values.push_back(vectorAt(part, static_cast<double>(frame), neutral));
        return track;
    }

    /// Converts the curves' own keys. Slopes per frame become tangents per second.
    Track<glm::vec3> keyedTrack(Part<3>& part, CurveType shape, float neutral) {
        const auto curve = std::ranges::find_if(part.channels, [](const Channel& channel) {
                               return channel.curve != nullptr;
                           })->curve;
        if (curve->keyCount == 1) return constant(vectorAt(part, frameOfKey(*curve, 0), neutral));
        const bool isCubic = shape == CurveType::Cubic;
        Track<glm::vec3> track{.interpolation = isCubic ? Interpolation::CubicSpline : Interpolation::Linear,
                               .times = {},
                               .values = {}};
        for (std::size_t key = 0; key < curve->keyCount; ++key) {
            const double frame = frameOfKey(*curve, key);
            track.times.push_back(timeOf(frame));
            if (isCubic) track.values.push_back(tangent(part, key, &slopeBefore));
            track.values.push_back(vectorAt(part, frame, neutral));
            if (isCubic) track.values.push_back(tangent(part, key, &slopeBehind));
        }
        // Key frames very close together can have the same time as float.
        const bool ascends =
            std::ranges::adjacent_find(track.times, std::ranges::greater_equal()) == track.times.end();
        if (ascends) return track;
        context_.budget.take(where_, frames());
        return sampledTrack(part, neutral);
    }

    glm::vec3 tangent(const Part<3>& part, std::size_t key, double (*slope)(const Curve&, std::size_t)) {
        glm::vec3 result(0.0F);
        for (int axis = 0; axis < 3; ++axis) {
            const Curve* const curve = part.channels.at(static_cast<std::size_t>(axis)).curve;
            if (curve != nullptr) result[axis] = finite(slope(*curve, key) * context_.frameRate, 0.0F);
        }
        return result;
    }

    glm::quat rotationAt(Part<4>& part, double frame) {
        std::array<double, 4> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double value = part.channels[i].at(frame);
            numbers[i] = std::isfinite(value) ? value : 0;
            if (!std::isfinite(value)) notFiniteHere_ = true;
        }
        return rotationOf(numbers, animation_.rotation());
    }

    Track<glm::quat> rotationTrack(Part<4>& part) {
        if (!part.isStated) return {};
        if (!part.isMoving) return constant(rotationAt(part, 0));
        Track<glm::quat> track{.interpolation = Interpolation::Linear, .times = sampleTimes(), .values = {}};
        track.values.reserve(track.times.size());
        for (std::size_t frame = 0; frame < track.times.size(); ++frame)
            track.values.push_back(rotationAt(part, static_cast<double>(frame)));
        return track;
    }

    void setExtras(Clip& clip) const {
        if (animation_.isLooping()) clip.extras.set("loop", true);
        clip.extras.set("scaling", std::string(scalingName(animation_.scaling())));
        if (!animation_.userData.empty()) clip.extras.set("user_data", userDataValue(animation_.userData));
    }

    void report() const {
        const std::size_t count = animation_.bones.size();
        const auto add = [&](const IssueKind& kind, const NameList& names) {
            if (!names.empty()) context_.diagnostics.add(kind, where_, names.text(count, "bones"));
        };
        add(kBoneMissing, missing_);
        add(kBoneTwice, twice_);
        add(kUnknownTarget, unknown_);
        add(kBaseMissing, lacking_);
        add(kClipNotFinite, notFinite_);
        add(kCompensationDiffers, compensation_);
        if (animation_.scaling() == ScalingMode::Softimage)
            context_.diagnostics.add(kScalingMode, where_, std::string(scalingName(animation_.scaling())));
    }

    const SkeletalAnimation& animation_;
    const ClipContext& context_;
    std::string where_;
    double lastFrame_;
    bool notFiniteHere_ = false;
    NameList missing_;
    NameList twice_;
    NameList unknown_;
    NameList lacking_;
    NameList notFinite_;
    NameList compensation_;
};

}  // namespace

std::string_view scalingName(ScalingMode mode) {
    static constexpr std::array<std::string_view, 4> kNames = {"none", "standard", "maya", "softimage"};
    return kNames.at(static_cast<std::size_t>(mode));
}

Clip makeSkeletalClip(const SkeletalAnimation& animation, const BoneIndex& bones,
                      const ClipContext& context) {
    return ClipBuilder(animation, context).build(bones);
}

}  // namespace rigkiln::bfres
