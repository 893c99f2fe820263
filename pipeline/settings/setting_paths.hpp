#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// Absolute and normalised: "../art/" below "/games/a" is "/games/art". Nothing is expanded, no file is
/// looked at.
[[nodiscard]] std::string absolutePath(const std::filesystem::path& folder, std::string_view path);

/// What is wrong with a path of a file or folder, if anything.
[[nodiscard]] std::optional<std::string> problemOfPath(std::string_view option, std::string_view path);

/// What is wrong with the output path of an export, if anything: its {placeholders}, its extension
/// (which the options of the exporter may ask for).
[[nodiscard]] std::optional<std::string> problemOfOutputPath(std::string_view path,
                                                             const ExporterModule& exporter,
                                                             const OptionValues& options);

}  // namespace rigkiln
