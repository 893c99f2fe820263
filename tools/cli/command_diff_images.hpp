#pragma once

#include <optional>
#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

struct ImagePair {
    std::string left;  ///< paths as they were given
    std::string right;
    double tolerance = 0;  ///< largest difference of a channel that counts as the same, as a share of 1
    bool json = false;
};

/// Result of a comparison of two image files.
struct ImageDiff {
    std::string text;  ///< or a JSON object
    bool isSame = false;
};

/// Compares two image files by their pixels. Returns nothing when neither file is an image, and fails when
/// only one is.
[[nodiscard]] Result<std::optional<ImageDiff>> diffImages(const ImagePair& files);

}  // namespace rigkiln::cli
