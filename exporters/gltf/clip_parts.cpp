#include "exporters/gltf/clip_parts.hpp"

#include "pipeline/scene/scene_parts.hpp"

namespace rigkiln::gltf_export {

ClipParts::ClipParts(const Scene& scene)
    : partOfJoint_(partOfEachJoint(scene)), partOfMaterial_(scene.materials.size()) {
    for (const MeshInstance& instance : scene.instances) {
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            if (!primitive.material) continue;
            Part& part = partOfMaterial_[primitive.material->value];
            if (!part) part = partOfJoint_[instance.joint.value];
        }
    }
}

void ClipParts::select(const Clip& clip) {
    isOwn_.assign(partOfJoint_.size(), false);
    for (const JointTracks& tracks : clip.joints)
        add(partOfJoint_[tracks.joint.value]);
    for (const MaterialTracks& tracks : clip.materials)
        add(partOfMaterial_[tracks.material.value]);
}

}  // namespace rigkiln::gltf_export
