#include "pipeline/process/bind_clips.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/base/name_list.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Distance from the origin to the farthest joint at rest.
double reachOf(const Scene& scene) {
    double reach = 0;
    for (const glm::dmat4& world : worldMatrices(scene, restPose(scene))) {
        reach = std::max(reach, glm::length(glm::dvec3(world[3])));
    }
    return reach;
}

double angleBetween(const glm::quat& left, const glm::quat& right) {
    const glm::dquat difference =
        glm::normalize(glm::dquat(left)) * glm::conjugate(glm::normalize(glm::dquat(right)));
    return 2 * std::asin(std::min(1.0, glm::length(glm::dvec3(difference.x, difference.y, difference.z))));
}

bool isSameScale(const glm::vec3& value, const glm::vec3& rest) {
    return glm::distance(glm::dvec3(value), glm::dvec3(rest)) <= kRestRelativeTolerance;
}

template <class Value, class IsSame>
void dropIfRest(Track<Value>& track, const Value& rest, IsSame isSame) {
    if (track.times.size() == 1 && isSame(track.values.front(), rest)) track = {};
}

void dropRest(JointTracks& tracks, const Joint& joint, double reach, NameList& notAtRest) {
    const double length = glm::length(glm::dvec3(joint.rest.translation));
    const double translationTolerance =
        std::max(kRestRelativeTolerance * length, tracks.holdsRestPose ? kRestReachTolerance * reach : 0.0);
    dropIfRest(tracks.translation, joint.rest.translation,
               [&](const glm::vec3& value, const glm::vec3& rest) {
                   return glm::distance(glm::dvec3(value), glm::dvec3(rest)) <= translationTolerance;
               });
    dropIfRest(tracks.scale, joint.rest.scale, isSameScale);
    dropIfRest(tracks.visibility, static_cast<std::uint8_t>(joint.visible ? 1 : 0), std::equal_to<>());
    const double rotationTolerance = tracks.holdsRestPose ? kRestRotationTolerance : 0.0;
    dropIfRest(tracks.rotation, joint.rest.rotation, [&](const glm::quat& value, const glm::quat& rest) {
        return value == rest || angleBetween(value, rest) < rotationTolerance;
    });
    const bool isAtRest = tracks.translation.empty() && tracks.rotation.empty() && tracks.scale.empty();
    if (tracks.holdsRestPose && !isAtRest) notAtRest.add(quote(joint.name));
}

void report(Diagnostics& diagnostics, const IssueKind& kind, const Clip& clip, const NameList& names,
            std::size_t of, std::string_view what = "joints") {
    if (!names.empty()) diagnostics.add(kind, fmt::format("clip {}", quote(clip.name)), names.text(of, what));
}

template <class Map, class Key>
std::optional<typename Map::mapped_type> valueOf(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

ClipBinder::ClipBinder(Scene& model) : model_(model), reach_(reachOf(model)) {
    std::vector<std::size_t> roots;  // of each joint
    roots.reserve(model.joints.size());
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
        const Joint& joint = model.joints[i];
        roots.push_back(joint.parent ? roots[joint.parent->value] : i);
        if (joint.sourceIndex) byIndex_.emplace(*joint.sourceIndex, IndexOf<Joint>(i));
        const auto [named, isNew] = byName_.emplace(foldCase(joint.name), IndexOf<Joint>(i));
        if (!isNew && roots[named->second.value] != roots[i]) elsewhere_.insert(named->first);
    }
    for (std::size_t i = 0; i < model.materials.size(); ++i)
        materialsByName_.emplace(foldCase(model.materials[i].name), IndexOf<Material>(i));
}

std::optional<IndexOf<Joint>> ClipBinder::find(const Joint& joint, ClipBinding binding) const {
    if (binding == ClipBinding::ByName) return valueOf(byName_, foldCase(joint.name));
    return joint.sourceIndex ? valueOf(byIndex_, *joint.sourceIndex) : std::nullopt;
}

void ClipBinder::bindMaterials(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const {
    NameList missing;
    std::vector<MaterialTracks> bound;
    for (MaterialTracks& tracks : clip.materials) {
        const std::string& name = clips.materials[tracks.material.value].name;
        const auto found = valueOf(materialsByName_, foldCase(name));
        if (!found || !model_.materials[found->value].baseColorTexture) {
            missing.add(quote(name));
            continue;
        }
        tracks.material = *found;
        bound.push_back(std::move(tracks));
    }
    report(diagnostics, kClipMaterialMissing, clip, missing, clip.materials.size(), "materials");
    std::ranges::stable_sort(bound, {}, &MaterialTracks::material);
    const auto isSame = [](const MaterialTracks& left, const MaterialTracks& right) {
        return left.material == right.material;
    };
    bound.erase(std::unique(bound.begin(), bound.end(), isSame), bound.end());
    clip.materials = std::move(bound);
}

Status ClipBinder::bindClip(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const {
    NameList mismatched;
    NameList missing;
    NameList notAtRest;
    NameList elsewhere;
    const ClipInHand inHand(clip);
    std::vector<JointTracks> bound;
    bound.reserve(clip.joints.size());
    for (JointTracks& tracks : clip.joints) {
        const Joint& own = clips.joints[tracks.joint.value];
        const auto found = find(own, clip.binding);
        if (!found && clip.binding == ClipBinding::ByIndex) {
            return kClipNotBound.at(
                fmt::format("clip {}", quote(clip.name)),
                fmt::format("moves joint {} {}, the model has {} joints", own.sourceIndex.value_or(0),
                            quote(own.name), model_.joints.size()));
        }
        if (!found) {
            missing.add(quote(own.name));
            continue;
        }
        const Joint& joint = model_.joints[found->value];
        if (!equalIgnoringCase(own.name, joint.name)) {
            mismatched.add(fmt::format("{} (model: {})", quote(own.name), quote(joint.name)));
        }
        if (clip.binding == ClipBinding::ByName && elsewhere_.contains(foldCase(own.name)))
            elsewhere.add(quote(own.name));
        dropRest(tracks, joint, reach_, notAtRest);
        tracks.joint = *found;
        bound.push_back(std::move(tracks));
    }
    report(diagnostics, kClipNameMismatch, clip, mismatched, clip.joints.size());
    report(diagnostics, kClipJointMissing, clip, missing, clip.joints.size());
    report(diagnostics, kClipMovesFirst, clip, elsewhere, clip.joints.size());
    report(diagnostics, kClipNotAtRest, clip, notAtRest, clip.joints.size());
    // Sorts only when necessary, because sorting moves tracks even when they are in order.
    if (!std::ranges::is_sorted(bound, {}, &JointTracks::joint))
        std::ranges::stable_sort(bound, {}, &JointTracks::joint);
    clip.joints = std::move(bound);
    bindMaterials(clips, clip, diagnostics);
    return Done();
}

Status ClipBinder::bind(Scene&& clips, Diagnostics& diagnostics) {
    for (Clip& clip : clips.clips) {
        Status status = bindClip(clips, clip, diagnostics);
        if (!status) return status;
    }
    model_.clips.insert(model_.clips.end(), std::make_move_iterator(clips.clips.begin()),
                        std::make_move_iterator(clips.clips.end()));
    return Done();
}

Status bindClips(Scene& model, Scene&& clips, Diagnostics& diagnostics) {
    return ClipBinder(model).bind(std::move(clips), diagnostics);
}

}  // namespace rigkiln
