#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::test {

/// Makes a joint with a parent, or a root.
[[nodiscard]] Joint joint(std::string name, std::optional<std::size_t> parent = std::nullopt,
                          glm::vec3 translation = glm::vec3(0.0F));

/// Makes a triangle with normals in the plane z = 0.
[[nodiscard]] Primitive triangle();

/// Root, arm and hand; one skinned triangle on arm and hand; one rigid triangle on the hand; a clip of two
/// keys that turns the arm and hides the hand at its end. Keeps all laws. Y up.
[[nodiscard]] Scene smallScene();

/// Quaternion of a rotation by `degrees` around an axis.
[[nodiscard]] glm::quat turn(float degrees, glm::vec3 axis);

/// A scene that keeps all laws, different for every seed: joints, skins, meshes, clips, lights, attachments,
/// odd names.
[[nodiscard]] Scene randomScene(std::uint64_t seed);

}  // namespace rigkiln::test
