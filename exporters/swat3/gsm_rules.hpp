#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/gsm_file.hpp"

namespace rigkiln::swat3_export {

struct RuleProblem {
    std::string_view rule;  ///< "weapon-grips"
    std::string message;    ///< with the value and what is expected
};

/// Lists the rules that this model breaks, in a fixed order. They are what the game, or the tools that
/// modders load models into, are said to refuse. The caller decides which of them are errors. Oddities that a
/// reader reports (checkGsm) are not checked again.
///
/// Precondition: the laws of a decoded file.
[[nodiscard]] std::vector<RuleProblem> brokenGsmRules(const swat3::GsmFile& file);

}  // namespace rigkiln::swat3_export
