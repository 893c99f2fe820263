#pragma once

#include <string>
#include <vector>

#include "library/conversion/conversion_request.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::cli {

/// Returns a request with all options at their defaults. `textureRoots` may be relative.
[[nodiscard]] ConversionRequest plainRequest(const std::vector<std::string>& textureRoots);

/// Plans the conversion of a file with its clips, without an output.
[[nodiscard]] Result<Plan> planToRead(const ConversionRequest& request, const std::string& file,
                                      const std::vector<std::string>& clips);

/// Reads the scene that a conversion would write. Fails when the model or any clip fails.
[[nodiscard]] Result<Scene> readPlanned(const Plan& plan);

}  // namespace rigkiln::cli
