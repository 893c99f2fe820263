#include "formats/alamo/alo_binormals.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "formats/alamo/alo_to_scene.hpp"
#include "tests/unit/formats/alamo/scene_request.hpp"

namespace rigkiln::alamo {
namespace {

/// A square in the plane z = 0 with an upright picture: V grows downwards, so it is 1 at the bottom.
AloSubMesh square(const Float3& binormal, const std::string& format = "alD3dVertNU2U3U3") {
    AloSubMesh subMesh;
    subMesh.vertexFormat = format;
    for (const Float3 position : {Float3{0, 0, 0}, Float3{1, 0, 0}, Float3{1, 1, 0}, Float3{0, 1, 0}}) {
        AloVertex vertex;
        vertex.position = position;
        vertex.normal = {0, 0, 1};
        vertex.tangent = {1, 0, 0};
        vertex.binormal = binormal;
        vertex.texCoords[0] = {position[0], 1 - position[1]};
        subMesh.vertices.push_back(vertex);
    }
    subMesh.indices = {0, 1, 2, 0, 2, 3};
    return subMesh;
}

constexpr Float3 kUp{0, 1, 0};
constexpr Float3 kDown{0, -1, 0};

TEST(DoBinormalsPointDown, GoesByTheWayVGrows) {
    EXPECT_FALSE(doBinormalsPointDown(square(kUp)));
    EXPECT_TRUE(doBinormalsPointDown(square(kDown)));
}

/// Binormals of a mirrored half of a model keep their direction in the picture.
TEST(DoBinormalsPointDown, IsTheSameForMirroredPictures) {
    for (const Float3& binormal : {kUp, kDown}) {
        AloSubMesh mirrored = square(binormal);
        for (AloVertex& vertex : mirrored.vertices)
            vertex.texCoords[0][0] = 1 - vertex.texCoords[0][0];
        EXPECT_EQ(doBinormalsPointDown(mirrored), binormal == kDown);
    }
}

TEST(DoBinormalsPointDown, IsFalseWhereTheFormatMeansNone) {
    EXPECT_FALSE(doBinormalsPointDown(square(kDown, "alD3dVertNU2U3")));
    EXPECT_FALSE(doBinormalsPointDown(square(kDown, "alD3dVertNU2")));
}

TEST(DoBinormalsPointDown, IsFalseWhereNothingTells) {
    EXPECT_FALSE(doBinormalsPointDown(square({0, 0, 1}))) << "across neither";
    AloSubMesh flat = square(kDown);
    for (AloVertex& vertex : flat.vertices)
        vertex.texCoords[0] = {0.5F, 0.5F};
    EXPECT_FALSE(doBinormalsPointDown(flat)) << "no picture";
    const float notANumber = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(doBinormalsPointDown(square({notANumber, -1, 0})));
    AloSubMesh empty = square(kDown);
    empty.indices.clear();
    EXPECT_FALSE(doBinormalsPointDown(empty));
}

/// Makes a model of the sub-mesh with a normal map.
AloFile mapped(AloSubMesh subMesh) {
    AloFile file;
    file.bones.emplace_back().name = "Root";
    subMesh.material.shader = "MeshBumpColorize.fx";
    subMesh.material.parameters.push_back(
        {.name = "NormalTexture", .value = std::string("n.dds"), .unknownMinis = {}});
    AloMesh mesh;
    mesh.name = "Mesh";
    mesh.subMeshes.push_back(std::move(subMesh));
    file.objects.emplace_back(std::move(mesh));
    file.connections.emplace_back();
    return file;
}

struct Lifted {
    float handedness = 0;
    bool isFlipped = false;
};

Lifted lift(const Float3& binormal, bool hasImage) {
    Lifting lifting;
    if (hasImage) lifting.images.images["n.dds"] = {std::byte{0x89}};
    const Scene scene = lifting.lift(mapped(square(binormal)));
    return {.handedness = scene.meshes.at(0).primitives.at(0).tangents.at(0).w,
            .isFlipped = lifting.images.recipes.at(0).flipGreen};
}

TEST(AloToScene, TurnsGreenAndTheBinormalsOverWhereTheyPointDown) {
    const Lifted up = lift(kUp, true);
    EXPECT_EQ(up.handedness, 1.0F);
    EXPECT_FALSE(up.isFlipped);
    const Lifted down = lift(kDown, true);
    EXPECT_EQ(down.handedness, 1.0F) << "up, and so is green";
    EXPECT_TRUE(down.isFlipped);
}

TEST(AloToScene, LeavesBinormalsAsStoredWhereThereIsNoNormalMapToTurn) {
    EXPECT_EQ(lift(kDown, false).handedness, -1.0F);
}

}  // namespace
}  // namespace rigkiln::alamo
