#include "exporters/gltf/build_animations.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/clip_parts.hpp"
#include "exporters/gltf/clip_record.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/skinned_visibility.hpp"
#include "exporters/gltf/source_record.hpp"
#include "exporters/gltf/texture_offsets.hpp"
#include "pipeline/animation/joint_moves.hpp"
#include "pipeline/animation/track_shape.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf_export {
namespace {

enum class Part : std::uint8_t { Translation, Rotation, Scale, Visibility, BaseColorOffset };

/// The parts of a joint; the others belong to materials.
constexpr std::array<Part, 4> kParts = {Part::Translation, Part::Rotation, Part::Scale, Part::Visibility};

bool movesPart(const JointMoves& moves, Part part) {
    switch (part) {
        case Part::Translation:
            return moves.translation;
        case Part::Rotation:
            return moves.rotation;
        case Part::Scale:
            return moves.scale;
        case Part::Visibility:
            return moves.visibility;
        case Part::BaseColorOffset:
            break;
    }
    return false;
}

/// Path of a channel that moves the part. Leaves of meshes may show visibility by their scale instead.
Path pathOf(Part part) {
    switch (part) {
        case Part::Translation:
            return Path::Translation;
        case Part::Rotation:
            return Path::Rotation;
        case Part::Scale:
            return Path::Scale;
        case Part::Visibility:
            return Path::NodeVisibility;
        case Part::BaseColorOffset:
            return Path::BaseColorOffset;
    }
    return Path::Translation;
}

/// Calls `visit` with the track of that part of a joint.
template <class Visit>
auto withTrack(const JointTracks& tracks, Part part, Visit visit) {
    switch (part) {
        case Part::Translation:
            return visit(tracks.translation);
        case Part::Rotation:
            return visit(tracks.rotation);
        case Part::Scale:
            return visit(tracks.scale);
        case Part::Visibility:
        case Part::BaseColorOffset:
            break;
    }
    return visit(tracks.visibility);
}

/// A channel before it is written.
struct Source {
    Index target = 0;
    Path path = Path::Translation;
    Part part = Part::Translation;
    Index index = 0;                                 ///< of the joint or the material
    const JointTracks* tracks = nullptr;             ///< null: the rest value
    const MaterialTracks* materialTracks = nullptr;  ///< null: the rest value
    bool isConstant = true;
    bool isCubic = false;
    float lastTime = 0.0F;
};

/// Targets of channels in the document, by elements of the scene.
struct AnimatedParts {
    std::span<const std::vector<Leaf>> leaves{};  ///< by joint
    /// Document materials by scene material; empty where no clip moves it.
    std::span<const std::vector<Index>> offsets{};
};

/// Writes the channels of one clip after the other.
class ClipBuilder {
public:
    ClipBuilder(const Scene& scene, const ExportOptions& options, const AnimatedParts& parts, ClipPlan& plan,
                BufferPacker& packer)
        : scene_(scene),
          options_(options),
          leaves_(parts.leaves),
          offsets_(parts.offsets),
          packer_(packer),
          moves_(plan.moves),
          parts_(plan.parts) {}

    /// Precondition: the scene has joints.
    Animation build(const Clip& clip, const std::string& name) {
        animation_ = {.name = name};
        samplers_.clear();
        duration_ = clip.duration;
        parts_.select(clip);
        collect(clip);
        const std::optional<std::size_t> extended = sourceToExtend();
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            write(sources_[i], i == extended);
        }
        return std::move(animation_);
    }

private:
    void collect(const Clip& clip) {
        sources_.clear();
        std::vector<const JointTracks*> tracksOf(scene_.joints.size(), nullptr);
        for (const JointTracks& tracks : clip.joints) {
            tracksOf[tracks.joint.value] = &tracks;
        }
        for (Index joint = 0; joint < scene_.joints.size(); ++joint) {
            for (const Part part : kParts) {
                if (movesPart(moves_[joint], part)) collectPart(joint, part, tracksOf[joint]);
            }
        }
        collectMaterials(clip);
        // glTF has no animation without channels.
        if (sources_.empty()) sources_.push_back({});
    }

    template <class Type>
    static bool describe(const Track<Type>& track, Source& source) {
        if (track.empty()) return false;
        source.isConstant = isConstant(track);
        source.isCubic = track.interpolation == Interpolation::CubicSpline;
        source.lastTime = source.isConstant ? 0.0F : track.times.back();
        return true;
    }

    void collectMaterials(const Clip& clip) {
        auto next = clip.materials.begin();
        for (Index material = 0; material < offsets_.size(); ++material) {
            while (next != clip.materials.end() && next->material.value < material)
                ++next;
            Source source{
                .path = pathOf(Part::BaseColorOffset), .part = Part::BaseColorOffset, .index = material};
            const bool isTold = next != clip.materials.end() && next->material.value == material;
            const bool hasTrack = isTold && describe(next->baseColorOffset, source);
            if (!hasTrack && !(options_.completeClips && parts_.haveMaterial(material))) continue;
            source.materialTracks = hasTrack ? &*next : nullptr;
            for (const Index target : offsets_[material]) {
                source.target = target;
                sources_.push_back(source);
            }
        }
    }

    void collectPart(Index joint, Part part, const JointTracks* tracks) {
        Source source{.target = joint, .path = pathOf(part), .part = part, .index = joint};
        const bool hasTrack = tracks != nullptr && withTrack(*tracks, part, [&source](const auto& track) {
                                  return describe(track, source);
                              });
        if (!hasTrack && !(options_.completeClips && parts_.haveJoint(joint))) return;
        source.tracks = hasTrack ? tracks : nullptr;
        if (part != Part::Visibility) {
            sources_.push_back(source);
            return;
        }
        for (const Leaf& leaf : leaves_[joint]) {
            if (leaf.canHide) collectLeaf(source, leaf);
        }
    }

    void collectLeaf(Source source, const Leaf& leaf) {
        source.target = leaf.node;
        if (leaf.obeysScale) {
            source.path = Path::Scale;
            sources_.push_back(source);
        }
        if (options_.nodeVisibility) {
            source.path = Path::NodeVisibility;
            sources_.push_back(source);
        }
    }

    /// Chooses the channel that gets an extra key at the end of the clip: a constant one, else one that is no
    /// spline, else a spline. Returns nothing when a channel ends there already.
    [[nodiscard]] std::optional<std::size_t> sourceToExtend() const {
        std::size_t best = 0;
        const auto rank = [](const Source& source) { return source.isConstant ? 0 : source.isCubic ? 2 : 1; };
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            if (sources_[i].lastTime == duration_) return std::nullopt;
            if (rank(sources_[i]) < rank(sources_[best])) best = i;
        }
        return best;
    }

    void write(const Source& source, bool isExtended) {
        Sampler sampler = source.part == Part::BaseColorOffset ? sampleMaterial(source, isExtended)
                                                               : sampleJoint(source, isExtended);
        if (source.path == Path::NodeVisibility) sampler.interpolation = Interpolation::Step;
        animation_.channels.push_back(
            {.sampler = numberOf(sampler), .target = source.target, .path = source.path});
    }

    Sampler sampleMaterial(const Source& source, bool isExtended) {
        static const MaterialTracks kNone;
        const MaterialTracks& tracks = source.materialTracks != nullptr ? *source.materialTracks : kNone;
        const glm::vec2 rest = scene_.materials[source.index].baseColorTexture->offset;
        return sample(source, tracks.baseColorOffset, rest, isExtended);
    }

    Sampler sampleJoint(const Source& source, bool isExtended) {
        const Joint& joint = scene_.joints[source.index];
        static const JointTracks kNone;
        const JointTracks& tracks = source.tracks != nullptr ? *source.tracks : kNone;
        switch (source.part) {
            case Part::Translation:
                return sample(source, tracks.translation, joint.rest.translation, isExtended);
            case Part::Rotation:
                return sample(source, tracks.rotation, joint.rest.rotation, isExtended);
            case Part::Scale:
                return sample(source, tracks.scale, joint.rest.scale, isExtended);
            case Part::Visibility:
            case Part::BaseColorOffset:
                break;
        }
        return sample(source, tracks.visibility, static_cast<std::uint8_t>(joint.visible), isExtended);
    }

    template <class Type>
    Sampler sample(const Source& source, const Track<Type>& track, const Type& rest, bool isExtended) {
        if (source.isConstant) {
            const std::array<float, 2> times = {0.0F, duration_};
            const Type value = track.empty() ? rest : valueAt(track, 0);
            const std::array<Type, 2> values = {value, value};
            const std::size_t keys = isExtended ? 2 : 1;
            return {.input = packer_.addTimes(std::span(times).first(keys)),
                    .output = addKeys(source.path, std::span<const Type>(values).first(keys))};
        }
        if (isExtended) {
            const Track<Type> longer = extendedTo(duration_, track);
            return sample(source, longer, rest, false);
        }
        return {.input = packer_.addTimes(track.times),
                .output = addKeys(source.path, std::span<const Type>(track.values)),
                .interpolation = track.interpolation};
    }

    /// Adds a last key that holds the last value until `time`.
    template <class Type>
    static Track<Type> extendedTo(float time, Track<Type> track) {
        const Type last = valueAt(track, track.times.size() - 1);
        track.times.push_back(time);
        if (track.interpolation == Interpolation::CubicSpline) {
            const Type flat = flatTangent<Type>();
            track.values.back() = flat;
            track.values.insert(track.values.end(), {flat, last, flat});
        } else {
            track.values.push_back(last);
        }
        return track;
    }

    template <class Type>
    Index addKeys(Path /*path*/, std::span<const Type> values) {
        return packer_.addKeys(values);
    }

    /// Writes visibility as scales of 0 and 1, or as it is for an animation pointer.
    Index addKeys(Path path, std::span<const std::uint8_t> values) {
        if (path == Path::NodeVisibility) return packer_.addKeys(values);
        std::vector<glm::vec3> scales(values.size());
        std::ranges::transform(values, scales.begin(),
                               [](std::uint8_t value) { return glm::vec3(value != 0 ? 1.0F : 0.0F); });
        return packer_.addKeys(std::span<const glm::vec3>(scales));
    }

    Index numberOf(const Sampler& sampler) {
        const std::array<Index, 3> key = {sampler.input, sampler.output,
                                          static_cast<Index>(sampler.interpolation)};
        const auto [entry, isNew] =
            samplers_.try_emplace(key, static_cast<Index>(animation_.samplers.size()));
        if (isNew) animation_.samplers.push_back(sampler);
        return entry->second;
    }

    const Scene& scene_;
    const ExportOptions& options_;
    std::span<const std::vector<Leaf>> leaves_;
    std::span<const std::vector<Index>> offsets_;
    BufferPacker& packer_;
    const std::vector<JointMoves>& moves_;
    ClipParts& parts_;
    // State of the clip that is being built.
    Animation animation_;
    std::map<std::array<Index, 3>, Index> samplers_;
    std::vector<Source> sources_;
    float duration_ = 0.0F;
};

/// Makes nodes that clips show and hide say that they are visible at rest: the target of an animation pointer
/// must exist, even when it has its default value.
void giveVisibility(const Animation& animation, Document& document) {
    for (const Channel& channel : animation.channels) {
        if (channel.path != Path::NodeVisibility) continue;
        std::optional<bool>& visible = document.nodes[channel.target].visible;
        if (!visible) visible = true;
    }
}

ExtrasJson animationExtras(const Clip& clip, std::string_view name, std::string_view record) {
    ExtrasWriter extras;
    extras.addSourceName(clip.name, name);
    extras.addPlain("rigkiln", record);
    return extras.take();
}

}  // namespace

void buildAnimations(const Scene& scene, const ExportOptions& options, const AnimationContext& context,
                     BufferPacker& packer, Document& document, Diagnostics& diagnostics) {
    const SkinnedVisibility visibility(context.leaves, document, diagnostics);
    if (!options.nodeVisibility && context.materials != nullptr) visibility.reportRest();
    if (!hasAnimations(scene) || context.clips.count == 0) return;
    const TextureOffsets offsets = options.pointers && context.materials != nullptr
                                       ? makeTextureOffsets(scene, *context.materials, document)
                                       : TextureOffsets(scene.materials.size());
    if (context.clips.first == 0) reportTextureMotion(scene, offsets, diagnostics);

    ClipBuilder builder(scene, options, {.leaves = context.leaves, .offsets = offsets}, context.plan, packer);
    // No program that drops the extras of animations reads streams.
    const bool hasCopy = !options.streams;
    std::string records = "{";
    for (std::size_t i = context.clips.first; i < context.clips.first + context.clips.count; ++i) {
        const std::string& name = context.plan.names[i];
        const bool keepsSource = options.keepSource && scene.clips[i].source;
        const LoadedClip clip(scene.clips[i]);
        if (!options.nodeVisibility) visibility.report(*clip);
        const RecordScope scope{
            .source = keepsSource ? packSource(*scene.clips[i].source, packer) : Properties(),
            .shownByClips = context.plan.shownByClips};
        const std::string record = clipRecord(scene, *clip, scope, document);
        document.animations.push_back(builder.build(*clip, name));
        giveVisibility(document.animations.back(), document);
        document.animations.back().extras = animationExtras(scene.clips[i], name, record);
        if (hasCopy) {
            if (i > context.clips.first) records += ',';
            appendJsonText(records, name);
            records += ':';
            records += record;
        }
        if (context.dropClip) context.dropClip(i);
    }
    records += '}';
    if (hasCopy) appendText(document.nodes.front().extras, "rigkiln_clips", records);
}

}  // namespace rigkiln::gltf_export
