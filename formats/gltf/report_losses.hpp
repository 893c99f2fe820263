#pragma once

#include "formats/gltf/read_scene.hpp"

namespace rigkiln::gltf {

/// Reports extras of objects that have no counterpart in a scene.
void reportLostExtras(const Reading& reading);

/// Reports meshes, skins, cameras and lights that no node of the scene uses, with one issue for each kind of
/// object. Broken skins have an issue of their own already.
void reportUnusedObjects(const Reading& reading, const SkinTable& skins);

}  // namespace rigkiln::gltf
