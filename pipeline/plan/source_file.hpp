#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/conversion/option.hpp"
#include "pipeline/plan/file_table.hpp"
#include "pipeline/plan/table_pieces.hpp"
#include "pipeline/process/fit_height.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/reduction/reduction_settings.hpp"

namespace rigkiln {

/// Settings for turning files into assets: those of a decode job, or the defaults.
struct DecodeSettings {
    SelectOptions select{};      ///< meshes to keep in addition to rendered ones
    double metresPerUnit = 1.0;  ///< unless there is a height
    std::optional<HeightOptions> height{};
    bool isOnGround = false;
    std::map<std::string, OptionValues, std::less<>> formatOptions{};  ///< by format id, complete
};

/// Settings of resample jobs for the keys of clips.
struct KeySettings {
    std::vector<double> rates{};                   ///< of all jobs, in order
    std::optional<ReductionSettings> reduction{};  ///< of the last job that reduces keys

    /// Adds those of later jobs.
    void append(const KeySettings& later);
    bool operator==(const KeySettings&) const = default;
};

/// How one file is read.
struct SourceSettings {
    std::shared_ptr<const DecodeSettings> decode{};
    KeySettings keys{};  ///< of jobs before binding; the reduction applies to its clips after binding

    bool operator==(const SourceSettings&) const = default;
};

/// One file to convert, while the plan is made: numbers of rows of SourceTables.
struct SourceFile {
    FileTable::Index file = 0;
    std::uint32_t settings = 0;
};

/// Files and settings of a plan in the making.
struct SourceTables {
    FileTable& files;
    RecentRows<SourceSettings>& settings;

    [[nodiscard]] const FormatModule& format(const SourceFile& source) const {
        return files.format(source.file);
    }
};

}  // namespace rigkiln
