#include "pipeline/scene/raise_model.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/stop.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Metres by which each joint is moved up by itself.
using Lifts = std::vector<std::optional<double>>;

/// Moves joints up, and what is below them.
class Lifting {
public:
    Lifting(Scene& scene, const Lifts& lifts) : scene_(scene), lifts_(lifts), above_(scene.joints.size()) {}

    void run() {
        findShifts();
        for (std::size_t i = 0; i < lifts_.size(); ++i) {
            if (lifts_[i]) move(scene_.joints[i].rest.translation, shifts_[i]);
        }
        for (Clip& clip : scene_.clips)
            moveClip(clip);
        if (isBakeable()) bake();
    }

private:
    /// Finds the movement of each joint in the space of its parent, and of everything on it in model space.
    void findShifts() {
        const RestTree tree(scene_);
        shifts_.resize(scene_.joints.size());
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const auto& parent = scene_.joints[i].parent;
            above_[i] = (parent ? above_[parent->value] : 0.0) + lifts_[i].value_or(0.0);
            if (!lifts_[i]) continue;
            const glm::dvec3 up(0, *lifts_[i], 0);
            shifts_[i] = parent ? glm::inverse(tree.axes[parent->value]) * up : up;
        }
    }

    static void move(glm::vec3& place, const glm::dvec3& shift) {
        place = glm::vec3(glm::dvec3(place) + shift);
    }

    void moveClip(Clip& clip) const {
        ClipInHand inHand(clip);
        bool isChanged = false;
        for (JointTracks& tracks : clip.joints) {
            if (!lifts_[tracks.joint.value] || tracks.translation.empty()) continue;
            checkStop();
            isChanged = true;
            // Splines have a value between two tangents, which stay.
            const bool isSpline = tracks.translation.interpolation == Interpolation::CubicSpline;
            for (std::size_t i = isSpline ? 1 : 0; i < tracks.translation.values.size();
                 i += isSpline ? 3 : 1)
                move(tracks.translation.values[i], shifts_[tracks.joint.value]);
        }
        if (!isChanged) inHand.keepStored();
    }

    /// Joints of a skin have a common ancestor, but that one need not be what is lifted.
    [[nodiscard]] std::optional<double> liftOf(const Skin& skin) const {
        const double lift = above_[skin.joints.front().value];
        for (const IndexOf<Joint> joint : skin.joints) {
            if (above_[joint.value] != lift) return std::nullopt;
        }
        return lift;
    }

    /// Finds how far skins and meshes move. Returns false where a mesh or a skin would have to move in two
    /// ways.
    bool isBakeable() {
        meshLifts_.resize(scene_.meshes.size());
        for (const Skin& skin : scene_.skins) {
            const std::optional<double> lift = liftOf(skin);
            if (!lift) return false;
            skinLifts_.push_back(*lift);
        }
        bool isClear = true;
        for (const MeshInstance& instance : scene_.instances) {
            const double lift = instance.skin ? skinLifts_[instance.skin->value] : 0.0;
            const std::optional<double> known = std::exchange(meshLifts_[instance.mesh.value], lift);
            isClear = isClear && known.value_or(lift) == lift;
        }
        return isClear;
    }

    void bake() {
        for (std::size_t i = 0; i < scene_.skins.size(); ++i) {
            for (glm::mat4& matrix : scene_.skins[i].inverseBindMatrices) {
                const glm::dvec3 origin = glm::dvec3(matrix[3]) - glm::dvec3(matrix[1]) * skinLifts_[i];
                matrix[3] = glm::vec4(glm::vec3(origin), 1.0F);
            }
        }
        for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
            if (meshLifts_[i].value_or(0.0) == 0.0) continue;
            checkStop();
            for (Primitive& primitive : scene_.meshes[i].primitives) {
                for (glm::vec3& position : primitive.positions)
                    move(position, {0, *meshLifts_[i], 0});
            }
        }
    }

    Scene& scene_;
    const Lifts& lifts_;
    std::vector<double> above_;       ///< by joint: its lift and those of all joints above it
    std::vector<glm::dvec3> shifts_;  ///< by joint, in the space of its parent
    std::vector<double> skinLifts_;
    std::vector<std::optional<double>> meshLifts_;  ///< none: no instance
};

/// Takes the record out of extras. Returns nothing where there is none, or none of a number.
std::optional<double> takeRecord(Properties& extras) {
    const Value* value = extras.find(kRaisedBy);
    if (value == nullptr) return std::nullopt;
    std::optional<double> metres;
    if (const auto* exact = std::get_if<double>(&value->content())) metres = *exact;
    if (const auto* whole = std::get_if<std::int64_t>(&value->content()))
        metres = static_cast<double>(*whole);
    if (!metres || !std::isfinite(*metres)) return std::nullopt;
    Properties others;
    for (const auto& [key, other] : extras.entries()) {
        if (key != kRaisedBy) others.append(key, other);
    }
    extras = std::move(others);
    return metres;
}

}  // namespace

void raiseModel(Scene& scene, double metres) {
    Lifts lifts(scene.joints.size());
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (scene.joints[i].parent) continue;
        lifts[i] = metres;
        scene.joints[i].extras.set(kRaisedBy, metres);
    }
    Lifting(scene, lifts).run();
}

void lowerRaisedModels(Scene& scene) {
    const RestTree tree(scene);
    Lifts lifts(scene.joints.size());
    bool isAny = false;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        Joint& joint = scene.joints[i];
        if (joint.parent && !isInvertible(tree.axes[joint.parent->value])) continue;
        const std::optional<double> metres = takeRecord(joint.extras);
        if (!metres) continue;
        lifts[i] = -*metres;
        isAny = true;
    }
    if (isAny) Lifting(scene, lifts).run();
}

}  // namespace rigkiln
