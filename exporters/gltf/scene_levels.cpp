#include "exporters/gltf/scene_levels.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "exporters/gltf/detail_levels.hpp"

namespace rigkiln::gltf_export {

SceneLevels::SceneLevels(const Scene& scene) : scene_(scene), places_(scene.instances.size()) {
    using Levels = std::map<std::uint32_t, std::vector<std::size_t>, std::greater<>>;  // 0 is the coarsest
    std::map<ObjectKey, Levels> found;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const MeshInstance& instance = scene.instances[i];
        if (instance.levelOfDetail && !instance.variantBase.empty())
            found[objectKey(instance)][*instance.levelOfDetail].push_back(i);
    }
    for (auto& [key, levels] : found) {
        Object object;
        for (auto& [level, instances] : levels) {
            for (std::size_t rank = 0; rank < instances.size(); ++rank)
                places_[instances[rank]] = {.object = objects_.size(), .level = object.size(), .rank = rank};
            object.push_back(std::move(instances));
        }
        count_ = std::max(count_, object.size());
        objects_.push_back(std::move(object));
    }
}

std::vector<MeshInstance> SceneLevels::instancesOf(std::size_t level) const {
    std::vector<MeshInstance> shown;
    std::vector<MeshInstance> further;  // at the end, so that the others have one number in all levels
    for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
        if (!places_[i]) shown.push_back(scene_.instances[i]);
        if (!places_[i] || places_[i]->level != 0) continue;
        const Object& object = objects_[places_[i]->object];
        const std::vector<std::size_t>& wanted = object[std::min(level, object.size() - 1)];
        const std::size_t rank = places_[i]->rank;
        if (rank < wanted.size()) {
            shown.push_back(scene_.instances[wanted[rank]]);
            shown.back().name = scene_.instances[i].name;
        }
        if (rank + 1 < object.front().size()) continue;
        for (std::size_t more = rank + 1; more < wanted.size(); ++more)
            further.push_back(scene_.instances[wanted[more]]);
    }
    std::ranges::move(further, std::back_inserter(shown));
    return shown;
}

Scene SceneLevels::sceneOf(std::size_t level) const {
    Scene part{.name = scene_.name,
               .sourceFormat = scene_.sourceFormat,
               .upAxis = scene_.upAxis,
               .metresPerUnit = scene_.metresPerUnit,
               .joints = scene_.joints,
               .skins = scene_.skins,
               .meshes = {},
               .instances = instancesOf(level),
               .materials = scene_.materials,
               .textures = scene_.textures,
               .attachments = scene_.attachments,
               .lights = scene_.lights,
               .clips = {},
               .source = {},
               .extras = scene_.extras};
    std::vector<bool> isOfOther(scene_.meshes.size(), level != 0);
    for (const MeshInstance& instance : scene_.instances)
        isOfOther[instance.mesh.value] = true;
    for (const MeshInstance& instance : part.instances)
        isOfOther[instance.mesh.value] = false;
    for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
        Mesh& mesh = part.meshes.emplace_back();
        if (!isOfOther[i]) mesh = scene_.meshes[i];
    }
    if (level != 0) return part;
    part.clips = scene_.clips;
    part.source = scene_.source;
    return part;
}

}  // namespace rigkiln::gltf_export
