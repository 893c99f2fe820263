#pragma once

#include <span>

#include "formats/bfres/base/user_data.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// Converts user data for extras, by name: a number or text for a list of one, a list for others, hexadecimal
/// digits for bytes.
[[nodiscard]] Value userDataValue(std::span<const UserData> list);

}  // namespace rigkiln::bfres
