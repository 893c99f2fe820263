#pragma once

#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::gltf_export {

inline constexpr ErrorCode kInvalidDocument{
    "export.invalid-gltf", ErrorKind::Internal,
    "the glTF file would break a rule of glTF, which is a bug in this "
    "program"};

/// Checks the document for broken rules of glTF that the Khronos validator reports as errors or warnings and
/// that converters tend to break. It reads the data that will be written: accessors lie in their views and
/// are aligned, bounds are the actual ones, numbers are finite, indices and joints exist, weights sum to 1,
/// directions and rotations are unit, times ascend, names are unique. The error names the rule. It is an
/// internal error, as a scene that keeps its laws never gives such a document.
[[nodiscard]] Status checkDocument(const Document& document);

/// Description of a broken rule; empty when there is none.
using Problem = std::string;

// Parts of checkDocument, which calls them in an order in which accessors are known to be good before others
// use them.

[[nodiscard]] Problem checkAccessors(const Document& document);
[[nodiscard]] Problem checkMaterials(const Document& document);
[[nodiscard]] Problem checkMeshes(const Document& document);
[[nodiscard]] Problem checkNodes(const Document& document);
[[nodiscard]] Problem checkSkins(const Document& document);
[[nodiscard]] Problem checkAnimations(const Document& document);

}  // namespace rigkiln::gltf_export
