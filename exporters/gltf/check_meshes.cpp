#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/accessor_data.hpp"
#include "exporters/gltf/check_document.hpp"
#include "exporters/gltf/normalise_weights.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

const Accessor* find(const Document& document, const DocumentPrimitive& primitive, std::string_view name) {
    const auto found = std::ranges::find(primitive.attributes, name, &Attribute::name);
    return found == primitive.attributes.end() ? nullptr : &document.accessors[found->accessor];
}

bool arePositions(const Accessor& accessor) {
    const bool isFloat = accessor.componentType == ComponentType::Float;
    return accessor.type == ElementType::Vec3 && !accessor.normalized &&
           (isFloat || accessor.componentType == ComponentType::UnsignedShort);
}

template <class Component>
Problem checkIndexRange(const Document& document, const Accessor& indices, std::size_t vertexCount) {
    const AccessorData<Component, 1> values(document, indices);
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        largest = std::max<std::uint32_t>(largest, values[i][0]);
    }
    constexpr std::uint32_t kRestart = static_cast<Component>(-1);
    if (largest < vertexCount && largest < kRestart) return {};
    return fmt::format("index is {}, expected below {} (vertices) and {} (restart)", largest, vertexCount,
                       kRestart);
}

Problem checkIndices(const Document& document, const DocumentPrimitive& primitive, std::size_t vertexCount) {
    if (primitive.indices >= document.accessors.size()) return "indices do not exist";
    const Accessor& indices = document.accessors[primitive.indices];
    if (indices.count % 3 != 0) return fmt::format("{} indices, expected a multiple of 3", indices.count);
    return indices.componentType == ComponentType::UnsignedShort
               ? checkIndexRange<std::uint16_t>(document, indices, vertexCount)
               : checkIndexRange<std::uint32_t>(document, indices, vertexCount);
}

/// Checks unit directions in the first three components; with four, the fourth is a sign. `largest` is the
/// stored value of 1.
template <class Component, std::size_t Size>
Problem checkDirectionsOf(const Document& document, const Accessor& accessor, std::string_view name,
                          Component largest) {
    const AccessorData<Component, Size> elements(document, accessor);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::array<Component, Size> e = elements[i];
        const auto square = static_cast<float>(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        const auto one = static_cast<float>(largest);
        if (!isUnitSquare(static_cast<double>(square / (one * one)))) {
            return fmt::format("{}[{}] is ({}, {}, {}), expected length {} within {}", name, i, e[0], e[1],
                               e[2], largest, kUnitTolerance * static_cast<double>(one));
        }
        if constexpr (Size == 4) {
            if (e[3] != largest && e[3] != -largest)
                return fmt::format("{}[{}].w is {}, expected {} or {}", name, i, e[3], largest, -largest);
        }
    }
    return {};
}

template <std::size_t Size>
Problem checkDirections(const Document& document, const Accessor& accessor, std::string_view name) {
    constexpr std::int8_t kLargestByte = 127;
    constexpr std::int16_t kLargestShort = 32767;
    const bool hasType = accessor.type == (Size == 3 ? ElementType::Vec3 : ElementType::Vec4);
    if (hasType && accessor.componentType == ComponentType::Float)
        return checkDirectionsOf<float, Size>(document, accessor, name, 1.0F);
    if (hasType && accessor.normalized && accessor.componentType == ComponentType::Byte)
        return checkDirectionsOf<std::int8_t, Size>(document, accessor, name, kLargestByte);
    if (hasType && accessor.normalized && accessor.componentType == ComponentType::Short)
        return checkDirectionsOf<std::int16_t, Size>(document, accessor, name, kLargestShort);
    return fmt::format("{} has the wrong type", name);
}

Problem checkColors(const Document& document, const Accessor& accessor) {
    if (accessor.componentType != ComponentType::Float) return {};
    const AccessorData<float, 1> components(document, accessor);
    for (std::size_t i = 0; i < components.size(); ++i) {
        const float component = components[i][0];
        if (!(component >= 0.0F && component <= 1.0F)) {
            return fmt::format("COLOR_0[{}] has {}, expected 0 to 1", i / 4, component);
        }
    }
    return {};
}

/// All influences of one vertex, over its sets.
struct Influences {
    std::vector<std::uint32_t> joints;
    std::vector<double> weights;
};

Problem checkInfluences(const Influences& influences) {
    double sum = 0;
    double tolerance = 0;
    for (std::size_t i = 0; i < influences.weights.size(); ++i) {
        const double weight = influences.weights[i];
        const std::uint32_t joint = influences.joints[i];
        if (weight == 0) {
            if (joint != 0) return fmt::format("joint {} has weight 0, expected joint 0", joint);
            continue;
        }
        if (weight < 0) return fmt::format("weight is {}, expected at least 0", weight);
        sum += weight;
        tolerance += kWeightTolerance;
        for (std::size_t j = 0; j < i; ++j) {
            if (influences.joints[j] == joint && influences.weights[j] != 0) {
                return fmt::format("joint {} is there twice with weight", joint);
            }
        }
    }
    if (std::abs(sum - 1.0) <= tolerance) return {};
    return fmt::format("weights sum to {}, expected 1 within {}", sum, tolerance);
}

/// Reads the sets of a primitive vertex by vertex, whatever their component types.
class InfluenceReader {
public:
    InfluenceReader(const Document& document, std::vector<const Accessor*> joints,
                    std::vector<const Accessor*> weights)
        : document_(document), joints_(std::move(joints)), weights_(std::move(weights)) {
        influences_.joints.resize(joints_.size() * 4);
        influences_.weights.resize(joints_.size() * 4);
    }

    const Influences& at(std::size_t vertex) {
        for (std::size_t set = 0; set < joints_.size(); ++set) {
            const Accessor& joints = *joints_[set];
            if (joints.componentType == ComponentType::UnsignedByte) {
                copy<std::uint8_t>(joints, vertex, set, influences_.joints, 1U);
            } else {
                copy<std::uint16_t>(joints, vertex, set, influences_.joints, 1U);
            }
            const Accessor& weights = *weights_[set];
            if (weights.componentType == ComponentType::UnsignedByte) {
                copy<std::uint8_t>(weights, vertex, set, influences_.weights, 255.0);
            } else if (weights.componentType == ComponentType::UnsignedShort) {
                copy<std::uint16_t>(weights, vertex, set, influences_.weights, 65535.0);
            } else {
                copy<float>(weights, vertex, set, influences_.weights, 1.0);
            }
        }
        return influences_;
    }

private:
    template <class Component, class Target>
    void copy(const Accessor& accessor, std::size_t vertex, std::size_t set, std::vector<Target>& target,
              Target divisor) {
        const std::array<Component, 4> four = AccessorData<Component, 4>(document_, accessor)[vertex];
        for (std::size_t i = 0; i < 4; ++i) {
            target[set * 4 + i] = static_cast<Target>(four[i]) / divisor;
        }
    }

    const Document& document_;
    std::vector<const Accessor*> joints_;
    std::vector<const Accessor*> weights_;
    Influences influences_;
};

Problem checkSkinning(const Document& document, const DocumentPrimitive& primitive, std::size_t vertexCount) {
    std::vector<const Accessor*> joints;
    std::vector<const Accessor*> weights;
    for (std::size_t set = 0;; ++set) {
        const Accessor* setJoints = find(document, primitive, fmt::format("JOINTS_{}", set));
        const Accessor* setWeights = find(document, primitive, fmt::format("WEIGHTS_{}", set));
        if ((setJoints == nullptr) != (setWeights == nullptr))
            return "joints and weights do not come in pairs";
        if (setJoints == nullptr) break;
        if (setJoints->type != ElementType::Vec4 || setWeights->type != ElementType::Vec4) {
            return "joints and weights must be in fours";
        }
        joints.push_back(setJoints);
        weights.push_back(setWeights);
    }
    if (joints.empty()) return {};
    InfluenceReader reader(document, std::move(joints), std::move(weights));
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        const Problem problem = checkInfluences(reader.at(vertex));
        if (!problem.empty()) return fmt::format("vertex {}: {}", vertex, problem);
    }
    return {};
}

Problem checkMaterialUse(const Document& document, const DocumentPrimitive& primitive) {
    if (!primitive.material) return {};
    if (*primitive.material >= document.materials.size()) {
        return fmt::format("material is {}, expected below {}", *primitive.material,
                           document.materials.size());
    }
    const DocumentMaterial& material = document.materials[*primitive.material];
    if (material.normalTexture && find(document, primitive, "TANGENT") == nullptr) {
        return fmt::format("material {} maps normals and needs TANGENT, which is not there",
                           quote(material.name));
    }
    for (const auto* reference :
         {&material.baseColorTexture, &material.normalTexture, &material.emissiveTexture}) {
        if (!*reference) continue;
        const std::string name = fmt::format("TEXCOORD_{}", (*reference)->texCoord);
        if (find(document, primitive, name) == nullptr) {
            return fmt::format("material {} needs {}, which is not there", quote(material.name), name);
        }
    }
    return {};
}

Problem checkPrimitive(const Document& document, const DocumentPrimitive& primitive) {
    for (const Attribute& attribute : primitive.attributes) {
        if (attribute.accessor >= document.accessors.size()) {
            return fmt::format("{} does not exist", attribute.name);
        }
    }
    const Accessor* positions = find(document, primitive, "POSITION");
    if (positions == nullptr || !arePositions(*positions) || positions->boundsSize != 3) {
        return "there must be positions with min and max";
    }
    for (const Attribute& attribute : primitive.attributes) {
        const std::size_t count = document.accessors[attribute.accessor].count;
        if (count != positions->count) {
            return fmt::format("{} has {} elements, expected {} as positions", attribute.name, count,
                               positions->count);
        }
    }
    Problem problem = checkIndices(document, primitive, positions->count);
    if (const Accessor* normals = find(document, primitive, "NORMAL");
        normals != nullptr && problem.empty()) {
        problem = checkDirections<3>(document, *normals, "NORMAL");
    }
    if (const Accessor* tangents = find(document, primitive, "TANGENT");
        tangents != nullptr && problem.empty()) {
        problem = checkDirections<4>(document, *tangents, "TANGENT");
    }
    if (const Accessor* colors = find(document, primitive, "COLOR_0"); colors != nullptr && problem.empty()) {
        problem = checkColors(document, *colors);
    }
    if (problem.empty()) problem = checkMaterialUse(document, primitive);
    return problem.empty() ? checkSkinning(document, primitive, positions->count) : problem;
}

}  // namespace

Problem checkMeshes(const Document& document) {
    for (const DocumentMesh& mesh : document.meshes) {
        if (mesh.primitives.empty()) return fmt::format("mesh {} has no primitives", quote(mesh.name));
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            checkStop();
            const Problem problem = checkPrimitive(document, mesh.primitives[i]);
            if (!problem.empty())
                return fmt::format("mesh {} primitive {}: {}", quote(mesh.name), i, problem);
        }
    }
    return {};
}

}  // namespace rigkiln::gltf_export
