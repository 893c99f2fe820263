#include "pipeline/process/merge_scenes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Returns the displacement of each part along X.
std::vector<float> offsetsSideBySide(std::span<const ScenePart> parts) {
    std::vector<std::optional<Bounds>> bounds;
    double widest = 0;
    for (const ScenePart& part : parts) {
        bounds.push_back(restBounds(part.scene));
        if (bounds.back()) widest = std::max(widest, bounds.back()->maximum.x - bounds.back()->minimum.x);
    }
    std::vector<float> offsets(parts.size(), 0.0F);
    std::optional<double> end;  // end of the last placed part
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!bounds[i]) continue;
        if (end) offsets[i] = static_cast<float>(*end + kMergeGap * widest - bounds[i]->minimum.x);
        end = bounds[i]->maximum.x + static_cast<double>(offsets[i]);
    }
    return offsets;
}

template <class Element>
void shift(IndexOf<Element>& index, std::size_t by) {
    index = IndexOf<Element>(index.value + by);
}

template <class Element>
void appendTo(std::vector<Element>& all, std::vector<Element>& more) {
    std::ranges::move(more, std::back_inserter(all));
}

/// Returns the root that can be moved itself, so that no joint above it is needed: the only root, with the
/// given name, whose translation no clip moves and that holds no parts already.
std::optional<IndexOf<Joint>> ownHolder(const Scene& scene, std::string_view name) {
    std::optional<IndexOf<Joint>> root;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (scene.joints[i].parent) continue;
        if (root) return std::nullopt;
        root = IndexOf<Joint>(i);
    }
    if (!root || scene.joints[root->value].name != name) return std::nullopt;
    if (scene.joints[root->value].extras.find(kPartRecord) != nullptr) return std::nullopt;
    const bool isMoved = std::ranges::any_of(scene.clips, [&](const Clip& clip) {
        const LoadedClip loaded(clip);
        return std::ranges::any_of(loaded->joints, [&](const JointTracks& tracks) {
            return tracks.joint == *root && !tracks.translation.empty();
        });
    });
    return isMoved ? std::nullopt : root;
}

Properties partRecord(const ScenePart& part) {
    const Scene& scene = part.scene;
    Properties record;
    record.set("name", toUtf8(part.name));
    if (!scene.sourceFormat.empty()) record.set("format", scene.sourceFormat);
    if (scene.metresPerUnit != 1.0) record.set("metres_per_unit", scene.metresPerUnit);
    if (!scene.extras.empty()) record.set("extras", scene.extras);
    return record;
}

template <class Member>
bool agree(std::span<const ScenePart> parts, Member Scene::*member) {
    return std::ranges::all_of(
        parts, [&](const ScenePart& part) { return part.scene.*member == parts.front().scene.*member; });
}

/// Elements that parts may share, found by name.
template <class Element>
class SharedElements {
public:
    explicit SharedElements(std::vector<Element>& elements) : elements_(elements) {}

    /// Returns the known element that equals this one, or adds this one.
    IndexOf<Element> take(const std::string& name, Element element) {
        std::vector<IndexOf<Element>>& known = byName_[name];
        const auto found = std::ranges::find_if(
            known, [&](IndexOf<Element> index) { return elements_[index.value] == element; });
        if (found != known.end()) return *found;
        known.emplace_back(elements_.size());
        elements_.push_back(std::move(element));
        return known.back();
    }

    /// Adds an element that is never shared.
    IndexOf<Element> takeAlone(Element element) {
        elements_.push_back(std::move(element));
        return IndexOf<Element>(elements_.size() - 1);
    }

private:
    std::vector<Element>& elements_;
    std::map<std::string, std::vector<IndexOf<Element>>> byName_;
};

/// Appends the contents of one part after another to the merged scene.
class SceneMerger {
public:
    SceneMerger(Scene& whole, Diagnostics& diagnostics)
        : whole_(whole), diagnostics_(diagnostics), textures_(whole.textures), materials_(whole.materials) {}

    void add(ScenePart& part, float offset) {
        ++number_;
        if (part.scene.source) {
            diagnostics_.add(kPartSourceDropped, fmt::format("part {}", quote(part.name)),
                             fmt::format("{}, {}", part.scene.source->format,
                                         byteCountText(part.scene.source->bytes.size())));
        }
        addJoints(part, offset);
        addMaterials(part.scene);
        addMeshes(part.scene);
        addPlaced(part.scene.attachments, whole_.attachments);
        addPlaced(part.scene.lights, whole_.lights);
        addClips(part.scene);
    }

private:
    void addJoints(ScenePart& part, float offset) {
        Scene& scene = part.scene;
        const auto own = ownHolder(scene, part.name);
        std::optional<IndexOf<Joint>> above;
        if (own) {
            Joint& root = scene.joints[own->value];
            root.rest.translation.x += offset;
            root.extras.set(kPartRecord, partRecord(part));
        } else {
            Joint holder;
            holder.name = part.name;
            holder.rest.translation.x = offset;
            holder.extras.set(kPartRecord, partRecord(part));
            above = IndexOf<Joint>(whole_.joints.size());
            whole_.joints.push_back(std::move(holder));
        }
        firstJoint_ = whole_.joints.size();
        holder_ = above ? *above : IndexOf<Joint>(firstJoint_ + own->value);
        for (Joint& joint : scene.joints) {
            if (joint.parent) {
                shift(*joint.parent, firstJoint_);
            } else {
                joint.parent = above;
            }
        }
        appendTo(whole_.joints, scene.joints);
    }

    void addMaterials(Scene& scene) {
        std::vector<IndexOf<Texture>> textures;
        textures.reserve(scene.textures.size());
        for (Texture& texture : scene.textures) {
            const std::string name = texture.sourceName;
            textures.push_back(textures_.take(name, std::move(texture)));
        }
        std::vector<bool> isMoved(scene.materials.size());
        for (const Clip& clip : scene.clips) {
            for (const MaterialTracks& tracks : clip.materials)
                isMoved[tracks.material.value] = true;
        }
        newMaterials_.clear();
        newMaterials_.reserve(scene.materials.size());
        for (std::size_t i = 0; i < scene.materials.size(); ++i) {
            Material& material = scene.materials[i];
            for (auto* use :
                 {&material.baseColorTexture, &material.normalTexture, &material.emissiveTexture}) {
                if (*use) (*use)->texture = textures[(*use)->texture.value];
            }
            const std::string name = material.name;
            newMaterials_.push_back(isMoved[i] ? materials_.takeAlone(std::move(material))
                                               : materials_.take(name, std::move(material)));
        }
    }

    void addMeshes(Scene& scene) {
        const std::size_t firstMesh = whole_.meshes.size();
        const std::size_t firstSkin = whole_.skins.size();
        for (Mesh& mesh : scene.meshes) {
            for (Primitive& primitive : mesh.primitives) {
                if (primitive.material) primitive.material = newMaterials_[primitive.material->value];
            }
        }
        for (Skin& skin : scene.skins) {
            for (IndexOf<Joint>& joint : skin.joints)
                shift(joint, firstJoint_);
        }
        for (MeshInstance& instance : scene.instances) {
            shift(instance.mesh, firstMesh);
            if (instance.skin) shift(*instance.skin, firstSkin);
            if (!instance.variantBase.empty())
                instance.variantBase = fmt::format("{}/{}", number_, instance.variantBase);
        }
        appendTo(whole_.meshes, scene.meshes);
        appendTo(whole_.skins, scene.skins);
        addPlaced(scene.instances, whole_.instances);
    }

    template <class Element>
    void addPlaced(std::vector<Element>& elements, std::vector<Element>& all) const {
        for (Element& element : elements)
            shift(element.joint, firstJoint_);
        appendTo(all, elements);
    }

    /// Tracks stay in order: all joints of a part are shifted equally, and animated materials are never
    /// shared. A clip without tracks gets one for the part's joint, so that it still belongs to its part.
    void addClips(Scene& scene) {
        for (Clip& clip : scene.clips) {
            const ClipInHand inHand(clip);
            for (JointTracks& tracks : clip.joints)
                shift(tracks.joint, firstJoint_);
            for (MaterialTracks& tracks : clip.materials)
                tracks.material = newMaterials_[tracks.material.value];
            if (clip.joints.empty() && clip.materials.empty()) clip.joints.emplace_back().joint = holder_;
        }
        appendTo(whole_.clips, scene.clips);
    }

    Scene& whole_;
    Diagnostics& diagnostics_;
    SharedElements<Texture> textures_;
    SharedElements<Material> materials_;
    // State of the part that is being added.
    std::size_t number_ = 0;
    std::size_t firstJoint_ = 0;
    IndexOf<Joint> holder_;  ///< root joint of the part
    std::vector<IndexOf<Material>> newMaterials_;
};

}  // namespace

Scene mergeScenes(std::vector<ScenePart> parts, std::string name, Diagnostics& diagnostics) {
    if (parts.size() == 1) return std::move(parts.front().scene);
    Scene whole;
    whole.name = std::move(name);
    whole.upAxis = parts.front().scene.upAxis;
    if (agree(parts, &Scene::sourceFormat)) whole.sourceFormat = parts.front().scene.sourceFormat;
    if (agree(parts, &Scene::metresPerUnit)) whole.metresPerUnit = parts.front().scene.metresPerUnit;
    const std::vector<float> offsets = offsetsSideBySide(parts);
    SceneMerger merger(whole, diagnostics);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        merger.add(parts[i], offsets[i]);
        parts[i].scene = {};  // frees the remains of the part
    }
    return whole;
}

}  // namespace rigkiln
