#include "tools/optimize/track_edits.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "exporters/gltf/buffer_packer.hpp"
#include "pipeline/animation/track_shape.hpp"
#include "pipeline/reading/reduction_mark.hpp"

namespace rigkiln::optimize {
namespace {

enum class Part : std::uint8_t { Translation, Rotation, Scale };

/// Returns the part that a path of a channel names, if joints have tracks of it.
std::optional<Part> partNamed(std::string_view path) {
    if (path == "translation") return Part::Translation;
    if (path == "rotation") return Part::Rotation;
    if (path == "scale") return Part::Scale;
    return std::nullopt;
}

/// Property that a channel moves.
using Target = std::pair<std::uint32_t, Part>;

template <class Visit>
auto withTrack(const JointTracks& tracks, Part part, Visit visit) {
    if (part == Part::Translation) return visit(tracks.translation);
    if (part == Part::Rotation) return visit(tracks.rotation);
    return visit(tracks.scale);
}

std::optional<Target> targetOf(const Json& channel, const gltf::PlacedScene& placed) {
    const Json* target = memberOf(channel, "target");
    const Json* path = target == nullptr ? nullptr : memberOf(*target, "path");
    if (path == nullptr || !path->is_string()) return std::nullopt;
    const auto node = indexIn(*target, "node");
    if (!node || *node >= placed.jointOfNode.size() || !placed.jointOfNode[*node]) return std::nullopt;
    const std::optional<Part> part = partNamed(path->get_ref<const std::string&>());
    if (!part) return std::nullopt;
    return Target{placed.jointOfNode[*node]->value, *part};
}

const JointTracks& tracksOf(const Clip& clip, std::uint32_t joint) {
    static const JointTracks kNone;
    const auto found =
        std::ranges::find(clip.joints, joint, [](const JointTracks& tracks) { return tracks.joint.value; });
    return found == clip.joints.end() ? kNone : *found;
}

/// Tells which properties other animations move.
class Movers {
public:
    Movers(const Json& gltf, const gltf::PlacedScene& placed, const Scene& reduced) {
        for (std::size_t clip = 0; clip < reduced.clips.size(); ++clip)
            addClip(reduced, clip);
        const std::span<const Json> animations = elementsOf(gltf, "animations");
        for (std::size_t number = 0; number < animations.size(); ++number) {
            if (std::ranges::count(placed.animationOfClip, number) == 0)
                addUnread(animations[number], placed);
        }
    }

    [[nodiscard]] bool hasOther(const Target& target, std::size_t clip) const {
        const auto found = movers_.find(target);
        if (found == movers_.end()) return false;
        return found->second.size() > 1 || !found->second.contains(clip);
    }

private:
    static constexpr std::size_t kUnread = std::numeric_limits<std::size_t>::max();

    void addClip(const Scene& scene, std::size_t clip) {
        for (const JointTracks& tracks : scene.clips[clip].joints) {
            const Transform& rest = scene.joints[tracks.joint.value].rest;
            const auto add = [&](Part part, bool holdsRest) {
                if (!holdsRest) movers_[{tracks.joint.value, part}].insert(clip);
            };
            add(Part::Translation, holds(tracks.translation, rest.translation));
            add(Part::Rotation, holds(tracks.rotation, rest.rotation));
            add(Part::Scale, holds(tracks.scale, rest.scale));
        }
    }

    void addUnread(const Json& animation, const gltf::PlacedScene& placed) {
        for (const Json& channel : elementsOf(animation, "channels")) {
            if (const auto target = targetOf(channel, placed)) movers_[*target].insert(kUnread);
        }
    }

    std::map<Target, std::set<std::size_t>> movers_;
};

/// A changed track and its channel.
struct Change {
    std::size_t channel = 0;
    Target target{};
    bool canGo = false;
};

bool isPlain(const Json& channel) {
    return channel.size() == 2 && channel["target"].size() == 2;
}

/// Makes the edits of one animation.
class AnimationEditor {
public:
    AnimationEditor(const Scene& scene, const Clip& before, const Clip& after,
                    gltf_export::BufferPacker& packer)
        : scene_(scene), before_(before), after_(after), packer_(packer) {}

    std::vector<ChannelEdit> edit(const std::vector<Change>& changes) {
        measureTimes(changes);
        const std::size_t extended = changeToExtend(changes);
        std::vector<ChannelEdit> edits;
        for (std::size_t number = 0; number < changes.size(); ++number) {
            const Change& change = changes[number];
            const bool isExtended = number == extended;
            const bool goes = change.canGo && isEmpty(change) && !isExtended;
            edits.push_back({.channel = change.channel,
                             .sampler = goes ? std::nullopt : std::optional(sample(change, isExtended))});
        }
        return edits;
    }

private:
    template <class Visit>
    auto withAfter(const Change& change, Visit visit) const {
        return withTrack(tracksOf(after_, change.target.first), change.target.second, visit);
    }

    bool isEmpty(const Change& change) const {
        return withAfter(change, [](const auto& track) { return track.empty(); });
    }

    /// Finds the first and the last time of the tracks that change.
    void measureTimes(const std::vector<Change>& changes) {
        first_ = std::numeric_limits<float>::max();
        for (const Change& change : changes) {
            withTrack(tracksOf(before_, change.target.first), change.target.second, [&](const auto& track) {
                first_ = std::min(first_, track.times.front());
                last_ = std::max(last_, track.times.back());
            });
        }
    }

    /// Chooses the change whose track must be extended to the end; a number beyond all when one ends there
    /// already. Unchanged tracks keep their ends.
    std::size_t changeToExtend(const std::vector<Change>& changes) const {
        std::size_t best = 0;
        int bestRank = std::numeric_limits<int>::max();
        for (std::size_t number = 0; number < changes.size(); ++number) {
            const int rank = withAfter(changes[number], [&](const auto& track) {
                if (track.empty()) return changes[number].canGo ? 1 : 0;
                if (track.times.size() == 1) return first_ == last_ ? -1 : 0;
                // A track that ended before may last as long as the clip now.
                if (track.times.back() >= last_) return -1;
                return track.interpolation == Interpolation::CubicSpline ? 3 : 2;
            });
            if (rank < 0) return changes.size();
            if (rank < bestRank) {
                best = number;
                bestRank = rank;
            }
        }
        return best;
    }

    gltf_export::Sampler sample(const Change& change, bool isExtended) {
        const Transform& rest = scene_.joints[change.target.first].rest;
        const JointTracks& tracks = tracksOf(after_, change.target.first);
        if (change.target.second == Part::Translation)
            return pack(tracks.translation, rest.translation, isExtended);
        if (change.target.second == Part::Rotation) return pack(tracks.rotation, rest.rotation, isExtended);
        return pack(tracks.scale, rest.scale, isExtended);
    }

    template <class Type>
    gltf_export::Sampler pack(const Track<Type>& track, const Type& rest, bool isExtended) {
        if (track.empty() || track.times.size() == 1) {
            const Type value = track.empty() ? rest : valueAt(track, 0);
            const std::array<float, 2> times = {first_, last_};
            const std::array<Type, 2> values = {value, value};
            const std::size_t keys = isExtended && first_ < last_ ? 2 : 1;
            return {.input = packer_.addTimes(std::span(times).first(keys)),
                    .output = packer_.addKeys(std::span<const Type>(values).first(keys))};
        }
        if (!isExtended) return packKeys(track);
        Track<Type> longer = track;
        const Type value = valueAt(track, track.times.size() - 1);
        longer.times.push_back(last_);
        if (track.interpolation == Interpolation::CubicSpline) {
            const Type flat = flatTangent<Type>();
            longer.values.back() = flat;
            longer.values.insert(longer.values.end(), {flat, value, flat});
        } else {
            longer.values.push_back(value);
        }
        return packKeys(longer);
    }

    template <class Type>
    gltf_export::Sampler packKeys(const Track<Type>& track) {
        return {.input = packer_.addTimes(track.times),
                .output = packer_.addKeys(std::span<const Type>(track.values)),
                .interpolation = track.interpolation};
    }

    const Scene& scene_;
    const Clip& before_;
    const Clip& after_;
    gltf_export::BufferPacker& packer_;
    float first_ = 0;
    float last_ = 0;
};

bool isChanged(const Clip& before, const Clip& after, const Target& target) {
    const JointTracks& left = tracksOf(before, target.first);
    const JointTracks& right = tracksOf(after, target.first);
    if (target.second == Part::Translation) return left.translation != right.translation;
    if (target.second == Part::Rotation) return left.rotation != right.rotation;
    return left.scale != right.scale;
}

std::vector<Change> changesOf(const Json& animation, std::size_t clip, const gltf::PlacedScene& placed,
                              const Scene& reduced, const Movers& movers) {
    std::vector<Change> changes;
    std::set<Target> seen;
    const std::span<const Json> channels = elementsOf(animation, "channels");
    for (std::size_t number = 0; number < channels.size(); ++number) {
        const auto target = targetOf(channels[number], placed);
        // When two channels move the same property, readers take the first.
        if (!target || !seen.insert(*target).second) continue;
        if (!isChanged(placed.scene.clips[clip], reduced.clips[clip], *target)) continue;
        const std::size_t node = *indexIn(channels[number]["target"], "node");
        changes.push_back({.channel = number,
                           .target = *target,
                           .canGo = placed.isAlwaysJoint[node] && isPlain(channels[number]) &&
                                    !movers.hasOther(*target, clip)});
    }
    return changes;
}

}  // namespace

FileEdits findEdits(const Json& gltf, const gltf::PlacedScene& placed, const Scene& reduced) {
    FileEdits edits;
    const Movers movers(gltf, placed, reduced);
    gltf_export::BufferPacker packer;
    const std::span<const Json> animations = elementsOf(gltf, "animations");
    for (std::size_t clip = 0; clip < reduced.clips.size(); ++clip) {
        const std::size_t number = placed.animationOfClip[clip];
        const std::vector<Change> changes = changesOf(animations[number], clip, placed, reduced, movers);
        if (changes.empty()) continue;
        AnimationEdit edit{.animation = number};
        edit.channels =
            AnimationEditor(reduced, placed.scene.clips[clip], reduced.clips[clip], packer).edit(changes);
        if (const Value* mark = writtenMark(reduced.clips[clip])) edit.mark = *mark;
        edits.animations.push_back(std::move(edit));
    }
    if (edits.empty()) return edits;
    gltf_export::Document document;
    packer.finish(document);
    edits.accessors = std::move(document.accessors);
    if (!document.bufferViews.empty()) edits.view = document.bufferViews.front().bytes.joined();
    return edits;
}

}  // namespace rigkiln::optimize
