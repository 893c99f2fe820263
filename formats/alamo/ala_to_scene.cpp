#include "formats/alamo/ala_to_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::alamo {
namespace {

/// Number of repaired keys of one bone, for one issue.
struct Mended {
    std::size_t rotations = 0;
    std::size_t notFinite = 0;
};

float frameTime(const AlaFile& file, std::size_t frame) {
    return static_cast<float>(static_cast<double>(frame) / static_cast<double>(file.framesPerSecond));
}

/// Times of all frames. Only the first frame when no bone has data per frame: the frame count in the header
/// is then only a length, and must not determine how much memory is taken.
std::vector<float> frameTimes(const AlaFile& file) {
    const bool isStill = std::ranges::none_of(file.bones, [&](const AlaBone& bone) {
        return hasTranslationTrack(file, bone) || hasScaleTrack(file, bone) || hasRotationTrack(file, bone) ||
               bone.visibilityBits;
    });
    std::vector<float> times(isStill ? 1 : file.frameCount);
    for (std::size_t frame = 0; frame < times.size(); ++frame)
        times[frame] = frameTime(file, frame);
    return times;
}

float unpack(std::int16_t packed) {
    // -32768 also means -1, as in every signed normalised format; the value itself could not be negated.
    constexpr std::int16_t kLargest = 32767;
    return static_cast<float>(std::max<std::int16_t>(packed, -kLargest)) / static_cast<float>(kLargest);
}

glm::quat toRotation(const PackedQuat& packed, Mended& mended) {
    const glm::quat rotation(unpack(packed[3]), unpack(packed[0]), unpack(packed[1]), unpack(packed[2]));
    if (isUnitKey(rotation)) return rotation;
    ++mended.rotations;
    constexpr float kNoDirection = 1e-3F;
    const float length = glm::length(rotation);
    return length < kNoDirection ? glm::quat(1.0F, 0.0F, 0.0F, 0.0F) : rotation / length;
}

glm::vec3 toVector(const Vec3& vector, float neutral, Mended& mended) {
    if (std::isfinite(vector[0]) && std::isfinite(vector[1]) && std::isfinite(vector[2]))
        return {vector[0], vector[1], vector[2]};
    ++mended.notFinite;
    return glm::vec3(neutral);
}

/// Makes one key per frame, or a single key for a constant.
template <class Value, class ValueAt>
Track<Value> makeTrack(bool isMoving, const std::vector<float>& times, ValueAt valueAt) {
    Track<Value> track;
    if (isMoving) {
        track.times = times;
    } else {
        track.times.push_back(0.0F);
    }
    track.values.reserve(track.times.size());
    for (std::size_t frame = 0; frame < track.times.size(); ++frame)
        track.values.push_back(valueAt(frame));
    return track;
}

/// Makes keys only where the visibility changes; the file stores a bit per frame.
Track<std::uint8_t> visibilityTrack(const AlaBone& bone, const std::vector<float>& times) {
    Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    for (std::size_t frame = 0; frame < times.size(); ++frame) {
        const auto visible = static_cast<std::uint8_t>(visibleAt(bone, frame) ? 1 : 0);
        if (!track.values.empty() && track.values.back() == visible) continue;
        track.times.push_back(times[frame]);
        track.values.push_back(visible);
    }
    return track;
}

/// Lists the frames whose step bit is set, as text such as "3,7-9": a list of numbers would be far larger.
std::string stepFrames(const std::vector<std::byte>& bits, std::size_t frameCount) {
    const auto isSet = [&](std::size_t frame) {
        return frame < frameCount && ((std::to_integer<unsigned>(bits[frame / 8]) >> (frame % 8)) & 1U) != 0;
    };
    std::string text;
    for (std::size_t frame = 0; frame < frameCount; ++frame) {
        if (!isSet(frame)) continue;
        const std::size_t first = frame;
        while (isSet(frame + 1))
            ++frame;
        text += fmt::format("{}{}", text.empty() ? "" : ",", first);
        if (frame > first) text += fmt::format("-{}", frame);
    }
    return text;
}

JointTracks makeTracks(const AlaFile& file, const AlaBone& bone, const std::vector<float>& times,
                       bool showWithoutTrack, Mended& mended) {
    JointTracks tracks;
    tracks.translation = makeTrack<glm::vec3>(hasTranslationTrack(file, bone), times, [&](std::size_t frame) {
        return toVector(translationAt(file, bone, frame), 0.0F, mended);
    });
    tracks.rotation = makeTrack<glm::quat>(hasRotationTrack(file, bone), times, [&](std::size_t frame) {
        return toRotation(rotationAt(file, bone, frame), mended);
    });
    tracks.scale = makeTrack<glm::vec3>(hasScaleTrack(file, bone), times, [&](std::size_t frame) {
        return toVector(scaleAt(file, bone, frame), 1.0F, mended);
    });
    if (bone.visibilityBits || showWithoutTrack) tracks.visibility = visibilityTrack(bone, times);
    tracks.holdsRestPose = bone.rest.value_or(0) == 1;
    if (bone.stepBits) tracks.extras.set("step_frames", stepFrames(*bone.stepBits, file.frameCount));
    return tracks;
}

Joint makeJoint(const AlaBone& bone, const JointTracks& tracks) {
    Joint joint;
    joint.name = bone.name;
    joint.sourceIndex = bone.index;
    joint.rest.translation = tracks.translation.values.front();
    joint.rest.rotation = glm::normalize(tracks.rotation.values.front());
    joint.rest.scale = tracks.scale.values.front();
    return joint;
}

void report(const Mended& mended, const AlaBone& bone, std::size_t block, Diagnostics& diagnostics) {
    const std::string where = fmt::format("bone[{}] {}", block, quote(bone.name));
    if (mended.rotations > 0) diagnostics.add(kBadRotation, where, fmt::format("{} keys", mended.rotations));
    if (mended.notFinite > 0)
        diagnostics.add(kClipNotFinite, where, fmt::format("{} keys", mended.notFinite));
}

constexpr std::uint32_t kRootIndex = 0;

}  // namespace

Scene alaToScene(const AlaFile& file, const ReadRequest& request, Diagnostics& diagnostics) {
    Scene scene;
    scene.name = request.name;
    scene.sourceFormat = "ala";
    scene.upAxis = UpAxis::ZUp;
    const std::vector<float> times = frameTimes(file);
    const bool showWithoutTrack = request.options.text(kVisibilityWithoutTrack) == "shown";

    Clip clip;
    clip.name = request.name;
    clip.duration = frameTime(file, file.frameCount - 1);
    clip.sourceFrameRate = file.framesPerSecond;
    clip.sourceFrameCount = file.frameCount;
    clip.binding = ClipBinding::ByIndex;
    if (file.frameCount == 1) diagnostics.add(kSingleFrame, "header");

    std::set<std::uint32_t> seen;
    const bool listsRoot =
        std::ranges::any_of(file.bones, [](const AlaBone& bone) { return bone.index == kRootIndex; });
    clip.joints.reserve(file.bones.size());
    scene.joints.reserve(file.bones.size() + (listsRoot ? 0 : 1));
    if (!listsRoot) {
        scene.joints.push_back({.name = "Root",
                                .parent = {},
                                .rest = {},
                                .visible = true,
                                .sourceIndex = kRootIndex,
                                .extras = {}});
    }
    for (std::size_t block = 0; block < file.bones.size(); ++block) {
        const AlaBone& bone = file.bones[block];
        if (!seen.insert(bone.index).second) {
            diagnostics.add(kDuplicateBone, fmt::format("bone[{}] {}", block, quote(bone.name)),
                            fmt::format("index {}", bone.index));
            continue;
        }
        Mended mended;
        JointTracks tracks = makeTracks(file, bone, times, showWithoutTrack, mended);
        report(mended, bone, block, diagnostics);
        tracks.joint = IndexOf<Joint>(scene.joints.size());
        Joint joint = makeJoint(bone, tracks);
        if (!listsRoot) joint.parent = IndexOf<Joint>(0);
        scene.joints.push_back(std::move(joint));
        clip.joints.push_back(std::move(tracks));
    }
    scene.clips.push_back(std::move(clip));
    return scene;
}

}  // namespace rigkiln::alamo
