#pragma once

#include <cstdint>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// File models made by chance that obey the laws of a decoded file and break many of the rules; the same seed
/// gives the same model everywhere.
namespace rigkiln::swat3 {

[[nodiscard]] GsmFile randomGsm(std::uint64_t seed);
[[nodiscard]] GsaFile randomGsa(std::uint64_t seed);

}  // namespace rigkiln::swat3
