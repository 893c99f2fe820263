#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"
#include "pipeline/scene/index_of.hpp"
#include "pipeline/scene/material.hpp"
#include "pipeline/scene/mesh.hpp"
#include "pipeline/scene/source_copy.hpp"
#include "pipeline/scene/transform.hpp"

namespace rigkiln {

/// A node of the hierarchy, which clips can move. Laws: parents precede their children in the array; names
/// are those of the source and may repeat.
struct Joint {
    std::string name;
    std::optional<IndexOf<Joint>> parent;
    Transform rest;
    bool visible = true;  ///< at rest; applies only to objects on this joint
    /// True when the joint does not inherit its parent's own scale ("segment scale compensate"): its matrix
    /// is `W_parent * T * 1/s_parent * R * S`. Occurs only until resolveScaleCompensation has run.
    bool compensatesParentScale = false;
    /// Index of the joint in its source file. Clips with ClipBinding::ByIndex find the joint by it.
    std::optional<std::uint32_t> sourceIndex;
    Properties extras;

    bool operator==(const Joint&) const = default;
};

/// A named place on a joint, such as a hard point, proxy, grip, socket or effect emitter.
struct Attachment {
    std::string name;
    std::string kind;  ///< "proxy", "dazzle", "grip" ... as listed in docs/extras.md
    IndexOf<Joint> joint;
    Transform local;
    bool hidden = false;
    Properties extras;

    bool operator==(const Attachment&) const = default;
};

enum class LightKind : std::uint8_t { Point, Directional, Spot };

/// Shines along -Z of `local`, as in glTF. Laws: colour within 0..1, intensity not negative, range positive,
/// everything finite, 0 <= innerConeAngle < outerConeAngle <= pi / 2.
struct Light {
    std::string name;
    LightKind kind = LightKind::Point;
    IndexOf<Joint> joint;
    Transform local;
    glm::vec3 color{1.0F};
    float intensity = 1.0F;
    std::optional<float> range;     ///< metres
    float innerConeAngle = 0.0F;    ///< radians, half angle
    float outerConeAngle = 0.785F;  ///< radians, half angle
    Properties extras;

    bool operator==(const Light&) const = default;
};

/// Vertical axis of a Scene's coordinates. Formats state that of the source; convertCoordinates makes it YUp.
/// Both systems are right-handed. The front, -Y in a Z-up scene, becomes +Z in a canonical one.
enum class UpAxis : std::uint8_t { YUp, ZUp };

/// One asset of any format: plain values, safe to copy, compare and read from many threads.
///
/// Canonical (after convertCoordinates): metres or the source's unit scaled by the user, seconds, radians,
/// right-handed, +Y up, +Z front, column vectors. Joints form a forest; meshes, lights and attachments are
/// placed on joints; clips move joints. Laws are stated at each struct and checked by validateScene.
struct Scene {
    std::string name;
    std::string sourceFormat;  ///< id of the format module
    UpAxis upAxis = UpAxis::YUp;
    double metresPerUnit = 1.0;  ///< factor by which lengths of the source were multiplied
    std::vector<Joint> joints;
    std::vector<Skin> skins;
    std::vector<Mesh> meshes;
    std::vector<MeshInstance> instances;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Attachment> attachments;
    std::vector<Light> lights;
    std::vector<Clip> clips;
    std::optional<SourceCopy> source;  ///< source file of everything except the clips
    Properties extras;

    bool operator==(const Scene&) const = default;
};

}  // namespace rigkiln
