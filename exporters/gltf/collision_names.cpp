#include "exporters/gltf/collision_names.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "exporters/gltf/convexity.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

using OptionalInstance = std::optional<std::size_t>;

/// Finds the mesh to which a body belongs.
class OwnerFinder {
public:
    OwnerFinder(const Scene& scene, const CollisionNaming& naming)
        : root_(scene.joints.size()), nearest_(scene.joints.size()) {
        std::vector<OptionalInstance> first(scene.joints.size());
        const auto keepFirst = [](OptionalInstance& known, std::size_t instance) {
            if (!known) known = instance;
        };
        for (std::size_t i = 0; i < scene.joints.size(); ++i) {
            const auto& parent = scene.joints[i].parent;
            root_[i] = parent ? root_[parent->value] : i;
        }
        for (std::size_t i = 0; i < scene.instances.size(); ++i) {
            const MeshInstance& instance = scene.instances[i];
            const bool canOwn = instance.role == MeshRole::Render && !instance.skin && !instance.hidden &&
                                naming.placed[i].mesh && !naming.levels.isCoarser[i];
            if (!canOwn) continue;
            const std::size_t root = root_[instance.joint.value];
            keepFirst(first[instance.joint.value], i);
            keepFirst(firstOfModel_[root], i);
            keepFirst(byName_[{root, foldCase(instance.name)}], i);
        }
        // Parents come before their children.
        for (std::size_t i = 0; i < scene.joints.size(); ++i) {
            const auto& parent = scene.joints[i].parent;
            nearest_[i] = first[i] || !parent ? first[i] : nearest_[parent->value];
        }
    }

    [[nodiscard]] OptionalInstance ownerOf(const MeshInstance& body) const {
        const std::size_t root = root_[body.joint.value];
        if (const auto named = byName_.find({root, foldCase(body.name)}); named != byName_.end())
            return named->second;
        if (const OptionalInstance& near = nearest_[body.joint.value]) return near;
        const auto any = firstOfModel_.find(root);
        return any == firstOfModel_.end() ? std::nullopt : any->second;
    }

private:
    std::vector<std::size_t> root_;          ///< by joint
    std::vector<OptionalInstance> nearest_;  ///< by joint
    std::map<std::size_t, OptionalInstance> firstOfModel_;
    std::map<std::pair<std::size_t, std::string>, OptionalInstance> byName_;
};

class CollisionNamer {
public:
    CollisionNamer(const Scene& scene, const CollisionNaming& naming, std::span<std::string> names,
                   Diagnostics& diagnostics)
        : scene_(scene), naming_(naming), names_(names), diagnostics_(diagnostics) {
        for (const std::string& name : names)
            taken_.insert(comparedName(name, naming.style));
    }

    void nameForGodot() {
        forEachBody([&](std::size_t instance) {
            std::string& name = nameOf(instance);
            const char* suffix = naming_.isConvex[instance] ? "-convcolonly" : "-colonly";
            // The suffix comes last: Godot drops numbers behind it only in some versions.
            name = firstFree(name, [&](std::uint32_t number) {
                return number == 1 ? name + suffix : fmt::format("{}_{}{}", name, number, suffix);
            });
        });
    }

    void nameForUnreal() {
        const OwnerFinder owners(scene_, naming_);
        forEachBody([&](std::size_t instance) {
            const MeshInstance& body = scene_.instances[instance];
            const std::string where = fmt::format("mesh {}", quote(body.name));
            const OptionalInstance owner = body.skin ? std::nullopt : owners.ownerOf(body);
            if (!owner) {
                diagnostics_.add(kCollisionWithoutMesh, where, body.skin ? "is skinned" : "");
                return;
            }
            if (!naming_.isConvex[instance]) diagnostics_.add(kCollisionNotConvex, where);
            std::string_view mesh = nameOf(*owner);
            if (!naming_.levels.coarserOf[*owner].empty() && mesh.starts_with(naming_.levelPrefix))
                mesh.remove_prefix(naming_.levelPrefix.size());
            nameOf(instance) = firstFree(std::string(mesh), [&](std::uint32_t number) {
                // Unreal first looks for a mesh with the whole name behind the prefix.
                const std::string whole = fmt::format("{}_{:02}", mesh, number);
                return isTaken(whole) ? std::string() : fmt::format("UCX_{}", whole);
            });
        });
    }

private:
    template <class Action>
    void forEachBody(Action action) {
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            if (scene_.instances[i].role == MeshRole::Collision && naming_.placed[i].mesh) action(i);
        }
    }

    std::string& nameOf(std::size_t instance) { return names_[naming_.firstInstance + instance]; }

    [[nodiscard]] bool isTaken(const std::string& name) const {
        return taken_.contains(comparedName(name, naming_.style));
    }

    /// Returns the first name that `make` makes of 1, 2 ... and that no node has. The numbers of a base only
    /// grow, so that many bodies of one mesh take no longer than each of another.
    template <class Make>
    std::string firstFree(const std::string& base, Make make) {
        std::uint32_t& next = nextNumber_.try_emplace(base, 1).first->second;
        std::string name;
        do {
            name = make(next++);
        } while (name.empty() || isTaken(name));
        taken_.insert(comparedName(name, naming_.style));
        return name;
    }

    const Scene& scene_;
    const CollisionNaming& naming_;
    std::span<std::string> names_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::uint32_t> nextNumber_;
};

}  // namespace

std::vector<bool> findConvexCollisions(const Scene& scene) {
    std::vector<bool> isConvex(scene.instances.size(), false);
    std::unordered_map<std::uint32_t, bool> known;
    for (std::size_t i = 0; i < isConvex.size(); ++i) {
        const MeshInstance& instance = scene.instances[i];
        if (instance.role != MeshRole::Collision) continue;
        const auto [entry, isNew] = known.try_emplace(instance.mesh.value, false);
        if (isNew) entry->second = isProvenConvex(scene.meshes[instance.mesh.value]);
        isConvex[i] = entry->second;
    }
    return isConvex;
}

void nameCollisions(const Scene& scene, const CollisionNaming& naming, std::span<std::string> names,
                    Diagnostics& diagnostics) {
    if (naming.form == CollisionNames::Source) return;
    CollisionNamer namer(scene, naming, names, diagnostics);
    if (naming.form == CollisionNames::Godot) {
        namer.nameForGodot();
    } else {
        namer.nameForUnreal();
    }
}

}  // namespace rigkiln::gltf_export
