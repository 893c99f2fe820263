#pragma once

#include <cstddef>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"

/// Computes vertex positions of an Alamo model at a frame of a clip. Evaluates the fields of the files with
/// matrices only, and shares no code with the conversion, which uses the Scene and quaternions.
namespace rigkiln::test {

/// Sub-meshes that the conversion joins to one mesh: those of one object that are all rigid or all skinned
/// and have one role.
struct ReferenceMesh {
    std::size_t object = 0;
    bool isSkinned = false;
    std::vector<std::size_t> subMeshes;
};

/// Lists the meshes in the order of objects and, within one, of the first sub-mesh of each group. Leaves out
/// sub-meshes without triangles.
[[nodiscard]] std::vector<ReferenceMesh> referenceMeshes(const alamo::AloFile& model);

/// Matrices from bone space to model space, at rest.
[[nodiscard]] std::vector<glm::dmat4> restWorlds(const alamo::AloFile& model);
/// Matrices from bone space to model space at a frame of a clip. Precondition: the clip fits the model.
[[nodiscard]] std::vector<glm::dmat4> clipWorlds(const alamo::AloFile& model, const alamo::AlaFile& clip,
                                                 std::size_t frame);

/// Whether the clip shows a bone at a frame; bones without a track are shown.
[[nodiscard]] bool isShown(const alamo::AlaFile& clip, std::uint32_t bone, std::size_t frame);
[[nodiscard]] std::uint32_t boneOfObject(const alamo::AloFile& model, std::size_t object);

/// Positions of a sub-mesh's vertices in model space, Z up. `worlds`: matrices from bone space to model
/// space.
[[nodiscard]] std::vector<glm::dvec3> placedVertices(const alamo::AloFile& model, const ReferenceMesh& mesh,
                                                     std::size_t subMesh,
                                                     const std::vector<glm::dmat4>& worlds);

}  // namespace rigkiln::test
