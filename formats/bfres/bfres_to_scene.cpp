#include "formats/bfres/bfres_to_scene.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/bfres/animation/join_clips.hpp"
#include "formats/bfres/animation/look_shapes.hpp"
#include "formats/bfres/animation/side_animations.hpp"
#include "formats/bfres/animation/skeletal_clip.hpp"
#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/base/user_data_value.hpp"
#include "formats/bfres/bfres_options.hpp"
#include "formats/bfres/materials/bfres_materials.hpp"
#include "formats/bfres/model/bind_pose.hpp"
#include "formats/bfres/model/bone_pose.hpp"
#include "formats/bfres/model/shape_geometry.hpp"
#include "formats/bfres/unread_sections.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/format_error.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::bfres {
namespace {

/// Name of a billboard kind; 0 is none.
Value billboardName(std::uint32_t kind) {
    static constexpr std::array<std::string_view, 8> kNames = {"none",
                                                               "child",
                                                               "world_view_vector",
                                                               "world_view_point",
                                                               "screen_view_vector",
                                                               "screen_view_point",
                                                               "y_axis_vector",
                                                               "y_axis_point"};
    return kNames.at(kind & 7U);
}

/// Model that has been added to the scene.
struct PlacedModel {
    const Model* source = nullptr;
    std::optional<IndexOf<Joint>> root;  ///< joint added above all bones, if any
    std::size_t firstBone = 0;           ///< joint of bone 0
    BoneIndex bones;
};

std::size_t rootCount(const Skeleton& skeleton) {
    return static_cast<std::size_t>(
        std::ranges::count_if(skeleton.bones, [](const Bone& bone) { return bone.parent < 0; }));
}

class SceneBuilder {
public:
    SceneBuilder(BfresFile file, const ReadRequest& request, Diagnostics& diagnostics)
        : file_(std::move(file)),
          diagnostics_(diagnostics),
          frameRate_(request.options.number(kFrameRate)),
          budget_(request.bytes.size()),
          scratch_(request.scratch),
          mostVertices_(kLeastVertices + request.bytes.size() / kBytesPerVertex),
          materials_(scene_, file_.layout, request.companions, diagnostics, file_.textures),
          showsLooks_(request.options.text(kTexturePatterns) == kPatternShapes),
          lookShapes_(scene_, file_.patternAnimations, budget_, diagnostics) {
        scene_.name = request.name;
        scene_.sourceFormat = "bfres";
    }

    Scene build(SkeletalAnimations* encoded, const std::function<void()>& dropBytes) && {
        for (const Model& model : file_.models)
            addModel(model);
        hasShapes_ =
            std::ranges::any_of(file_.models, [](const Model& model) { return !model.shapes.empty(); });
        if (models_.empty()) models_.emplace_back();  // holds bones that only animations name
        if (encoded != nullptr) {
            scene_.clips.reserve(encoded->left());
            while (encoded->left() > 0)
                addSkeletal(encoded->next());
            if (dropBytes) dropBytes();
        }
        // Frees each animation once converted: the clip takes several times its memory.
        for (SkeletalAnimation& animation : file_.skeletalAnimations)
            addSkeletal(std::exchange(animation, {}));
        for (const VisibilityAnimation& animation : file_.boneVisibility)
            addVisibility(animation);
        addSideAnimations();
        reportRest();
        return std::move(scene_);
    }

private:
    void addModel(const Model& model) {
        static const Skeleton kNoSkeleton;
        const Skeleton& skeleton = model.skeleton ? *model.skeleton : kNoSkeleton;
        PlacedModel& placed = models_.emplace_back();
        placed.source = &model;
        if (file_.models.size() > 1 || rootCount(skeleton) != 1) {
            Joint root;
            root.name = model.name;
            placed.root = IndexOf<Joint>(scene_.joints.size());
            scene_.joints.push_back(std::move(root));
        }
        addBones(skeleton, placed);
        if (!model.userData.empty() && scene_.joints.size() > firstJointOf(placed))
            scene_.joints[firstJointOf(placed)].extras.set("model_user_data", userDataValue(model.userData));
        addShapes(model, skeleton, placed);
    }

    static std::size_t firstJointOf(const PlacedModel& placed) {
        return placed.root ? placed.root->value : placed.firstBone;
    }

    void addBones(const Skeleton& skeleton, PlacedModel& placed) {
        placed.firstBone = scene_.joints.size();
        for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
            const Bone& bone = skeleton.bones[i];
            Joint joint;
            joint.name = bone.name;
            joint.parent = placed.root;
            if (bone.parent >= 0)
                joint.parent = IndexOf<Joint>(placed.firstBone + static_cast<std::size_t>(bone.parent));
            joint.rest = restPose(bone, skeleton.rotation());
            joint.visible = bone.isVisible();
            joint.compensatesParentScale = bone.compensatesScale() && bone.parent >= 0;
            joint.sourceIndex = static_cast<std::uint32_t>(i);
            const std::uint32_t billboard = bone.flags >> 16U & 7U;
            if (billboard != 0) joint.extras.set("billboard", billboardName(billboard));
            if (!bone.userData.empty()) joint.extras.set("user_data", userDataValue(bone.userData));
            placed.bones.try_emplace(bone.name, BoundBone{.joint = IndexOf<Joint>(scene_.joints.size()),
                                                          .bone = &bone,
                                                          .rotation = skeleton.rotation()});
            scene_.joints.push_back(std::move(joint));
        }
    }

    void addShapes(const Model& model, const Skeleton& skeleton, const PlacedModel& placed) {
        const BindPose bindPose(skeleton);
        SkinSlots slots;
        const std::size_t firstInstance = scene_.instances.size();
        for (const Shape& shape : model.shapes) {
            const ShapeSource source{.shape = shape,
                                     .vertices = model.vertexArrays[shape.vertexArray],
                                     .bindPose = bindPose,
                                     .layout = file_.layout,
                                     .isSkinned = shape.skinCount > 0 && !skeleton.bones.empty()};
            IndexOf<Joint> joint(placed.firstBone + shape.bone);
            if (shape.bone >= skeleton.bones.size()) joint = IndexOf<Joint>(firstJointOf(placed));
            const LookShape* const looks =
                showsLooks_ && shape.material < model.materials.size()
                    ? lookShapes_.add(model.name, shape.name, model.materials[shape.material], joint)
                    : nullptr;
            for (std::size_t level = 0; level < shape.meshes.size(); ++level)
                addLevel(model, source, level, slots, {.joint = joint, .looks = looks});
        }
        if (slots.all().empty()) return;
        Skin skin{.name = model.name, .joints = {}, .inverseBindMatrices = {}};
        skin.joints.resize(slots.all().size(), IndexOf<Joint>(0));
        skin.inverseBindMatrices.resize(slots.all().size());
        for (const auto& [bone, slot] : slots.all()) {
            skin.joints[slot] = IndexOf<Joint>(placed.firstBone + bone);
            skin.inverseBindMatrices[slot] = bindPose.inverse(bone);
        }
        const IndexOf<Skin> index(scene_.skins.size());
        scene_.skins.push_back(std::move(skin));
        for (std::size_t i = firstInstance; i < scene_.instances.size(); ++i) {
            const bool isSkinned =
                !scene_.meshes[scene_.instances[i].mesh.value].primitives.front().influenceSets.empty();
            if (isSkinned) scene_.instances[i].skin = index;
        }
    }

    /// Joint of a shape, and its looks.
    struct ShapePlace {
        IndexOf<Joint> joint;
        const LookShape* looks = nullptr;  ///< null when it has only one look
    };

    void addLevel(const Model& model, const ShapeSource& source, std::size_t level, SkinSlots& slots,
                  const ShapePlace& place) {
        const Shape& shape = source.shape;
        const std::string where = fmt::format("model {} shape {}{}", quote(model.name), quote(shape.name),
                                              level == 0 ? "" : fmt::format(" level {}", level));
        if (level == 0 && shape.keyShapeCount > 0)
            diagnostics_.add(kKeyShapes, where, fmt::format("{} key shapes", shape.keyShapeCount));
        Primitive primitive = makePrimitive(source, shape.meshes[level], slots, where, diagnostics_);
        if (primitive.indices.empty()) return;
        MeshInstance instance;
        instance.name = level == 0 ? shape.name : fmt::format("{}_lod{}", shape.name, level);
        instance.joint = place.joint;
        instance.variantBase = foldCase(fmt::format("{}/{}", model.name, shape.name));
        if (shape.meshes.size() > 1)
            instance.levelOfDetail = static_cast<std::uint32_t>(shape.meshes.size() - 1 - level);
        if (shape.material >= model.materials.size())
            return addMesh(std::move(primitive), std::move(instance), where);
        const Material& material = model.materials[shape.material];
        instance.hidden = !file_.layout.isSwitch() && (material.flags & 1U) == 0;
        if (place.looks == nullptr)
            return addDressed(std::move(primitive), std::move(instance), material, where);
        for (std::size_t look = 0; look < place.looks->joints.size(); ++look) {
            MeshInstance shown = instance;
            shown.joint = place.looks->joints[look];
            if (look > 0) {
                shown.name += fmt::format("_look{}", look);
                shown.variantBase += fmt::format("/look{}", look);
            }
            addDressed(primitive, std::move(shown), place.looks->looks->materials()[look], where);
        }
    }

    void addDressed(Primitive primitive, MeshInstance instance, const Material& material,
                    const std::string& where) {
        primitive.material = materials_.add(models_.size(), material, !primitive.texCoordSets.empty());
        addMesh(std::move(primitive), std::move(instance), where);
    }

    void addMesh(Primitive primitive, MeshInstance instance, const std::string& where) {
        charge(where, primitive.positions.size());
        instance.mesh = IndexOf<rigkiln::Mesh>(scene_.meshes.size());
        scene_.meshes.push_back({.name = instance.name, .primitives = {}, .extras = {}});
        scene_.meshes.back().primitives.push_back(std::move(primitive));
        scene_.instances.push_back(std::move(instance));
    }

    /// Limits the vertices of the scene, because shapes may share all their bytes.
    void charge(const std::string& where, std::size_t vertices) {
        vertexCount_ += vertices;
        if (vertexCount_ > mostVertices_) {
            throw FormatError(
                where, 0,
                fmt::format("with it the file has {} vertices, more than a file of this size can hold "
                            "(limit {})",
                            vertexCount_, mostVertices_));
        }
    }

    /// Returns the (first) model with most of the named bones. Searches at most kMostLookedAt models.
    template <class Names>
    PlacedModel& modelFor(const Names& names) {
        PlacedModel* best = &models_.front();
        std::size_t most = 0;
        constexpr std::size_t kMostLookedAt = 256;
        for (std::size_t i = 0; i < std::min(models_.size(), kMostLookedAt) && most < names.size(); ++i) {
            PlacedModel& model = models_[i];
            if (model.bones.empty()) continue;
            const auto found = static_cast<std::size_t>(std::ranges::count_if(
                names, [&](const std::string& name) { return model.bones.contains(name); }));
            if (found > most) {
                most = found;
                best = &model;
            }
        }
        return *best;
    }

    /// Adds joints for bones that no skeleton of the file has: another file's model may have them.
    void addFurtherBones(const std::vector<std::string>& names, PlacedModel& model) {
        if (hasShapes_) return;
        for (const std::string& name : names) {
            if (model.bones.contains(name)) continue;
            Joint joint;
            joint.name = name;
            model.bones.emplace(name, BoundBone{.joint = IndexOf<Joint>(scene_.joints.size())});
            scene_.joints.push_back(std::move(joint));
            if (model.source != nullptr) furtherBones_.push_back(name);
        }
    }

    void addSkeletal(const SkeletalAnimation& animation) {
        std::vector<std::string> names;
        names.reserve(animation.bones.size());
        for (const BoneAnimation& bone : animation.bones)
            names.push_back(bone.name);
        PlacedModel& model = modelFor(names);
        addFurtherBones(names, model);
        scene_.clips.push_back(
            makeSkeletalClip(animation, model.bones,
                             {.frameRate = frameRate_, .budget = budget_, .diagnostics = diagnostics_}));
        storeTracks(scene_.clips.back(), scratch_);
        parts_.push_back({{.kind = PartKind::Skeleton,
                           .frameCount = animation.frameCount,
                           .loops = animation.isLooping()}});
    }

    /// Adds a clip for an animation of something else than the skeleton.
    Clip& addClip(const std::string& name, const ClipPart& part) {
        Clip& clip = scene_.clips.emplace_back();
        clip.name = name;
        clip.duration = static_cast<float>(static_cast<double>(part.frameCount) / frameRate_);
        clip.sourceFrameRate = static_cast<float>(frameRate_);
        clip.sourceFrameCount = part.frameCount + 1;
        if (part.loops) clip.extras.set("loop", true);
        parts_.push_back({part});
        return clip;
    }

    template <class Animation>
    static ClipPart partOf(const Animation& animation, PartKind kind, bool isShown) {
        return {.kind = kind,
                .frameCount = static_cast<std::uint32_t>(std::max(animation.frameCount, 0)),
                .loops = animation.isLooping(),
                .isShown = isShown};
    }

    void addVisibility(const VisibilityAnimation& animation) {
        PlacedModel& model = modelFor(animation.targets);
        addFurtherBones(animation.targets, model);
        const std::vector<const Curve*> curves = curvesOfTargets(animation);
        Clip& clip = addClip(animation.name, partOf(animation, PartKind::BoneVisibility, true));
        std::map<std::size_t, JointTracks> tracksOf;
        std::size_t missing = 0;
        for (std::size_t i = 0; i < animation.targets.size(); ++i) {
            const auto bone = model.bones.find(animation.targets[i]);
            if (bone == model.bones.end()) {
                ++missing;
                continue;
            }
            JointTracks empty{.joint = bone->second.joint,
                              .translation = {},
                              .rotation = {},
                              .scale = {},
                              .visibility = {},
                              .extras = {}};
            tracksOf.try_emplace(bone->second.joint.value, std::move(empty)).first->second.visibility =
                visibilityTrack(animation, i, curves[i], frameRate_);
        }
        for (auto& [joint, tracks] : tracksOf)
            clip.joints.push_back(std::move(tracks));
        if (missing > 0) {
            diagnostics_.add(kBoneMissing, fmt::format("visibility animation {}", quote(animation.name)),
                             fmt::format("{} of {} bones", missing, animation.targets.size()));
        }
    }

    void addSideAnimations() {
        std::map<const PatternAnimation*, std::size_t> clipOfPatterns;
        for (const PatternAnimation& animation : file_.patternAnimations) {
            clipOfPatterns[&animation] = scene_.clips.size();
            addClip(animation.name, partOf(animation, PartKind::TexturePatterns, lookShapes_.show(animation)))
                .extras.set("texture_patterns", patternValue(animation));
        }
        for (const VisibilityAnimation& animation : file_.materialVisibility) {
            addClip(animation.name, partOf(animation, PartKind::MaterialVisibility, false))
                .extras.set("material_visibility", materialVisibilityValue(animation));
        }
        const std::vector<std::size_t> places = joinClips(
            scene_.clips, parts_, {.frameRate = frameRate_, .budget = budget_, .diagnostics = diagnostics_});
        for (auto& [animation, clip] : clipOfPatterns)
            clip = places[clip];
        lookShapes_.addTracks(clipOfPatterns, frameRate_);
    }

    void reportRest() {
        if (!furtherBones_.empty()) {
            diagnostics_.add(
                kBoneMissing, "animations",
                fmt::format("{} bones, first {}", furtherBones_.size(), quote(furtherBones_.front())));
        }
        if (!scene_.clips.empty())
            diagnostics_.add(kFrameRateAssumed, "animations", fmt::format("{} frames a second", frameRate_));
        if (Properties unread = unreadSections(file_, diagnostics_); !unread.empty())
            scene_.extras.set("not_converted", std::move(unread));
    }

    BfresFile file_;
    Diagnostics& diagnostics_;
    double frameRate_;
    SampleBudget budget_;
    std::shared_ptr<Scratch> scratch_;  ///< may be null
    /// Vertex limit: a minimum for any file, and the least bytes per vertex (levels of detail share some).
    static constexpr std::size_t kLeastVertices = 65'536;
    static constexpr std::size_t kBytesPerVertex = 4;
    std::size_t mostVertices_;
    std::size_t vertexCount_ = 0;
    Scene scene_;
    MaterialBuilder materials_;
    std::deque<PlacedModel> models_;
    bool showsLooks_;
    LookShapes lookShapes_;
    bool hasShapes_ = false;
    std::vector<std::string> furtherBones_;
    std::vector<std::vector<ClipPart>> parts_;  ///< of each clip
};

}  // namespace

Scene bfresToScene(BfresFile file, const ReadRequest& request, Diagnostics& diagnostics,
                   SkeletalAnimations* encoded) {
    SceneBuilder builder(std::move(file), request, diagnostics);
    return std::move(builder).build(encoded, request.dropBytes);
}

}  // namespace rigkiln::bfres
