#pragma once

#include <cstddef>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"

/// Where the vertices of an Alamo model are at a frame of a clip, straight from the fields of the files and
/// by matrices alone: an evaluation that shares no code with the conversion, which goes through the Scene and
/// quaternions.
namespace rigkiln::test {

/// A group of sub-meshes as the conversion makes meshes of them: one object, rigid or skinned, one role.
struct ReferenceMesh {
    std::size_t object = 0;
    bool isSkinned = false;
    std::vector<std::size_t> subMeshes;
};

/// In the order of objects and, within one, of the first sub-mesh of each group. Sub-meshes without a
/// triangle are left out.
[[nodiscard]] std::vector<ReferenceMesh> referenceMeshes(const alamo::AloFile& model);

/// Bone space to model space, at rest.
[[nodiscard]] std::vector<glm::dmat4> restWorlds(const alamo::AloFile& model);
/// The same at a frame of a clip that fits the model.
[[nodiscard]] std::vector<glm::dmat4> clipWorlds(const alamo::AloFile& model, const alamo::AlaFile& clip,
                                                 std::size_t frame);

/// Whether the clip shows a bone at a frame; bones without a track are shown.
[[nodiscard]] bool isShown(const alamo::AlaFile& clip, std::uint32_t bone, std::size_t frame);
[[nodiscard]] std::uint32_t boneOfObject(const alamo::AloFile& model, std::size_t object);

/// Vertices of a sub-mesh in model space, Z up, for bones at `worlds`.
[[nodiscard]] std::vector<glm::dvec3> placedVertices(const alamo::AloFile& model, const ReferenceMesh& mesh,
                                                     std::size_t subMesh,
                                                     const std::vector<glm::dmat4>& worlds);

}  // namespace rigkiln::test
