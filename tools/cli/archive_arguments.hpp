#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/files/file_tree.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// Command-line options for the map `archives` of a configuration: --archive-max-file and others.
[[nodiscard]] std::vector<OptionSpec> archiveCommandOptions();
[[nodiscard]] Result<ContainerLimits> archiveLimitsOf(const TableOptions& given);

/// Returns the absolute form of a path from the command line, with links on the disk followed. The part
/// inside an archive stays as it is.
[[nodiscard]] std::string resolvedPath(const std::string& path);

/// Whether a path can be searched for files: a folder on the disk, an archive, or a folder in one.
[[nodiscard]] bool isSearchable(FileTree& files, const std::string& path);

}  // namespace rigkiln::cli
