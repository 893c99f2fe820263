#pragma once

#include <map>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln {

/// Contents of the files that options of exports name, read once for all units of a job.
class ExportFiles {
public:
    /// Of one export. A file that cannot be read fails each of its units.
    struct Files {
        Result<OptionFiles> content = OptionFiles();
        std::vector<Look> looks{};
    };

    ExportFiles(const Plan& plan, const Registries& registries, Disk& disk);

    /// Precondition: the plan has a unit with these settings.
    [[nodiscard]] const Files& of(const ExportSettings& settings) const { return files_.at(&settings); }

private:
    std::map<const ExportSettings*, Files> files_;
};

}  // namespace rigkiln
