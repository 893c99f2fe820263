#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/random.hpp"
#include "tools/corpus/shapes.hpp"
#include "tools/corpus/skeleton.hpp"

namespace rigkiln::corpus {

/// A model with the skeleton it was made from; clips are made from that skeleton.
struct Model {
    std::string name;  ///< name of the file, without extension
    Skeleton skeleton;
    alamo::AloFile file;
};

/// Makes a model whose file has only the bones of the skeleton. The functions below each add an object to the
/// file and connect it to a bone.
[[nodiscard]] Model makeBareModel(std::string name, Skeleton skeleton);
void addMesh(Model& model, alamo::AloMesh mesh, std::uint32_t bone);
void addLight(Model& model, alamo::AloLight light, std::uint32_t bone);

/// Look of a mesh of boxes.
struct Look {
    std::string_view shader = "MeshBumpColorize.fx";
    std::string_view texture = "Steel";
    std::string_view format = "alD3dVertNU2U3U3";
    VertexStyle style{};
};

/// Makes a rigid sub-mesh of one box.
[[nodiscard]] alamo::AloSubMesh makeBoxSubMesh(const Box& box, const Look& look);
[[nodiscard]] alamo::AloMesh makeBoxMesh(std::string name, const Box& box, const Look& look);
/// Adds a mesh with the bone's name and box, connected to the bone. Precondition: the bone has a part.
void addPart(Model& model, std::uint32_t bone, const Look& look);
/// Makes a sub-mesh of the boxes of these bones in model space, each moved by its bone. Precondition: the
/// bones are ascending and have parts.
[[nodiscard]] alamo::AloSubMesh makeSkinnedSubMesh(const Skeleton& skeleton,
                                                   std::span<const std::uint32_t> bones, const Look& look);
/// Visible bones with a part.
[[nodiscard]] std::vector<std::uint32_t> drawnBones(const Skeleton& skeleton);

// Models of an art folder. The same random numbers give the same model.

/// A skinned person (one bone to a vertex) with a shadow, a collision box, proxies and a muzzle flash.
[[nodiscard]] Model makeTrooper(Random& random);
/// A machine of rigid parts, each on its bone; some bones share a name, and one name ends in a space.
[[nodiscard]] Model makeWalkerModel(Random& random);
/// Detail and damage sets, lights before meshes, hard points, billboards, dazzles, a hidden shield.
[[nodiscard]] Model makeShipModel(Random& random);
/// One skin with up to four weights to a vertex, and a rigid sub-mesh in the same mesh.
[[nodiscard]] Model makeSerpentModel(Random& random);

/// Every vertex format in both sizes of vertex, a mesh each.
[[nodiscard]] Model makeFormatsModel();
/// Every family of shaders and every kind of parameter, a mesh each.
[[nodiscard]] Model makeShadersModel();
/// Bones without the billboard field and short vertices, as early files have them.
[[nodiscard]] Model makeOldModel(Random& random);
/// A model with the faults of real files: zero normals and tangents, a few NaN, empty meshes, names that are
/// not UTF-8, an object without a connection.
[[nodiscard]] Model makeFaultsModel();
/// A model with only the root bone.
[[nodiscard]] Model makeRootOnlyModel();
/// A small model with one of everything, as a seed for fuzzing.
[[nodiscard]] Model makeTinyModel();

/// The names of all vertex formats.
[[nodiscard]] std::span<const std::string_view> vertexFormats();

}  // namespace rigkiln::corpus
