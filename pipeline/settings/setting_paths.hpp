#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// Returns the absolute, normalised path: "../art/" relative to "/games/a" is "/games/art". Expands nothing
/// and does not access the file system.
[[nodiscard]] std::string absolutePath(const std::filesystem::path& folder, std::string_view path);

/// Returns the problem of a path of a file or folder, or nothing when it is valid.
[[nodiscard]] std::optional<std::string> problemOfPath(std::string_view option, std::string_view path);

/// Returns the problem of the output path of an export, or nothing when it is valid. Checks its placeholders,
/// and its extension, which the options of the exporter may determine.
[[nodiscard]] std::optional<std::string> problemOfOutputPath(std::string_view path,
                                                             const ExporterModule& exporter,
                                                             const OptionValues& options);

}  // namespace rigkiln
