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

/// A node of the hierarchy: what moves. Laws: the parent stands before its children; names are as the source
/// has them and may repeat.
struct Joint {
    std::string name;
    std::optional<IndexOf<Joint>> parent;
    Transform rest;
    bool visible = true;  ///< at rest, and for what hangs on this joint only
    /// The joint does not inherit its parent's own scale ("segment scale compensate"): its matrix is
    /// `W_parent * T * 1/s_parent * R * S`. In a source's space only: see resolveScaleCompensation.
    bool compensatesParentScale = false;
    /// Number of the joint in its source file, by which clips that bind by index find it.
    std::optional<std::uint32_t> sourceIndex;
    Properties extras;

    bool operator==(const Joint&) const = default;
};

/// A named place on a joint: hard point, proxy, grip, socket, effect emitter.
struct Attachment {
    std::string name;
    std::string kind;  ///< "proxy", "dazzle", "grip" ... in the words of docs/extras.md
    IndexOf<Joint> joint;
    Transform local;
    bool hidden = false;
    Properties extras;

    bool operator==(const Attachment&) const = default;
};

enum class LightKind : std::uint8_t { Point, Directional, Spot };

/// Shines along -Z of `local`, as glTF has it. Laws: colour within 0..1, intensity not negative, everything
/// finite, 0 <= innerConeAngle < outerConeAngle <= pi / 2.
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

/// Which way is up in the numbers of a Scene. Formats state the source's; convertCoordinates makes it YUp.
/// Both are right-handed, and a front that is -Y in a Z-up scene is +Z in the canonical one.
enum class UpAxis : std::uint8_t { YUp, ZUp };

/// One asset, whatever it came from: plain values, safe to copy, compare and read from many threads.
///
/// Canonical (after convertCoordinates): metres or the source's unit scaled by the user, seconds, radians,
/// right-handed, +Y up, +Z front, column vectors. Joints are a forest; meshes, lights and attachments hang on
/// joints; clips move joints. The laws are those stated at each struct; validateScene checks exactly them.
struct Scene {
    std::string name;
    std::string sourceFormat;  ///< id of the format module
    UpAxis upAxis = UpAxis::YUp;
    double metresPerUnit = 1.0;  ///< what lengths of the source have been multiplied by
    std::vector<Joint> joints;
    std::vector<Skin> skins;
    std::vector<Mesh> meshes;
    std::vector<MeshInstance> instances;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Attachment> attachments;
    std::vector<Light> lights;
    std::vector<Clip> clips;
    std::optional<SourceCopy> source;  ///< of all but the clips
    Properties extras;

    bool operator==(const Scene&) const = default;
};

}  // namespace rigkiln
