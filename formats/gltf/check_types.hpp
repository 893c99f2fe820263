#pragma once

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Checks the types of all members of the core of glTF 2.0 that are read: tinygltf leaves some out that have
/// another type, and tells of others without their path. Throws GltfError with the path, the value and the
/// type that was expected. Members that are missing are no matter of this. Time grows with the number of
/// values. Precondition: the top-level lists are lists of objects.
void checkTypes(const Value& json);

}  // namespace rigkiln::gltf
