#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>

#include "tools/optimize/gltf_source.hpp"

/// Who names accessors and buffer views by their numbers.
namespace rigkiln::optimize {

/// Calls `visit` with every number of an accessor where glTF 2.0 has one: primitives and their morph targets,
/// skins, samplers of animations.
void forEachAccessorIndex(Json& gltf, const std::function<void(Json& index)>& visit);

/// Calls `visit` with every number of a buffer view, and with that of the accessor that names it; nothing for
/// images, Draco meshes, sparse parts of accessors (whose bytes are not laid out as the accessor says) and
/// the view that our own extras speak of.
void forEachViewIndex(Json& gltf,
                      const std::function<void(Json& index, std::optional<std::size_t> accessor)>& visit);

/// What may be named by those who are not known.
struct UnknownNumbers {
    /// Whole numbers anywhere in extensions that are not known to hold no index: each may be one.
    std::set<std::size_t> inExtensions{};
    bool isInExtras = false;       ///< somebody's extras have whole numbers
    bool namesByteOffset = false;  ///< such an extension has a member byteOffset

    [[nodiscard]] bool mayBeIndices() const { return !inExtensions.empty() || isInExtras; }
};
[[nodiscard]] UnknownNumbers findUnknownNumbers(const Json& json);

}  // namespace rigkiln::optimize
