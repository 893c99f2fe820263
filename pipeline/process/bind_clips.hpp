#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipNameMismatch{"bind.name-mismatch", Severity::Warning,
                                             "a clip that binds by index calls joints by other names than "
                                             "the model; it was bound by index as the game does"};
inline constexpr IssueKind kClipJointMissing{
    "bind.joint-missing", Severity::Warning,
    "a clip moves joints the model does not have; their tracks were left out"};
inline constexpr IssueKind kClipMaterialMissing{
    "bind.material-missing", Severity::Warning,
    "a clip moves textures of materials that the model does not have; these tracks were left out"};
inline constexpr IssueKind kClipNotAtRest{"bind.not-at-rest", Severity::Information,
                                          "a clip says that a joint stands in the model's rest pose, but "
                                          "states another pose; the stated pose was kept"};

/// Two copies of one pose, one of them through sixteen-bit quaternions, differ by less than this many
/// radians.
inline constexpr double kRestRotationTolerance = 1e-4;
/// Of the reach of the skeleton (its farthest joint at rest), for translations of joints declared to rest:
/// exporters derived both copies from world matrices, whose rounding grows with the distance from the origin.
inline constexpr double kRestReachTolerance = 4e-6;
/// Relative to the length of the translation, and absolute for scales: rounding of one float operation or
/// two.
inline constexpr double kRestRelativeTolerance = 4e-6;

/// Moves the clips of `clips` into `model`, their tracks onto the model's joints, both still in their
/// source's space.
///
/// ByIndex clips find a joint by Joint::sourceIndex and use the name only as a check, without case. ByName
/// clips find it by name, without case; where a name repeats, the first joint counts. So do tracks of
/// materials, which have to have the texture that is moved. One-key tracks of joints that
/// only repeat the model's rest pose are dropped: translations and scales within kRestRelativeTolerance; for
/// joints that the source declares to rest, also translations within kRestReachTolerance and rotations within
/// kRestRotationTolerance (the model holds the exact pose, the clip a rounded copy).
///
/// Fails, with the model unchanged, when a ByIndex clip moves an index that the model does not have: it
/// belongs elsewhere.
[[nodiscard]] Status bindClips(Scene& model, Scene&& clips, Diagnostics& diagnostics);

/// The same for one model and the files of its clips, one after the other: the model is looked at once.
class ClipBinder {
public:
    /// Refers to the model, which must outlive it; others may change its clips meanwhile, not its joints.
    explicit ClipBinder(Scene& model);

    /// As bindClips.
    [[nodiscard]] Status bind(Scene&& clips, Diagnostics& diagnostics);

private:
    Scene& model_;
    double reach_;  ///< distance from the origin to the farthest joint at rest
    // Looked up, never walked through.
    std::unordered_map<std::uint32_t, IndexOf<Joint>> byIndex_;
    std::unordered_map<std::string, IndexOf<Joint>> byName_;  ///< without case
    std::unordered_map<std::string, IndexOf<Material>> materialsByName_;

    [[nodiscard]] std::optional<IndexOf<Joint>> find(const Joint& joint, ClipBinding binding) const;
    void bindMaterials(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const;
    [[nodiscard]] Status bindClip(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const;
};

}  // namespace rigkiln
