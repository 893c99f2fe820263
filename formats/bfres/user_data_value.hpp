#pragma once

#include <span>

#include "formats/bfres/user_data.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// The lists by their names, as extras have them: a number or text for a list of one, a list for others,
/// bytes as hexadecimal digits.
[[nodiscard]] Value userDataValue(std::span<const UserData> list);

}  // namespace rigkiln::bfres
