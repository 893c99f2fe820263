#pragma once

#include <tiny_gltf.h>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Returns what tinygltf makes of a file: its lists but for buffers, images, cameras and samplers, without
/// extras and extensions, and without indices of primitives. Asks for a stop, and for memory, between pieces
/// of about a mebibyte of JSON. Precondition: `json` is an object with an asset, and its lists of objects are
/// that. Throws GltfError when tinygltf refuses something; what it complains of and reads nonetheless is
/// added to `diagnostics`, once.
[[nodiscard]] tinygltf::Model parseModel(const Value& json, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
