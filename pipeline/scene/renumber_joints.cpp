#include "pipeline/scene/renumber_joints.hpp"

#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {

void renumberJoints(Scene& scene, std::span<const IndexOf<Joint>> newNumbers) {
    const auto renumber = [&](IndexOf<Joint>& joint) { joint = newNumbers[joint.value]; };
    for (Joint& joint : scene.joints) {
        if (joint.parent) renumber(*joint.parent);
    }
    for (Skin& skin : scene.skins) {
        for (IndexOf<Joint>& joint : skin.joints)
            renumber(joint);
    }
    for (MeshInstance& instance : scene.instances)
        renumber(instance.joint);
    for (Attachment& attachment : scene.attachments)
        renumber(attachment.joint);
    for (Light& light : scene.lights)
        renumber(light.joint);
    for (Clip& clip : scene.clips) {
        const ClipInHand inHand(clip);
        for (JointTracks& tracks : clip.joints)
            renumber(tracks.joint);
    }
}

}  // namespace rigkiln
