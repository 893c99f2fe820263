#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/scene/scene_problems.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

template <class Value, class Place>
void checkTrack(const Track<Value>& track, float duration, const Place& where, SceneProblems& problems) {
    const std::size_t perKey = track.interpolation == Interpolation::CubicSpline ? 3 : 1;
    if (track.values.size() != track.times.size() * perKey) {
        problems.add(where,
                     fmt::format("has {} values for {} times", track.values.size(), track.times.size()));
    }
    if (track.empty()) return;
    problems.finiteStream(track.times, [&] { return where() + ".times"; });
    const auto notAscending =
        std::ranges::adjacent_find(track.times, [](float left, float right) { return !(left < right); });
    if (notAscending != track.times.end()) {
        problems.add(fmt::format("{}.times[{}]", where(), notAscending - track.times.begin() + 1),
                     "is not above the time before it");
    }
    if (track.times.front() < 0 || track.times.back() > duration) {
        problems.add(where() + ".times", fmt::format("run from {} to {}, expected within 0 to {}",
                                                     track.times.front(), track.times.back(), duration));
    }
}

template <class Place>
void checkJointTracks(const JointTracks& tracks, float duration, const Place& joint,
                      SceneProblems& problems) {
    const auto translation = [&] { return joint() + ".translation"; };
    const auto rotation = [&] { return joint() + ".rotation"; };
    const auto scale = [&] { return joint() + ".scale"; };
    const auto visibility = [&] { return joint() + ".visibility"; };
    checkTrack(tracks.translation, duration, translation, problems);
    checkTrack(tracks.rotation, duration, rotation, problems);
    checkTrack(tracks.scale, duration, scale, problems);
    checkTrack(tracks.visibility, duration, visibility, problems);
    problems.finiteStream(tracks.translation.values, [&] { return translation() + ".values"; });
    problems.finiteStream(tracks.scale.values, [&] { return scale() + ".values"; });
    const auto rotations = [&] { return rotation() + ".values"; };
    if (tracks.rotation.interpolation == Interpolation::CubicSpline) {
        problems.finiteStream(tracks.rotation.values, rotations);
    } else {
        problems.stream(tracks.rotation.values, rotations, "unit", isUnitKey);
    }
    problems.stream(
        tracks.visibility.values, [&] { return visibility() + ".values"; }, "0 or 1",
        [](std::uint8_t value) { return value <= 1; });
    if (!tracks.visibility.empty() && tracks.visibility.interpolation != Interpolation::Step) {
        problems.add(visibility, "is interpolated, expected Step");
    }
}

void checkMaterialTracks(const Scene& scene, const Clip& clip, const std::string& where,
                         SceneProblems& problems) {
    std::optional<std::uint32_t> previous;
    for (std::size_t m = 0; m < clip.materials.size(); ++m) {
        const MaterialTracks& tracks = clip.materials[m];
        const auto material = [&] { return fmt::format("{}.materials[{}]", where, m); };
        const auto offset = [&] { return material() + ".baseColorOffset"; };
        problems.index(tracks.material, scene.materials.size(), material, "materials");
        if (previous && tracks.material.value <= *previous) {
            problems.add(material, fmt::format("material {} does not come after material {}",
                                               tracks.material.value, *previous));
        }
        previous = tracks.material.value;
        checkTrack(tracks.baseColorOffset, clip.duration, offset, problems);
        problems.finiteStream(tracks.baseColorOffset.values, [&] { return offset() + ".values"; });
        const bool hasTexture = tracks.material.value >= scene.materials.size() ||
                                scene.materials[tracks.material.value].baseColorTexture.has_value();
        if (!tracks.baseColorOffset.empty() && !hasTexture)
            problems.add(offset,
                         fmt::format("material {} has no base colour texture", tracks.material.value));
    }
}

void checkClip(const Scene& scene, std::size_t i, SceneProblems& problems) {
    const LoadedClip loaded(scene.clips[i]);
    const Clip& clip = *loaded;
    const std::string where = fmt::format("clips[{}]", i);
    if (!isFinite(clip.duration) || clip.duration < 0)
        problems.add(where + ".duration", fmt::format("is {}, expected 0 or more", clip.duration));
    std::optional<std::uint32_t> previous;
    for (std::size_t j = 0; j < clip.joints.size(); ++j) {
        checkStop();
        const JointTracks& tracks = clip.joints[j];
        const auto joint = [&] { return fmt::format("{}.joints[{}]", where, j); };
        problems.index(tracks.joint, scene.joints.size(), joint, "joints");
        if (previous && tracks.joint.value <= *previous)
            problems.add(joint,
                         fmt::format("joint {} does not come after joint {}", tracks.joint.value, *previous));
        previous = tracks.joint.value;
        checkJointTracks(tracks, clip.duration, joint, problems);
    }
    checkMaterialTracks(scene, clip, where, problems);
    for (std::size_t e = 0; e < clip.events.size(); ++e) {
        if (!(clip.events[e].time >= (e == 0 ? 0.0F : clip.events[e - 1].time))) {
            problems.add(
                fmt::format("{}.events[{}]", where, e),
                fmt::format("is at {} s, before the one ahead of it or before 0", clip.events[e].time));
        }
    }
}

}  // namespace

void checkClips(const Scene& scene, SceneProblems& problems) {
    for (std::size_t i = 0; i < scene.clips.size(); ++i)
        checkClip(scene, i, problems);
}

}  // namespace rigkiln
