#pragma once

#include <cstddef>
#include <vector>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/result.hpp"

/// Encoding that is read again before anybody else does (encodeChecked).
namespace rigkiln::swat3_export {

[[nodiscard]] Result<std::vector<std::byte>> encodeCheckedGsa(const swat3::GsaFile& file);
[[nodiscard]] Result<std::vector<std::byte>> encodeCheckedGsm(const swat3::GsmFile& file);

}  // namespace rigkiln::swat3_export
