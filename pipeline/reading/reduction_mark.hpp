#pragma once

#include <optional>
#include <string_view>

#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Names of the mark in the extras of a clip, in our own files and in files of others.
inline constexpr std::string_view kMarkName = "reduction";
inline constexpr std::string_view kForeignMarkName = "rigkiln_reduction";

/// Record in a clip of how its keys were reduced.
struct ReductionMark {
    ReductionSettings settings{};
    /// Largest distance from the first source, in the measure of the settings: metres of the scene, or of a
    /// character of `characterHeight`.
    double error = 0;
};

/// Returns the clip's mark. Returns nothing when there is none, or when the keys were edited since.
/// Precondition: the scene satisfies its laws.
[[nodiscard]] std::optional<ReductionMark> markOf(const Scene& scene, const Clip& clip);

/// Stores the mark in the clip's extras, with a hash of its current keys.
void setMark(const Scene& scene, const ReductionMark& mark, Clip& clip);

/// Returns the mark in the extras, valid or not; null when there is none.
[[nodiscard]] const Value* writtenMark(const Clip& clip);

}  // namespace rigkiln
