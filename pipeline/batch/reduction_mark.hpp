#pragma once

#include <optional>
#include <string_view>

#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Where a mark stands in the extras of a clip: among those of our own files, and in files by others.
inline constexpr std::string_view kMarkName = "reduction";
inline constexpr std::string_view kForeignMarkName = "rigkiln_reduction";

/// What a clip says of how its keys were reduced.
struct ReductionMark {
    ReductionSettings settings{};
    /// How far the clip is at most from the first source, in the measure of the settings: metres of the
    /// scene, or of a character of `characterHeight`.
    double error = 0;
};

/// Nothing when the clip has no mark, or its keys are no longer those that the mark was made for: somebody
/// has edited it. Precondition: the laws of scenes.
[[nodiscard]] std::optional<ReductionMark> markOf(const Scene& scene, const Clip& clip);

/// Puts the mark into the clip's extras, for the keys that it has now.
void setMark(const Scene& scene, const ReductionMark& mark, Clip& clip);

/// The mark as it stands in the extras, whether it fits or not; null when there is none.
[[nodiscard]] const Value* writtenMark(const Clip& clip);

}  // namespace rigkiln
