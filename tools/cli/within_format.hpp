#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/file_tree.hpp"

namespace rigkiln::cli {

/// A conversion of a file to its own format.
struct WithinFormat {
    std::vector<std::string> inputs{};  ///< as given
    std::string output{};
    const FormatModule& format;
    const ExporterModule* exporter = nullptr;  ///< of the same id; null when there is none
    OptionValues options{};                    ///< of the exporter
};

/// Decodes and encodes the file through the file model only: a well-formed file keeps its bytes, except for
/// what the exporter's `fileOptions` change. Complains about a file that does not come back to the byte.
/// Fails when there are several inputs or folders, and when the input is of another format or damaged.
[[nodiscard]] Status writeWithinFormat(const WithinFormat& request, FileTree& files,
                                       Diagnostics& diagnostics);

}  // namespace rigkiln::cli
