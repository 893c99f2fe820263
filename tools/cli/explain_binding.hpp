#pragma once

#include <string>
#include <vector>

#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln::cli {

/// Returns why a clip belongs to a model, as sentences: the names and the joints that were compared, and the
/// other models that its name begins with. Reads the files. `recipe` is that of the unit.
[[nodiscard]] std::vector<std::string> bindingReasons(const FileRecipe& clip, const FileRecipe& model,
                                                      const Plan& plan, FileTree& files);

}  // namespace rigkiln::cli
