#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/index_of.hpp"
#include "pipeline/scene/material.hpp"

namespace rigkiln {

struct Joint;

/// Four influences per vertex; joints index Skin::joints. Laws: weights are not negative and sum to 1 over
/// all sets of a vertex; a joint with weight 0 is joint 0; a vertex has each joint with positive weight only
/// once.
struct InfluenceSet {
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<glm::vec4> weights;

    bool operator==(const InfluenceSet&) const = default;
};

/// Numbers per vertex whose meaning only the source knows. Laws: the name is "_" and at least one of A-Z a-z
/// 0-9 _, unique within the primitive; 1 to 4 components; values are finite, and there are `components` of
/// them per position.
struct VertexAttribute {
    std::string name;
    std::uint32_t components = 1;
    std::vector<float> values;  ///< all components of a vertex, then the next vertex

    bool operator==(const VertexAttribute&) const = default;
};

/// Triangles with one material, counter-clockwise when seen from the front. Texture coordinates have (0,0) at
/// the top left. Laws: at least one position and one triangle; every stream is empty or has one entry per
/// position; indices < positions.size() and a multiple of 3 in number; normals and the xyz of tangents are
/// unit; tangent w is the sign of the bitangent, 1 or -1; everything finite.
struct Primitive {
    std::optional<IndexOf<Material>> material;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    std::vector<std::vector<glm::vec2>> texCoordSets;
    std::vector<glm::vec4> colors;  ///< linear, 0..1
    std::vector<InfluenceSet> influenceSets;
    std::vector<VertexAttribute> attributes;
    std::vector<std::uint32_t> indices;

    bool operator==(const Primitive&) const = default;
};

struct Mesh {
    std::string name;
    std::vector<Primitive> primitives;
    Properties extras;

    bool operator==(const Mesh&) const = default;
};

/// The joints that deform a mesh. Each inverse bind matrix maps mesh space to the joint's space in the bind
/// pose. Laws: at least one joint; one matrix per joint, its last row exactly 0 0 0 1; each joint only once;
/// the joints have a common ancestor.
struct Skin {
    std::string name;
    std::vector<IndexOf<Joint>> joints;
    std::vector<glm::mat4> inverseBindMatrices;

    bool operator==(const Skin&) const = default;
};

/// Purpose of a mesh. Conversions leave out all roles but Render unless the user asks for them.
enum class MeshRole : std::uint8_t { Render, Collision, Shadow };

/// A mesh placed on a joint. Laws: without a skin the vertices are in the space of `joint`. With a skin they
/// are in model space, every influence set indexes that skin, and `joint` only provides the visibility of the
/// mesh.
struct MeshInstance {
    std::string name;
    IndexOf<Mesh> mesh;
    std::optional<IndexOf<Skin>> skin;
    IndexOf<Joint> joint;
    MeshRole role = MeshRole::Render;
    bool hidden = false;  ///< not shown by the source at rest, even when the joint is visible
    /// Level of detail, 0 is the coarsest; absent when the mesh has only one level.
    std::optional<std::uint32_t> levelOfDetail;
    /// Damage state among meshes of one base name: 0 is intact, higher is more damaged. Absent when the mesh
    /// has only one state.
    std::optional<std::uint32_t> alternative;
    std::string variantBase;  ///< name shared by all levels and alternatives of an object, case folded
    Properties extras;

    bool operator==(const MeshInstance&) const = default;
};

}  // namespace rigkiln
