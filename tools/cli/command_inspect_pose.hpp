#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

struct PoseArguments {
    std::vector<std::string> files;     ///< a model and its clips, or one file with both
    std::optional<std::string> clip{};  ///< empty: the rest pose
    double seconds = 0;
    bool json = false;
};

/// Describes the pose of every joint as a conversion writes it, in the joint's own space and in object space.
[[nodiscard]] Result<std::string> poseText(const PoseArguments& options);

}  // namespace rigkiln::cli
