#include "exporters/gltf/check_document.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "exporters/gltf/accessor_data.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

template <class Vector>
bool isFinite(const Vector& vector) {
    for (int i = 0; i < Vector::length(); ++i) {
        if (!std::isfinite(vector[i])) return false;
    }
    return true;
}

template <class Element>
Problem checkNames(const std::vector<Element>& elements, std::string_view what) {
    std::unordered_set<std::string_view> names;
    names.reserve(elements.size());
    for (const Element& element : elements) {
        if (!isUtf8(element.name)) return fmt::format("{} name {} is not UTF-8", what, quote(element.name));
        if (!names.insert(element.name).second) {
            return fmt::format("{} name {} is there twice, names are unique", what, quote(element.name));
        }
    }
    return {};
}

Problem checkTransform(const Transform& transform) {
    const glm::quat& q = transform.rotation;
    const glm::dvec4 rotation(q.x, q.y, q.z, q.w);
    if (!isFinite(transform.translation) || !isFinite(rotation) || !isFinite(transform.scale)) {
        return "transform is not finite";
    }
    if (!isUnitSquare(glm::dot(rotation, rotation))) {
        return fmt::format("rotation has length {}, expected 1 within {}", glm::length(rotation),
                           kUnitTolerance);
    }
    return {};
}

bool isSkinned(const DocumentMesh& mesh, bool expected) {
    return std::ranges::all_of(mesh.primitives, [expected](const DocumentPrimitive& primitive) {
        return expected == std::ranges::any_of(primitive.attributes, [](const Attribute& attribute) {
                   return attribute.name == "JOINTS_0";
               });
    });
}

std::uint32_t largestJoint(const Document& document, const DocumentMesh& mesh) {
    std::uint32_t largest = 0;
    const auto include = [&largest](const auto& components) {
        for (std::size_t i = 0; i < components.size(); ++i) {
            largest = std::max<std::uint32_t>(largest, components[i][0]);
        }
    };
    for (const DocumentPrimitive& primitive : mesh.primitives) {
        for (const Attribute& attribute : primitive.attributes) {
            if (!attribute.name.starts_with("JOINTS_")) continue;
            const Accessor& accessor = document.accessors[attribute.accessor];
            if (accessor.componentType == ComponentType::UnsignedByte) {
                include(AccessorData<std::uint8_t, 1>(document, accessor));
            } else {
                include(AccessorData<std::uint16_t, 1>(document, accessor));
            }
        }
    }
    return largest;
}

Problem checkShown(const Document& document, const Node& node) {
    if (node.light && *node.light >= document.lights.size()) {
        return fmt::format("light is {}, expected below {}", *node.light, document.lights.size());
    }
    if (!node.mesh) return node.skin ? "node has a skin but no mesh" : "";
    if (*node.mesh >= document.meshes.size()) {
        return fmt::format("mesh is {}, expected below {}", *node.mesh, document.meshes.size());
    }
    const DocumentMesh& mesh = document.meshes[*node.mesh];
    if (!isSkinned(mesh, node.skin.has_value())) {
        return fmt::format(
            "mesh {} must have joints in all of its primitives with a skin and in none without",
            quote(mesh.name));
    }
    if (!node.skin) return {};
    if (*node.skin >= document.skins.size()) {
        return fmt::format("skin is {}, expected below {}", *node.skin, document.skins.size());
    }
    const std::size_t joints = document.skins[*node.skin].joints.size();
    const std::uint32_t largest = largestJoint(document, mesh);
    if (largest >= joints) {
        return fmt::format("mesh {} has joint {}, expected below {}, the size of its skin", quote(mesh.name),
                           largest, joints);
    }
    if (node.transform != Transform()) return "node of a skinned mesh has a transform, which readers ignore";
    return {};
}

/// Checks that children stand behind their parents, hence there are no cycles, and that each node has one
/// parent at most. A coarser level of another node must be neither a child nor a root.
Problem checkHierarchy(const Document& document) {
    const std::size_t count = document.nodes.size();
    std::vector<bool> isPlaced(count);
    const auto place = [&](std::size_t node) {
        const bool isFirst = node < count && !isPlaced[node];
        if (isFirst) isPlaced[node] = true;
        return isFirst;
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (const Index child : document.nodes[i].children) {
            if (child <= i || !place(child)) {
                return fmt::format("node {} has child {}, expected one of its own above {} and below {}", i,
                                   child, i, count);
            }
        }
    }
    for (const Index root : document.sceneRoots) {
        if (!place(root)) return fmt::format("scene root {} is a child or does not exist", root);
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (const Index coarser : document.nodes[i].coarser) {
            if (!place(coarser)) {
                return fmt::format(
                    "node {} has the coarser level {}, expected one below {} that stands nowhere", i, coarser,
                    count);
            }
        }
    }
    return {};
}

bool isWithinUnit(const glm::vec4& factor) {
    return glm::all(glm::greaterThanEqual(factor, glm::vec4(0.0F))) &&
           glm::all(glm::lessThanEqual(factor, glm::vec4(1.0F)));
}

Problem checkMaterial(const Document& document, const DocumentMaterial& material) {
    const bool isInRange = isWithinUnit(material.baseColorFactor) &&
                           isWithinUnit(glm::vec4(material.emissiveFactor, 0.0F)) &&
                           isWithinUnit(glm::vec4(material.metallicFactor, material.roughnessFactor,
                                                  material.alphaCutoff, 0.0F));
    if (!isInRange) return "a factor is outside 0..1";
    for (const auto* reference :
         {&material.baseColorTexture, &material.normalTexture, &material.emissiveTexture}) {
        if (*reference && (*reference)->texture >= document.textures.size()) {
            return fmt::format("texture is {}, expected below {}", (*reference)->texture,
                               document.textures.size());
        }
    }
    return {};
}

/// Whether a URI is a relative reference for all readers: no scheme, and no character that needs encoding.
bool isRelativeReference(std::string_view uri) {
    const bool isPlain = std::ranges::all_of(uri, [](char character) {
        return character > ' ' && character < '\x7F' &&
               std::string_view("\"<>\\^`{|}:?#").find(character) == std::string_view::npos;
    });
    return isPlain && !uri.starts_with('/') && !uri.ends_with('/');
}

Problem checkImage(const Document& document, const Image& image) {
    if (image.bufferView.has_value() != image.uri.empty()) return "needs either a buffer view or a uri";
    if (!image.bufferView) {
        return isRelativeReference(image.uri) ? ""
                                              : fmt::format("uri {} is no relative path", quote(image.uri));
    }
    const bool hasData = *image.bufferView < document.bufferViews.size() &&
                         !document.bufferViews[*image.bufferView].bytes.empty();
    return hasData ? "" : "has no data";
}

Problem checkLights(const Document& document) {
    for (const DocumentLight& light : document.lights) {
        const bool isInRange = isWithinUnit(glm::vec4(light.color, 0.0F)) && light.intensity >= 0.0F &&
                               std::isfinite(light.intensity) && (!light.range || *light.range > 0.0F);
        if (!isInRange) return "light: colour is outside 0..1, intensity negative or range not above 0";
        constexpr double kHalfPi = 1.5707963267948966;
        const bool isCone = light.innerConeAngle >= 0.0F && light.innerConeAngle < light.outerConeAngle &&
                            static_cast<double>(light.outerConeAngle) <= kHalfPi;
        if (light.type == "spot" && !isCone) {
            return fmt::format("light: cone angles are {} and {}, expected 0 <= inner < outer <= pi / 2",
                               light.innerConeAngle, light.outerConeAngle);
        }
    }
    return {};
}

}  // namespace

Problem checkMaterials(const Document& document) {
    for (const DocumentMaterial& material : document.materials) {
        if (const Problem problem = checkMaterial(document, material); !problem.empty()) {
            return fmt::format("material {}: {}", quote(material.name), problem);
        }
    }
    for (const DocumentTexture& texture : document.textures) {
        if (texture.source >= document.images.size() || texture.sampler >= document.textureSamplers.size()) {
            return fmt::format("a texture has image {} and sampler {}, there are {} and {}", texture.source,
                               texture.sampler, document.images.size(), document.textureSamplers.size());
        }
    }
    for (const Image& image : document.images) {
        if (const Problem problem = checkImage(document, image); !problem.empty())
            return fmt::format("image {} {}", quote(image.name), problem);
    }
    return checkLights(document);
}

Problem checkNodes(const Document& document) {
    if (Problem problem = checkNames(document.nodes, "node"); !problem.empty()) return problem;
    if (Problem problem = checkNames(document.animations, "animation"); !problem.empty()) return problem;
    if (Problem problem = checkHierarchy(document); !problem.empty()) return problem;
    for (const Node& node : document.nodes) {
        Problem problem = checkTransform(node.transform);
        if (problem.empty()) problem = checkShown(document, node);
        if (!problem.empty()) return fmt::format("node {}: {}", quote(node.name), problem);
    }
    return {};
}

Status checkDocument(const Document& document) {
    static constexpr std::array kChecks = {&checkAccessors, &checkMaterials, &checkMeshes,
                                           &checkSkins,     &checkNodes,     &checkAnimations};
    for (const auto check : kChecks) {
        Problem problem = check(document);
        document.restViews();
        if (!problem.empty()) {
            return kInvalidDocument.at("glTF before writing", std::move(problem));
        }
    }
    return Done{};
}

}  // namespace rigkiln::gltf_export
