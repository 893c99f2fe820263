#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "exporters/swat3/build_gsm.hpp"
#include "formats/swat3/conventions.hpp"
#include "pipeline/scene/scene.hpp"

/// Scenes and requests for tests of the GSM writer.
namespace rigkiln::swat3_export {

/// Skeleton of a file, with its bones matched by id to the joints of the canonical scene made of that file.
[[nodiscard]] TargetSkeleton targetOf(const Scene& scene, const swat3::GsmFile& file,
                                      swat3::QuaternionSense sense,
                                      const FileSpace& space = FileSpace(UpAxis::ZUp, 1.0));

/// Style of a file in the given conventions.
[[nodiscard]] GsmStyle styleOf(const swat3::GsmFile& file, const swat3::GsmConventions& conventions);

/// A canonical scene of joints without rotation, and the skeleton that it is written for: "Root" at the
/// origin (id 10), "Arm" (id 20) a metre above it, "Hand" (id 30) a metre to its right. The joint "Twist"
/// below the hand is no bone. In the file's axes the arm is at (0, 0, 1) and the hand at (1, 0, 1).
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

    /// Adds a skin over the four joints in their order, with the inverse bind matrices of the rest pose.
    void addSkin();
    /// Adds a mesh of this primitive, on the root, or skinned when there is a skin. A skinned primitive needs
    /// influences.
    MeshInstance& addMesh(Primitive primitive, std::string name = "Body");
    /// Skins all vertices of the primitive to one slot.
    static void follow(Primitive& primitive, std::uint16_t slot);

    [[nodiscard]] GsmRequest request() const;
    [[nodiscard]] Result<swat3::GsmFile> tryBuild();
    /// Builds the file; fails the test when that fails.
    swat3::GsmFile build();
    [[nodiscard]] std::string problem();
    /// Details of the issues of a kind.
    [[nodiscard]] std::vector<std::string> details(const IssueKind& kind) const;
};

/// Makes triangles from three positions each, with normals by their winding. Texture coordinates are (0, 0),
/// (1, 0), (0, 1) for each triangle; the hit zone is 7.
[[nodiscard]] Primitive trianglesAt(const std::vector<glm::vec3>& positions);

/// Makes the triangle (0 0 0) (1 0 0) (0 1 0), in canonical axes.
[[nodiscard]] Primitive oneTriangle();

}  // namespace rigkiln::swat3_export
