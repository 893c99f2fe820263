#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/read_limits.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// A file found by a scan that has nothing to convert.
struct IgnoredFile {
    std::string path;
    std::string description;  ///< "Alamo particle system (version 1)", "not a known format"
    bool known = true;        ///< false: no format recognises it
};

/// Everything a run would do, as a value: it refers to no settings and no modules, and contains no file
/// bytes. Laws: units are sorted by output, then by path of the source; ignored files by path. All units have
/// equal `recipe.reading->archives` and `recipe.reading->limits`.
struct Plan {
    std::string configuration;
    UnitTable units{};
    std::vector<IgnoredFile> ignored{};
    std::vector<Error> environment{};  ///< folders and files that could not be read; the rest is planned
    std::vector<Error> emptyScans{};   ///< scans that found nothing and may not, in the order of the jobs
    ContainerLimits archives{};        ///< of every unit
    ReadLimits limits{};               ///< likewise
    StateSettings state{};
    std::string cache{};  ///< folder; empty: none
    /// Folders that scans listed and archives that they searched: another file there changes the plan.
    /// Sorted, each once.
    std::vector<std::string> searched{};
    /// Symbolic links to folders that scans met and did not follow, and that are no roots: nothing is known
    /// of files below them. Sorted, each once.
    std::vector<std::string> linkedFolders{};
    bool hasMembers = false;   ///< some sources are members of archives
    bool interrupted = false;  ///< planning was stopped early: do not run
};

}  // namespace rigkiln
