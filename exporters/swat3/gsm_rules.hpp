#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/gsm_file.hpp"

namespace rigkiln::swat3_writer {

struct RuleProblem {
    std::string_view rule;  ///< "weapon-grips"
    std::string message;    ///< with the value and what is expected
};

/// What the game, or the tools that modders load models into, are said to refuse, and what of it this model
/// does; in a fixed order. Whether that is an error is up to the caller. What a reader finds odd (checkGsm)
/// is not looked for again.
/// Precondition: the laws of a decoded file.
[[nodiscard]] std::vector<RuleProblem> brokenGsmRules(const swat3::GsmFile& file);

}  // namespace rigkiln::swat3_writer
