#include "pipeline/process/select_meshes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/process/compact.hpp"
#include "pipeline/process/remove_unused_materials.hpp"

namespace rigkiln {
namespace {

/// Level and alternative of one object that are shown by default.
struct ShownVariant {
    std::uint32_t finestLevel = 0;
    std::uint32_t lowestAlternative = 0;
};

using ShownVariants = std::map<std::string_view, ShownVariant>;

ShownVariants shownVariants(const Scene& scene, const SelectOptions& options) {
    ShownVariants shown;
    for (const MeshInstance& instance : scene.instances) {
        if (!instance.levelOfDetail && !instance.alternative) continue;
        if (instance.role != MeshRole::Render || (instance.hidden && !options.hidden)) continue;
        const ShownVariant own{.finestLevel = instance.levelOfDetail.value_or(0),
                               .lowestAlternative = instance.alternative.value_or(0)};
        const auto [found, isNew] = shown.emplace(instance.variantBase, own);
        if (isNew) continue;
        found->second.finestLevel = std::max(found->second.finestLevel, own.finestLevel);
        found->second.lowestAlternative = std::min(found->second.lowestAlternative, own.lowestAlternative);
    }
    return shown;
}

/// Returns the value of the option `keep` that would keep the instance, or nothing when it stays.
std::optional<std::string_view> missingKeep(const MeshInstance& instance, const ShownVariants& shown,
                                            const SelectOptions& options) {
    if (instance.role == MeshRole::Collision && !options.collision) return "collision";
    if (instance.role == MeshRole::Shadow && !options.shadow) return "shadow";
    if (instance.hidden && instance.role == MeshRole::Render && !options.hidden) return "hidden";
    const auto variant = shown.find(instance.variantBase);
    if (variant == shown.end()) return std::nullopt;
    if (instance.levelOfDetail && *instance.levelOfDetail < variant->second.finestLevel && !options.lods)
        return "lods";
    if (instance.alternative && *instance.alternative > variant->second.lowestAlternative &&
        !options.alternatives) {
        return "alternatives";
    }
    return std::nullopt;
}

void removeUnusedMeshes(Scene& scene) {
    std::vector<bool> used(scene.meshes.size());
    for (const MeshInstance& instance : scene.instances)
        used[instance.mesh.value] = true;
    const auto newIndices = compact(scene.meshes, used);
    for (MeshInstance& instance : scene.instances)
        instance.mesh = newIndices[instance.mesh.value];
}

void removeUnusedSkins(Scene& scene) {
    std::vector<bool> used(scene.skins.size());
    for (const MeshInstance& instance : scene.instances) {
        if (instance.skin) used[instance.skin->value] = true;
    }
    const auto newIndices = compact(scene.skins, used);
    for (MeshInstance& instance : scene.instances) {
        if (instance.skin) instance.skin = newIndices[instance.skin->value];
    }
}

/// Precondition: no mesh was removed.
void reportUnusedMaterials(const Scene& scene, Diagnostics& diagnostics) {
    std::vector<bool> used(scene.materials.size());
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.material) used[primitive.material->value] = true;
        }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            diagnostics.add(kUnusedMaterial, fmt::format("material {}", quote(scene.materials[i].name)));
    }
}

}  // namespace

std::vector<bool> shownByDefault(const Scene& scene) {
    const SelectOptions none;
    const ShownVariants shown = shownVariants(scene, none);
    std::vector<bool> isShown;
    isShown.reserve(scene.instances.size());
    for (const MeshInstance& instance : scene.instances)
        isShown.push_back(!missingKeep(instance, shown, none));
    return isShown;
}

void selectMeshes(Scene& scene, const SelectOptions& options, Diagnostics& diagnostics) {
    reportUnusedMaterials(scene, diagnostics);
    const ShownVariants shown = shownVariants(scene, options);
    std::vector<MeshInstance> kept;
    std::set<std::string_view> missing;
    for (MeshInstance& instance : scene.instances) {
        const auto keep = missingKeep(instance, shown, options);
        if (keep) {
            diagnostics.add(kMeshLeftOut, fmt::format("mesh {}", quote(instance.name)),
                            fmt::format("keep: [{}]", *keep));
            missing.insert(*keep);
        } else {
            kept.push_back(instance);
        }
    }
    if (kept.empty() && !missing.empty()) {
        diagnostics.add(kNothingShown, fmt::format("{} meshes", scene.instances.size()),
                        fmt::format("keep: [{}]", fmt::join(missing, ", ")));
    }
    scene.instances = std::move(kept);
    removeUnusedMeshes(scene);
    removeUnusedSkins(scene);
    removeUnusedMaterials(scene);
}

}  // namespace rigkiln
