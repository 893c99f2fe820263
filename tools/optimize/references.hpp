#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>

#include "tools/optimize/gltf_source.hpp"

/// Finds references to accessors and buffer views by number.
namespace rigkiln::optimize {

/// Calls `visit` for every reference to an accessor in glTF 2.0: primitives and their morph targets, skins,
/// samplers of animations.
void forEachAccessorIndex(Json& gltf, const std::function<void(Json& index)>& visit);

/// Calls `visit` for every reference to a buffer view, with the accessor that refers to it. There is no
/// accessor for images, Draco meshes, sparse parts of accessors (whose bytes are not laid out as the accessor
/// says) and the view that our own extras name.
void forEachViewIndex(Json& gltf,
                      const std::function<void(Json& index, std::optional<std::size_t> accessor)>& visit);

/// Numbers in unknown extensions and extras that may be references.
struct UnknownNumbers {
    /// Whole numbers anywhere in extensions that are not known to be free of references: each may be one.
    std::set<std::size_t> inExtensions{};
    bool isInExtras = false;       ///< extras of others hold whole numbers
    bool namesByteOffset = false;  ///< an unknown extension has a member byteOffset

    [[nodiscard]] bool mayBeIndices() const { return !inExtensions.empty() || isInExtras; }
};
[[nodiscard]] UnknownNumbers findUnknownNumbers(const Json& json);

}  // namespace rigkiln::optimize
