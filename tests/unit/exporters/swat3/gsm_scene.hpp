#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "exporters/swat3/build_gsm.hpp"
#include "formats/swat3/conventions.hpp"
#include "pipeline/scene/scene.hpp"

/// What tests of the writer start from.
namespace rigkiln::swat3_writer {

/// The skeleton of a file with the joints of the canonical scene that it was lifted to, matched by the ids
/// that these came from.
[[nodiscard]] TargetSkeleton targetOf(const Scene& scene, const swat3::GsmFile& file,
                                      swat3::QuaternionSense sense, const FileSpace& space = FileSpace(1.0));

/// The style of a file whose conventions were decided so.
[[nodiscard]] GsmStyle styleOf(const swat3::GsmFile& file, const swat3::GsmConventions& conventions);

/// A canonical scene of bones without turns, and the file that it is for: "Root" at the origin (id 10), "Arm"
/// (id 20) a metre above it, "Hand" (id 30) a metre to its right, and the joint "Twist" below the hand, which
/// is no bone. In the file's axes the arm is at (0, 0, 1) and the hand at (1, 0, 1).
struct HandScene {
    Scene scene;
    TargetSkeleton skeleton;
    GsmStyle style;
    const swat3::GsmFile* base = nullptr;
    const swat3::GsmFile* hitSource = nullptr;
    Smooth smooth = Smooth::Normals;
    bool strict = false;
    Diagnostics diagnostics;

    HandScene();

    /// A skin over the four joints, slots in their order, with the inverse binds of the rest pose.
    void addSkin();
    /// Makes a mesh on the root, or of the skin when there is one, of this primitive. The primitive of a
    /// skinned mesh needs influences.
    MeshInstance& addMesh(Primitive primitive, std::string name = "Body");
    /// Skins all vertices of the primitive to one slot.
    static void follow(Primitive& primitive, std::uint16_t slot);

    [[nodiscard]] GsmRequest request() const;
    [[nodiscard]] Result<swat3::GsmFile> tryBuild();
    /// A test fails when this does.
    swat3::GsmFile build();
    [[nodiscard]] std::string problem();
    /// Details of the issues of a kind.
    [[nodiscard]] std::vector<std::string> details(const IssueKind& kind) const;
};

/// Triangles, three positions each, facing wherever they are wound to; texture coordinates (0, 0), (1, 0),
/// (0, 1) of each; hit zone 7.
[[nodiscard]] Primitive trianglesAt(const std::vector<glm::vec3>& positions);

/// (0 0 0) (1 0 0) (0 1 0), in canonical axes.
[[nodiscard]] Primitive oneTriangle();

}  // namespace rigkiln::swat3_writer
