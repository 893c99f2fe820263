#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/reduction/reduction_settings.hpp"

namespace rigkiln {

/// Settings for turning files into assets: those of a decode job, or the defaults.
struct DecodeSettings {
    SelectOptions select{};  ///< meshes to keep in addition to rendered ones
    double metresPerUnit = 1.0;
    std::map<std::string, OptionValues, std::less<>> formatOptions{};  ///< by format id, complete
};

/// One file to convert, while the plan is made.
struct SourceFile {
    std::string path;           ///< absolute; the exact bytes of the file system
    std::string relative;       ///< relative to the root of its scan, separated by '/'
    std::string name;           ///< file name without its extension
    std::size_t sizeBytes = 0;  ///< unwrapped
    const FormatModule* format = nullptr;
    AssetKind kind = AssetKind::Model;
    std::string description{};  ///< "Alamo animation"
    std::shared_ptr<const DecodeSettings> decode{};
    std::vector<double> resampleRates{};           ///< resample jobs before binding, in order
    std::optional<ReductionSettings> reduction{};  ///< applies to its clips after binding
    std::size_t heldBytes = 0;                     ///< memory of the archive it is read from
};

}  // namespace rigkiln
