#pragma once

#include <optional>
#include <string>

#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln {

struct KeptReading {
    const FormatModule& format;
    const OptionValues& options;  ///< as the file was read first: what extras say of it
    std::string name{};           ///< of what is read
    double metresPerUnit = 1.0;   ///< of the scene it is compared with
};

/// Reads a kept file again, and makes it canonical. Nothing when it cannot be read at all. Every image is
/// found: which of them were there when the file was read first is up to the caller.
[[nodiscard]] std::optional<Scene> readKept(const SourceCopy& source, const KeptReading& reading);

}  // namespace rigkiln
