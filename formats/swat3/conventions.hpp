#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/swat3/rest_positions.hpp"
#include "pipeline/base/value.hpp"

/// Conventions that the descriptions of GSM leave open, found from each file (README, Conventions).
namespace rigkiln::swat3 {

/// Meaning of transparency 1 in a material.
enum class Transparency : std::uint8_t { Opaque, Clear };

/// The user's choices; the file decides those that are absent.
struct GsmConventionChoices {
    std::optional<Space> space;
    std::optional<QuaternionSense> quaternions;
    std::optional<bool> isLeftHanded;
    std::optional<bool> isClockwise;
    std::optional<Transparency> transparency;
    std::optional<Space> grips;
};

/// `Decision::by` when neither a test nor the user decided.
inline constexpr std::string_view kByDefault = "default";

/// Answer to one question, in the words of the options, with its reason and how clear it was.
struct Decision {
    std::string_view question;  ///< "space", "quat", "handed", "winding", "transparency", "grips"
    std::string_view answer;
    std::string_view by;            ///< a test of the README, "option", or kByDefault
    std::optional<double> score{};  ///< of the test, as in the README; absent for options and defaults

    bool operator==(const Decision&) const = default;
};

struct GsmConventions {
    Reading reading;
    bool isLeftHanded = false;
    bool isClockwise = false;  ///< outward faces as seen from outside, after mirroring
    Transparency transparency = Transparency::Clear;
    Space grips = Space::Bone;
    std::vector<Decision> decisions;  ///< one per question, in the order of the fields
};

[[nodiscard]] GsmConventions decideConventions(const RestPose& pose, const GsmConventionChoices& choices);

/// Converts to the form kept in extras: {"space": {"answer": "bone", "by": "coincidence", "score": 4.5e8},
/// ...}.
[[nodiscard]] Properties toProperties(const std::vector<Decision>& decisions);

}  // namespace rigkiln::swat3
