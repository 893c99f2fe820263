#pragma once

#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::gltf {

/// Whether the document keeps the rules of glTF that converters break (those for which the Khronos validator
/// has errors and warnings), read from what will be written: accessors lie in their views and are aligned,
/// bounds are the actual ones, numbers are finite, indices and joints exist, weights sum to 1, directions and
/// rotations are unit, times ascend, names are unique. The error is internal, as a scene that keeps its laws
/// never gives such a document, and names the rule.
[[nodiscard]] Status checkDocument(const Document& document);

/// What is wrong, or empty.
using Problem = std::string;

// The parts of checkDocument, in the order they must be called: each relies on those before it.

[[nodiscard]] Problem checkAccessors(const Document& document);
[[nodiscard]] Problem checkMaterials(const Document& document);
[[nodiscard]] Problem checkMeshes(const Document& document);
[[nodiscard]] Problem checkNodes(const Document& document);
[[nodiscard]] Problem checkSkins(const Document& document);
[[nodiscard]] Problem checkAnimations(const Document& document);

}  // namespace rigkiln::gltf
