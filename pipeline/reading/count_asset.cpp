#include "pipeline/reading/count_asset.hpp"

#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

template <class Type>
void countTrack(AssetCounts& counts, const Track<Type>& track) {
    counts.keys += track.times.size();
    counts.animationBytes += track.times.size() * sizeof(float) + track.values.size() * sizeof(Type);
}

}  // namespace

AssetCounts countAsset(const Scene& scene) {
    AssetCounts counts;
    counts.joints = scene.joints.size();
    counts.meshes = scene.meshes.size();
    counts.materials = scene.materials.size();
    counts.textures = scene.textures.size();
    counts.attachments = scene.attachments.size();
    counts.lights = scene.lights.size();
    counts.clips = scene.clips.size();
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            counts.vertices += primitive.positions.size();
            counts.triangles += primitive.indices.size() / 3;
        }
    }
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            countTrack(counts, tracks.translation);
            countTrack(counts, tracks.rotation);
            countTrack(counts, tracks.scale);
            countTrack(counts, tracks.visibility);
        }
        for (const MaterialTracks& tracks : clip.materials)
            countTrack(counts, tracks.baseColorOffset);
    }
    return counts;
}

}  // namespace rigkiln
