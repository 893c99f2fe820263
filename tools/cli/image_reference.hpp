#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::cli {

/// Returns the generated part of docs/image-formats.md: a row for each image format with what is read of it.
[[nodiscard]] std::string imageReference();

/// Ids of image formats that are read and have no row, and of rows whose format is not read.
[[nodiscard]] std::vector<std::string_view> idsWithoutImageRow();

}  // namespace rigkiln::cli
