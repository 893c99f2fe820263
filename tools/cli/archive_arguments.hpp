#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/file_tree.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// What a configuration says in the map `archives`, as options of a command: --archive-max-file.
[[nodiscard]] std::vector<OptionSpec> archiveCommandOptions();
[[nodiscard]] Result<ContainerLimits> archiveLimitsOf(const TableOptions& given);

/// A path that a person named, absolute, with the links on the disk followed; what is inside of an archive
/// stays as it is.
[[nodiscard]] std::string resolvedPath(const std::string& path);

/// Whether files are searched below it: a folder on the disk, an archive, or a folder in one.
[[nodiscard]] bool isSearchable(FileTree& files, const std::string& path);

}  // namespace rigkiln::cli
