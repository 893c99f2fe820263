#pragma once

#include <cstdint>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Random file models. They obey the laws of a decoded file but break many of the format's rules. The same
/// seed gives the same model on every platform.
namespace rigkiln::swat3 {

[[nodiscard]] GsmFile randomGsm(std::uint64_t seed);
[[nodiscard]] GsaFile randomGsa(std::uint64_t seed);

}  // namespace rigkiln::swat3
