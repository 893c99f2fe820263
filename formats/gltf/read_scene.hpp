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
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_format {

/// What the parts of reading share. They run in the order of the functions below, each adding to the scene.
struct Reading {
    const GltfFile& file;
    const FileBuffers& buffers;
    const NodePlan& plan;
    const ClipRecords& records;
    FileSource& companions;
    Diagnostics& diagnostics;
    AccessorReader accessors;
    std::optional<std::uint32_t> sourceView{};  ///< the buffer view of source files
    Scene scene{};
    std::vector<std::size_t> animationOfClip{};  ///< of each clip of the scene
};

/// The JSON of an object in one of the lists at the top of the file.
[[nodiscard]] const Value* objectOf(const Reading& reading, std::string_view list, std::size_t index);

/// Numbers from 0 to 1; others become the nearest, which is an issue.
[[nodiscard]] float clampedFactor(double number, const std::string& where, Diagnostics& diagnostics);

/// Throws GltfError for the first number that is none.
void requireFinite(std::span<const float> numbers, int accessor, std::size_t components);

/// One joint for each of the plan's.
void readJoints(Reading& reading);

/// A material of the scene for each of the file, in its order, with the textures they use.
void readMaterials(Reading& reading);

/// The skins of the scene by those of the file; nothing for one that is broken and not used.
using SkinTable = std::vector<std::optional<IndexOf<Skin>>>;
[[nodiscard]] SkinTable readSkins(Reading& reading);

/// A mesh of the scene. One of the file becomes several when nodes use it with a skin and without, or when
/// only some of its primitives have influences.
struct MeshPart {
    std::optional<IndexOf<Mesh>> mesh{};  ///< nothing when no primitive is left
    std::uint32_t highestJoint = 0;
};
struct MeshParts {
    MeshPart rigid{};    ///< all of it, without influences
    MeshPart skinned{};  ///< what has influences
    MeshPart rest{};     ///< what has none, beside `skinned`
};
[[nodiscard]] std::vector<MeshParts> readMeshes(Reading& reading);

/// A primitive of the file.
struct PrimitiveSource {
    std::size_t mesh = 0;
    std::size_t primitive = 0;
    const Value* object = nullptr;
};

/// The primitive as triangles, all but its material's texture coordinates by the laws of the scene; nothing
/// when it has no triangles. `highestJoint` is set when the influences are read.
[[nodiscard]] std::optional<Primitive> readPrimitive(Reading& reading, const PrimitiveSource& source,
                                                     bool withInfluences, std::uint32_t& highestJoint);

/// What hangs on the joints: meshes, attachments, lights.
void readInstances(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes);

/// A clip for each animation that is whole.
void readClips(Reading& reading);

}  // namespace rigkiln::gltf_format
