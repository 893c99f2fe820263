#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/file_tree.hpp"

namespace rigkiln {

/// A conversion of a file to its own format.
struct WithinFormat {
    std::vector<std::string> inputs{};  ///< as given
    std::string output{};
    const FormatModule& format;
    const ExporterModule* exporter = nullptr;  ///< of the same id; null when there is none
    OptionValues options{};                    ///< of the exporter
};

struct ConvertedWithinFormat {
    std::vector<std::byte> bytes{};
    bool isSame = false;       ///< they are those of the input
    bool isReordered = false;  ///< the parts of the input do not stand in the usual order
};

/// Decodes and encodes the file through the file model only: a well-formed file keeps its bytes, except for
/// what the exporter's `fileOptions` change. Fails when there are several inputs or folders, and when the
/// input is of another format or damaged.
[[nodiscard]] Result<ConvertedWithinFormat> convertWithinFormat(const WithinFormat& request, FileTree& files,
                                                                Diagnostics& diagnostics);

}  // namespace rigkiln
