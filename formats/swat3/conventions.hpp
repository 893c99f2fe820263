#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/swat3/rest_positions.hpp"
#include "pipeline/base/value.hpp"

/// What the descriptions of GSM do not say and each file shows (README, Conventions).
namespace rigkiln::swat3 {

/// What a material's transparency of 1 means.
enum class Transparency : std::uint8_t { Opaque, Clear };

/// What a user has said; what is absent is decided by the file.
struct GsmConventionChoices {
    std::optional<Space> space;
    std::optional<QuaternionSense> quaternions;
    std::optional<bool> isLeftHanded;
    std::optional<bool> isClockwise;
    std::optional<Transparency> transparency;
    std::optional<Space> grips;
};

/// `Decision::by` of what no test told and nobody said.
inline constexpr std::string_view kByDefault = "default";

/// One question, its answer in the words of the options, what it was decided by, and how clearly.
struct Decision {
    std::string_view question;  ///< "space", "quat", "handed", "winding", "transparency", "grips"
    std::string_view answer;
    std::string_view by;            ///< a test of the README, "option", or kByDefault
    std::optional<double> score{};  ///< of the test, as the README gives it; none for options and defaults

    bool operator==(const Decision&) const = default;
};

struct GsmConventions {
    Reading reading;
    bool isLeftHanded = false;
    bool isClockwise = false;  ///< outward faces, seen from outside and after mirroring
    Transparency transparency = Transparency::Clear;
    Space grips = Space::Bone;
    std::vector<Decision> decisions;  ///< one per question, in the order of the fields
};

[[nodiscard]] GsmConventions decideConventions(const RestPose& pose, const GsmConventionChoices& choices);

/// As kept in extras: {"space": {"answer": "bone", "by": "coincidence", "score": 4.5e8}, ...}.
[[nodiscard]] Properties toProperties(const std::vector<Decision>& decisions);

}  // namespace rigkiln::swat3
