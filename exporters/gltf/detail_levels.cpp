#include "exporters/gltf/detail_levels.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/animation/track_shape.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf_export {
namespace {

class LevelFinder {
public:
    LevelFinder(const Scene& scene, const std::vector<bool>& isMoved) : scene_(scene), isMoved_(isMoved) {}

    /// Tells why the instances, the finest first, cannot be levels of one object; empty when they can.
    [[nodiscard]] std::string obstacle(const std::vector<std::size_t>& levels) const {
        const MeshInstance& finest = scene_.instances[levels.front()];
        for (std::size_t i = 1; i < levels.size(); ++i) {
            const MeshInstance& coarser = scene_.instances[levels[i]];
            if (coarser.levelOfDetail == scene_.instances[levels[i - 1]].levelOfDetail)
                return fmt::format("level {} has several meshes", *coarser.levelOfDetail);
            if (coarser.skin.has_value() != finest.skin.has_value()) return "only some of them are skinned";
            if (isShown(coarser) != isShown(finest)) return "only some of them are shown at rest";
            if (!coarser.skin && !standTogether(coarser.joint, finest.joint)) {
                return fmt::format("level {} stands on joint {}, the finest on {}", *coarser.levelOfDetail,
                                   nameOf(coarser.joint), nameOf(finest.joint));
            }
        }
        return {};
    }

private:
    [[nodiscard]] bool isShown(const MeshInstance& instance) const {
        return !instance.hidden && scene_.joints[instance.joint.value].visible;
    }

    [[nodiscard]] std::string nameOf(IndexOf<Joint> joint) const {
        return quote(scene_.joints[joint.value].name);
    }

    /// Whether both are one joint, or two joints with the same parent and rest pose that no clip moves.
    [[nodiscard]] bool standTogether(IndexOf<Joint> left, IndexOf<Joint> right) const {
        if (left == right) return true;
        const Joint& one = scene_.joints[left.value];
        const Joint& other = scene_.joints[right.value];
        return one.parent == other.parent && one.rest == other.rest && !isMoved_[left.value] &&
               !isMoved_[right.value];
    }

    const Scene& scene_;
    const std::vector<bool>& isMoved_;
};

}  // namespace

ObjectKey objectKey(const MeshInstance& instance) {
    // State 0 differs from having no state.
    const std::uint32_t state = instance.alternative ? *instance.alternative + 1 : 0;
    return {instance.variantBase, instance.role, state, instance.hidden};
}

std::vector<bool> findMovedJoints(const Scene& scene) {
    std::vector<bool> isMoved(scene.joints.size());
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            const Transform& rest = scene.joints[tracks.joint.value].rest;
            const bool holdsAll = holds(tracks.translation, rest.translation) &&
                                  holds(tracks.rotation, rest.rotation) && holds(tracks.scale, rest.scale);
            if (!holdsAll) isMoved[tracks.joint.value] = true;
        }
    }
    return isMoved;
}

DetailLevels withoutLevels(const Scene& scene) {
    return {.coarserOf = std::vector<std::vector<std::size_t>>(scene.instances.size()),
            .isCoarser = std::vector<bool>(scene.instances.size())};
}

DetailLevels findDetailLevels(const Scene& scene, std::span<const PlacedMesh> placed,
                              const std::vector<bool>& isMoved, Diagnostics& diagnostics) {
    std::map<ObjectKey, std::vector<std::size_t>> things;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const MeshInstance& instance = scene.instances[i];
        if (instance.levelOfDetail && !instance.variantBase.empty() && placed[i].mesh)
            things[objectKey(instance)].push_back(i);
    }
    DetailLevels found = withoutLevels(scene);
    const LevelFinder finder(scene, isMoved);
    for (auto& [key, levels] : things) {
        std::ranges::stable_sort(levels, [&](std::size_t left, std::size_t right) {
            return *scene.instances[left].levelOfDetail > *scene.instances[right].levelOfDetail;
        });
        const std::size_t finest = levels.front();
        if (const std::string obstacle = finder.obstacle(levels); !obstacle.empty()) {
            diagnostics.add(kLevelsBesideEachOther,
                            fmt::format("mesh {}", quote(scene.instances[finest].name)), obstacle);
            continue;
        }
        found.coarserOf[finest].assign(levels.begin() + 1, levels.end());
        for (const std::size_t coarser : found.coarserOf[finest])
            found.isCoarser[coarser] = true;
    }
    return found;
}

const Value* screenCoverage(const MeshInstance& finest, std::size_t levels) {
    const Value* said = finest.extras.find(kScreenCoverage);
    const auto* shares = said == nullptr ? nullptr : std::get_if<ValueList>(&said->content());
    if (shares == nullptr || shares->size() != levels) return nullptr;
    const bool areNumbers = std::ranges::all_of(*shares, [](const Value& share) {
        return std::holds_alternative<double>(share.content()) ||
               std::holds_alternative<std::int64_t>(share.content());
    });
    return areNumbers ? said : nullptr;
}

}  // namespace rigkiln::gltf_export
