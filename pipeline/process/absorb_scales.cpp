#include "pipeline/process/absorb_scales.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/mat3x3.hpp>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"
#include "pipeline/scene/transform_mesh.hpp"

namespace rigkiln {
namespace {

/// Largest element by which an attachment may differ from its sheared place, relative to the largest element.
constexpr double kShearTolerance = 1e-6;

/// The constant matrix A between the new and the old space of a joint.
struct Absorbed {
    glm::dmat3 matrix{1.0};
    /// Whether the matrix is `scale * diag(signs)`, which commutes with every scale and turns every rotation
    /// into another one.
    bool isSimple = true;
    double scale = 1.0;
    glm::dvec3 signs{1.0};

    [[nodiscard]] bool isIdentity() const { return matrix == glm::dmat3(1.0); }
};

glm::dmat3 diagonal(const glm::dvec3& values) {
    glm::dmat3 matrix(0.0);
    for (int axis = 0; axis < 3; ++axis)
        matrix[axis][axis] = values[axis];
    return matrix;
}

Absorbed simple(double scale, const glm::dvec3& signs) {
    return {.matrix = diagonal(scale * signs), .isSimple = true, .scale = scale, .signs = signs};
}

glm::dvec3 signsOf(const glm::vec3& scale) {
    return {scale.x < 0 ? -1.0 : 1.0, scale.y < 0 ? -1.0 : 1.0, scale.z < 0 ? -1.0 : 1.0};
}

bool isUniform(const glm::vec3& scale) {
    const glm::vec3 sizes = glm::abs(scale);
    return sizes.x == sizes.y && sizes.y == sizes.z;
}

bool isTiny(const glm::vec3& scale) {
    const glm::vec3 sizes = glm::abs(scale);
    return static_cast<double>(std::min({sizes.x, sizes.y, sizes.z})) < kTinyScale;
}

/// Returns D * R * D of a rotation R and D = diag(signs), which is a rotation, too. Linear, so that it also
/// holds for tangents of splines; exact.
glm::quat mirrored(const glm::quat& rotation, const glm::dvec3& signs) {
    const double determinant = signs.x * signs.y * signs.z;
    const glm::vec3 factors(determinant * signs);
    return {rotation.w, factors.x * rotation.x, factors.y * rotation.y, factors.z * rotation.z};
}

class ScaleAbsorber {
public:
    ScaleAbsorber(Scene& scene, std::span<const JointMoves> moves, Diagnostics& diagnostics)
        : scene_(scene), moves_(moves), diagnostics_(diagnostics) {}

    void run() {
        findSimple();
        findSigns();
        changeJoints();
        for (Clip& clip : scene_.clips)
            changeTracks(clip);
        changeSkins();
        changeMeshes();
        for (Attachment& attachment : scene_.attachments)
            place(attachment, "attachment");
        for (Light& light : scene_.lights)
            place(light, "light");
    }

private:
    [[nodiscard]] const glm::vec3& scaleOf(std::size_t joint) const {
        return scene_.joints[joint].rest.scale;
    }

    /// Whether a scale stays in the joint itself.
    [[nodiscard]] bool keepsScale(std::size_t joint) const {
        return moves_[joint].scale || isTiny(scaleOf(joint)) ||
               (needsSimple_[joint] && !isUniform(scaleOf(joint)));
    }

    /// A joint that turns, or that keeps a scale, needs a simple matrix above it.
    void findSimple() {
        needsSimple_.assign(scene_.joints.size(), false);
        for (std::size_t i = scene_.joints.size(); i-- > 0;) {
            const Joint& joint = scene_.joints[i];
            if (joint.parent && (moves_[i].rotation || needsSimple_[i] || keepsScale(i)))
                needsSimple_[joint.parent->value] = true;
        }
    }

    /// Finds joints whose scale has different signs in clips than at rest.
    void findSigns() {
        changesSign_.assign(scene_.joints.size(), false);
        for (const Clip& clip : scene_.clips) {
            const LoadedClip loaded(clip);
            for (const JointTracks& tracks : loaded->joints) {
                const std::size_t joint = tracks.joint.value;
                if (!moves_[joint].scale) continue;
                const glm::vec3 signs(signsOf(scaleOf(joint)));
                const std::size_t step = tracks.scale.interpolation == Interpolation::CubicSpline ? 3 : 1;
                for (std::size_t key = step / 2; key < tracks.scale.values.size(); key += step) {
                    const glm::vec3 scale = signs * tracks.scale.values[key];
                    if (std::min({scale.x, scale.y, scale.z}) < 0) changesSign_[joint] = true;
                }
            }
        }
        for (std::size_t i = 0; i < changesSign_.size(); ++i) {
            if (changesSign_[i])
                diagnostics_.add(kMirrorKept, fmt::format("joint {}", quote(scene_.joints[i].name)));
        }
    }

    [[nodiscard]] const Absorbed& above(const Joint& joint) const {
        static const Absorbed kNothing;
        return joint.parent ? absorbed_[joint.parent->value] : kNothing;
    }

    void changeJoints() {
        absorbed_.reserve(scene_.joints.size());
        signs_.reserve(scene_.joints.size());
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            checkStop();
            Joint& joint = scene_.joints[i];
            const Absorbed& parent = above(joint);
            Transform& rest = joint.rest;
            signs_.push_back(changesSign_[i] ? glm::dvec3(1.0) : signsOf(rest.scale));
            rest.translation = glm::vec3(parent.matrix * glm::dvec3(rest.translation));
            absorbed_.push_back(parent.isSimple ? changeBelowSimple(i, parent) : changeFixed(i, parent));
        }
    }

    /// `A * R * S = (D * R * D) * S' * A'` with A = scale * D.
    Absorbed changeBelowSimple(std::size_t index, const Absorbed& parent) {
        Transform& rest = scene_.joints[index].rest;
        const glm::dvec3& signs = signs_.back();
        rest.rotation = mirrored(rest.rotation, parent.signs);
        if (keepsScale(index)) {
            rest.scale *= glm::vec3(signs);
            return simple(parent.scale, parent.signs * signs);
        }
        const glm::dvec3 scale = glm::abs(glm::dvec3(rest.scale));
        rest.scale = glm::vec3(1.0F);
        if (scale.x == scale.y && scale.y == scale.z)
            return simple(parent.scale * scale.x, parent.signs * signs);
        return {.matrix = diagonal(parent.scale * parent.signs * signs * scale), .isSimple = false};
    }

    /// Below a matrix that is not simple the joint does not turn, so `A * R * S` is constant: part of it
    /// becomes the rotation, and the rest A'.
    Absorbed changeFixed(std::size_t index, const Absorbed& parent) {
        Transform& rest = scene_.joints[index].rest;
        const glm::dmat3 whole =
            parent.matrix * glm::dmat3(toMatrix({.rotation = rest.rotation, .scale = rest.scale}));
        rest.rotation = decompose(glm::dmat4(whole)).transform.rotation;
        rest.scale = glm::vec3(1.0F);
        const glm::dmat3 turn(toMatrix({.rotation = rest.rotation}));
        return {.matrix = glm::transpose(turn) * whole, .isSimple = false};
    }

    void changeTracks(Clip& clip) {
        const ClipInHand inHand(clip);
        for (JointTracks& tracks : clip.joints) {
            checkStop();
            const std::size_t index = tracks.joint.value;
            const Absorbed& parent = above(scene_.joints[index]);
            if (!parent.isIdentity()) {
                for (glm::vec3& value : tracks.translation.values)
                    value = glm::vec3(parent.matrix * glm::dvec3(value));
            }
            if (!parent.isSimple) tracks.rotation = {};  // only repeated the rest pose
            for (glm::quat& value : tracks.rotation.values)
                value = mirrored(value, parent.signs);
            if (!moves_[index].scale) tracks.scale = {};  // likewise
            for (glm::vec3& value : tracks.scale.values)
                value *= glm::vec3(signs_[index]);
        }
    }

    void changeSkins() {
        for (Skin& skin : scene_.skins) {
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const Absorbed& own = absorbed_[skin.joints[i].value];
                if (own.isIdentity()) continue;
                skin.inverseBindMatrices[i] =
                    glm::mat4(glm::dmat4(own.matrix) * glm::dmat4(skin.inverseBindMatrices[i]));
            }
        }
    }

    void changeMeshes() {
        for (const MeshInstance& instance : scene_.instances) {
            if (!instance.skin)
                transformMesh(scene_.meshes[instance.mesh.value],
                              glm::dmat4(absorbed_[instance.joint.value].matrix));
        }
    }

    template <class Placed>
    void place(Placed& placed, const char* what) {
        const Absorbed& own = absorbed_[placed.joint.value];
        if (own.isIdentity()) return;
        Transform& local = placed.local;
        if (own.isSimple) {
            local.translation = glm::vec3(own.matrix * glm::dvec3(local.translation));
            local.rotation = mirrored(local.rotation, own.signs);
            local.scale = glm::vec3(own.scale * own.signs * glm::dvec3(local.scale));
            return;
        }
        const Decomposition parts = decompose(glm::dmat4(own.matrix) * toMatrix(local));
        local = parts.transform;
        const glm::vec3 sizes = glm::abs(local.scale);
        const auto largest = static_cast<double>(std::max({sizes.x, sizes.y, sizes.z}));
        if (parts.residual > kShearTolerance * largest)
            diagnostics_.add(kPlaceSheared, fmt::format("{} {}", what, quote(placed.name)),
                             fmt::format("off by {}, elements up to {}", parts.residual, largest));
    }

    Scene& scene_;
    std::span<const JointMoves> moves_;
    Diagnostics& diagnostics_;
    // By joint:
    std::vector<bool> needsSimple_;  ///< whether a joint below turns or keeps a scale
    std::vector<bool> changesSign_;
    std::vector<glm::dvec3> signs_;  ///< of its own scale, that were taken out of it
    std::vector<Absorbed> absorbed_;
};

}  // namespace

void absorbScales(Scene& scene, std::span<const JointMoves> moves, Diagnostics& diagnostics) {
    const bool isScaled = std::ranges::any_of(
        scene.joints, [](const Joint& joint) { return joint.rest.scale != glm::vec3(1.0F); });
    if (isScaled || std::ranges::any_of(moves, &JointMoves::scale))
        ScaleAbsorber(scene, moves, diagnostics).run();
}

}  // namespace rigkiln
