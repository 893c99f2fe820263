#include "tools/corpus/clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <glm/geometric.hpp>

namespace rigkiln::corpus {
namespace {

using alamo::AlaBone;
using alamo::AlaFile;
using alamo::AlaVersion;
using alamo::PackedQuat;
using alamo::PackedVec3;
using alamo::Vec3;

/// Samples of one bone in every frame, in the numbers of the file.
struct BoneSamples {
    std::vector<Vec3> translations;
    std::vector<Vec3> scales;
    std::vector<PackedQuat> rotations;
    std::vector<bool> visible;
};

template <class Value>
bool changes(const std::vector<Value>& values) {
    return std::any_of(values.begin(), values.end(),
                       [&](const Value& value) { return value != values.front(); });
}

PackedQuat negated(const PackedQuat& quat) {
    PackedQuat result{};
    std::transform(quat.begin(), quat.end(), result.begin(),
                   [](std::int16_t component) { return static_cast<std::int16_t>(-component); });
    return result;
}

void appendSample(BoneSamples& samples, const Bone& bone, const BoneMove& move) {
    // Unmoved bones keep the numbers of the model: computing them would round.
    const bool turned = move.turn != glm::dquat(1, 0, 0, 0);
    const bool shifted = move.shift != glm::dvec3(0, 0, 0);
    const Placement rest = restOf(bone);
    samples.rotations.push_back(turned ? pack(glm::normalize(rest.rotation * move.turn)) : bone.rotation);
    samples.translations.push_back(shifted ? toFloat3(rest.translation + move.shift) : bone.translation);
    samples.scales.push_back(toFloat3(move.scale));
    samples.visible.push_back(move.visible);
}

std::vector<BoneSamples> sampleMotion(const Skeleton& skeleton, const Motion& motion,
                                      const ClipOptions& options) {
    std::vector<BoneSamples> samples(skeleton.bones.size());
    for (std::uint32_t frame = 0; frame < options.frameCount; ++frame) {
        Moves moves(skeleton);
        motion(moves, frame / double{options.framesPerSecond});
        for (std::size_t bone = 0; bone < samples.size(); ++bone) {
            appendSample(samples[bone], skeleton.bones[bone], moves[bone]);
        }
    }
    return samples;
}

struct PackedTrack {
    Vec3 offset{};
    Vec3 scale{};
    std::vector<PackedVec3> values;
};

PackedTrack packTrack(const std::vector<Vec3>& values) {
    PackedTrack track;
    track.values.resize(values.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax_element(
            values.begin(), values.end(),
            [axis](const Vec3& left, const Vec3& right) { return left[axis] < right[axis]; });
        track.offset[axis] = (*low)[axis];
        track.scale[axis] = ((*high)[axis] - (*low)[axis]) / 65535.0F;
        if (track.scale[axis] == 0.0F) continue;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double steps =
                (double{values[i][axis]} - double{track.offset[axis]}) / double{track.scale[axis]};
            track.values[i][axis] = static_cast<std::uint16_t>(std::clamp(std::lround(steps), 0L, 65535L));
        }
    }
    return track;
}

std::vector<std::byte> packBits(const std::vector<bool>& bits) {
    std::vector<std::byte> bytes((bits.size() + 7) / 8);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (bits[i]) bytes[i / 8] |= std::byte{1} << (i % 8);
    }
    return bytes;
}

/// Makes the header of a bone and its tracks. Version 2 moves the tracks to pools later.
AlaBone makeBone(const Bone& bone, std::uint32_t index, const BoneSamples& samples,
                 const ClipOptions& options) {
    AlaBone result;
    result.name = bone.name;
    result.index = index;
    const bool moves = changes(samples.translations);
    const bool turns = changes(samples.rotations);
    const bool scales = changes(samples.scales);
    result.translationOffset = samples.translations.front();
    if (options.leavesGarbageScale && !moves) result.translationScale = {0.25F, 17.5F, 0.001F};
    result.scaleOffset = samples.scales.front();
    if (options.version == AlaVersion::V2) result.defaultRotation = samples.rotations.front();
    if (options.writesRestFlag) {
        const bool rests = !moves && !turns && !scales && samples.translations.front() == bone.translation &&
                           samples.rotations.front() == bone.rotation &&
                           samples.scales.front() == Vec3{1, 1, 1};
        result.rest = rests ? 1U : 0U;
    }
    if (moves) {
        PackedTrack track = packTrack(samples.translations);
        result.translationOffset = track.offset;
        result.translationScale = track.scale;
        result.translations = std::move(track.values);
    }
    if (scales) {
        PackedTrack track = packTrack(samples.scales);
        result.scaleOffset = track.offset;
        result.scaleScale = track.scale;
        result.scales = std::move(track.values);
    }
    if (turns) {
        result.rotations = samples.rotations;
    } else if (options.version == AlaVersion::V1) {
        result.rotations = std::vector<PackedQuat>{samples.rotations.front()};
    }
    const bool hides =
        std::find(samples.visible.begin(), samples.visible.end(), false) != samples.visible.end();
    if (hides) result.visibilityBits = packBits(samples.visible);
    return result;
}

template <class Word, std::size_t width>
void pool(std::optional<std::vector<Word>>& words, std::uint32_t block, std::uint32_t frameCount,
          const std::vector<std::vector<std::array<Word, width>>>& tracks) {
    if (block == 0) return;
    words.emplace();
    words->reserve(std::size_t{block} * frameCount);
    for (std::uint32_t frame = 0; frame < frameCount; ++frame) {
        for (const auto& track : tracks)
            words->insert(words->end(), track[frame].begin(), track[frame].end());
    }
}

template <class Track>
std::uint16_t moveToPool(std::optional<Track>& track, std::vector<Track>& tracks, std::uint32_t& block) {
    if (!track) return alamo::kNoTrack;
    const auto index = static_cast<std::uint16_t>(block);
    block += static_cast<std::uint32_t>(track->front().size());
    tracks.push_back(std::move(*track));
    track.reset();
    return index;
}

/// Moves the tracks of the bones to the pools of version 2.
void makePools(AlaFile& file) {
    std::vector<std::vector<PackedVec3>> translations;
    std::vector<std::vector<PackedVec3>> scales;
    std::vector<std::vector<PackedQuat>> rotations;
    for (AlaBone& bone : file.bones) {
        bone.translationIndex = moveToPool(bone.translations, translations, file.translationBlock);
        bone.scaleIndex = moveToPool(bone.scales, scales, file.scaleBlock);
        bone.rotationIndex = moveToPool(bone.rotations, rotations, file.rotationBlock);
    }
    pool(file.translationPool, file.translationBlock, file.frameCount, translations);
    pool(file.rotationPool, file.rotationBlock, file.frameCount, rotations);
    pool(file.scalePool, file.scaleBlock, file.frameCount, scales);
}

void flipSigns(BoneSamples& samples, Random& random) {
    if (!changes(samples.rotations)) return;
    for (PackedQuat& rotation : samples.rotations) {
        if (random.chance(0.5)) rotation = negated(rotation);
    }
}

}  // namespace

AlaFile makeClip(const Skeleton& skeleton, const Motion& motion, const ClipOptions& options, Random& random) {
    AlaFile file;
    file.version = options.version;
    file.frameCount = options.frameCount;
    file.framesPerSecond = options.framesPerSecond;
    std::vector<BoneSamples> samples = sampleMotion(skeleton, motion, options);
    for (std::size_t i = 1; i < samples.size(); ++i) {
        if (options.flipsSigns) flipSigns(samples[i], random);
        AlaBone bone = makeBone(skeleton.bones[i], static_cast<std::uint32_t>(i), samples[i], options);
        if (options.marksSteps && bone.translations) {
            std::vector<bool> steps(options.frameCount);
            steps[random.below(steps.size())] = true;
            bone.stepBits = packBits(steps);
        }
        file.bones.push_back(std::move(bone));
    }
    if (options.version == AlaVersion::V2) makePools(file);
    return file;
}

}  // namespace rigkiln::corpus
