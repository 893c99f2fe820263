#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln {

/// The modules of a program.
struct Registries {
    std::span<const FormatModule* const> formats{};
    std::span<const ExporterModule* const> exporters{};
    ImageFormats images{};
    std::span<const ContainerModule* const> containers{};

    /// Returns the module with this id, or null.
    [[nodiscard]] const FormatModule* format(std::string_view id) const {
        const auto found = std::ranges::find(formats, id, [](const auto* module) { return module->id; });
        return found == formats.end() ? nullptr : *found;
    }
    /// Returns the module with this id, or null.
    [[nodiscard]] const ExporterModule* exporter(std::string_view id) const {
        const auto found = std::ranges::find(exporters, id, [](const auto* module) { return module->id; });
        return found == exporters.end() ? nullptr : *found;
    }
};

}  // namespace rigkiln
