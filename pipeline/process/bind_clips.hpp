#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

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
inline constexpr IssueKind kClipMovesFirst{
    "bind.same-name-elsewhere", Severity::Warning,
    "a clip moves joints by names that several skeletons of the file have; only the first skeleton moves"};
inline constexpr IssueKind kClipNotAtRest{"bind.not-at-rest", Severity::Information,
                                          "a clip says that a joint stands in the model's rest pose, but "
                                          "states another pose; the stated pose was kept"};

inline constexpr ErrorCode kClipNotBound{
    "clip.not-bound", ErrorKind::Input,
    "the clip moves a joint by its number, and the model has fewer joints"};

/// Radians. Two copies of one pose differ by less when one of them was stored as sixteen-bit quaternions.
inline constexpr double kRestRotationTolerance = 1e-4;
/// Fraction of the skeleton's reach (distance of its farthest joint at rest). Tolerance for translations of
/// joints that the source declares to rest: exporters derived both copies from world matrices, whose rounding
/// grows with the distance from the origin.
inline constexpr double kRestReachTolerance = 4e-6;
/// Rounding of one or two float operations: relative to the length for translations, absolute for scales.
inline constexpr double kRestRelativeTolerance = 4e-6;

/// Moves the clips of `clips` into `model` and their tracks onto the model's joints, both still in their
/// source's space.
///
/// ByIndex clips find a joint by Joint::sourceIndex; a different name (ignoring case) is only reported.
/// ByName clips find it by name, ignoring case; the first joint wins when a name repeats, which is an issue
/// if the others belong to another skeleton (another root). Tracks of materials find their material by name
/// in the same way; it must have the texture that the track moves.
///
/// One-key tracks of joints that repeat the model's rest pose are dropped: rotations and visibility when
/// equal, translations and scales within kRestRelativeTolerance. For joints that the source declares to rest,
/// also translations within kRestReachTolerance and rotations within kRestRotationTolerance (the model has
/// the exact pose, the clip a rounded copy).
///
/// Fails, with the model unchanged, when a ByIndex clip moves an index that the model does not have, because
/// the clip then belongs to another model.
[[nodiscard]] Status bindClips(Scene& model, Scene&& clips, Diagnostics& diagnostics);

/// Binds several files of clips to one model, which is indexed only once.
class ClipBinder {
public:
    /// Keeps a reference to the model, which must outlive it. Others may change the model's clips in between,
    /// but not its joints and materials.
    explicit ClipBinder(Scene& model);

    /// Does the same as bindClips.
    [[nodiscard]] Status bind(Scene&& clips, Diagnostics& diagnostics);

private:
    Scene& model_;
    double reach_;  ///< distance from the origin to the farthest joint at rest
    // Only for look-up; never iterated, because their order is not defined.
    std::unordered_map<std::uint32_t, IndexOf<Joint>> byIndex_;
    std::unordered_map<std::string, IndexOf<Joint>> byName_;  ///< ignoring case
    std::unordered_set<std::string> elsewhere_;               ///< names that another skeleton has too
    std::unordered_map<std::string, IndexOf<Material>> materialsByName_;

    [[nodiscard]] std::optional<IndexOf<Joint>> find(const Joint& joint, ClipBinding binding) const;
    void bindMaterials(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const;
    [[nodiscard]] Status bindClip(const Scene& clips, Clip& clip, Diagnostics& diagnostics) const;
};

}  // namespace rigkiln
