#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/accessor_reader.hpp"
#include "formats/gltf/clip_records.hpp"
#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_file.hpp"
#include "formats/gltf/node_plan.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/packing/numbered_names.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// State shared by the steps of reading. They run in the order of the functions below; each adds to the
/// scene.
struct Reading {
    const GltfFile& file;
    const FileBuffers& buffers;
    const NodePlan& plan;
    const ClipRecords& records;
    FileSource& companions;
    Diagnostics& diagnostics;
    AccessorReader accessors;
    std::optional<std::uint32_t> sourceView{};     ///< buffer view that holds source files
    std::optional<NumberedNames> numberedNames{};  ///< where kImpliedNames holds
    std::optional<std::string> jointNumbers{};     ///< as kJointNumbers, for joints without a number
    Scene scene{};
    std::vector<std::size_t> animationOfClip{};  ///< by clip of the scene
    std::vector<std::size_t> addedJoints{};      ///< by skin of the scene: joints at the end that we added
};

/// Returns the name that a node had in the source, where `extras` do not say another.
[[nodiscard]] std::string_view impliedName(const Reading& reading, std::size_t node);

/// JSON of an object in a top-level list.
[[nodiscard]] const Value* objectOf(const Reading& reading, std::string_view list, std::size_t index);

/// Clamps to 0..1. Adds an issue when the number was outside.
[[nodiscard]] float clampedFactor(double number, const std::string& where, Diagnostics& diagnostics);

/// Throws GltfError for the first number that is not finite.
void requireFinite(std::span<const float> numbers, int accessor, std::size_t components);

/// Makes one joint for each joint of the plan.
void readJoints(Reading& reading);

/// Makes one material per material of the file, in its order, with the textures they use.
void readMaterials(Reading& reading);

/// Skins of the scene by skin of the file; nothing for a broken skin that is not used.
using SkinTable = std::vector<std::optional<IndexOf<Skin>>>;
[[nodiscard]] SkinTable readSkins(Reading& reading);

/// Part of a file's mesh as a mesh of the scene. A mesh has several parts when nodes use it both with and
/// without a skin, or when only some of its primitives have influences.
struct MeshPart {
    std::optional<IndexOf<Mesh>> mesh{};  ///< nothing when no primitive is left
    std::uint32_t highestJoint = 0;
};
struct MeshParts {
    MeshPart rigid{};    ///< all primitives, without influences
    MeshPart skinned{};  ///< primitives with influences
    MeshPart rest{};     ///< primitives without influences, besides `skinned`
};
[[nodiscard]] std::vector<MeshParts> readMeshes(Reading& reading);

/// Primitive of the file.
struct PrimitiveSource {
    std::size_t mesh = 0;
    std::size_t primitive = 0;
    const Value* object = nullptr;
};

/// Converts a primitive to triangles that obey the laws of the scene, except for texture coordinates that the
/// material needs. Returns nothing when there are no triangles. Sets `highestJoint` if it reads influences.
[[nodiscard]] std::optional<Primitive> readPrimitive(Reading& reading, const PrimitiveSource& source,
                                                     bool withInfluences, std::uint32_t& highestJoint);

/// Creates the content of the joints: meshes, attachments and lights.
void readInstances(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes);

/// Takes the joints that the exporter added to make one tree (`skin_joints: tree`) out of the skins again,
/// unless a mesh names them, which another program must have done.
void dropAddedSkinJoints(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes);

/// Makes a clip of each undamaged animation.
void readClips(Reading& reading);

}  // namespace rigkiln::gltf
