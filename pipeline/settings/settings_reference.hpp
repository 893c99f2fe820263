#pragma once

#include <string>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Returns the generated part of docs/configuration.md: Markdown tables with the options of state, textures,
/// archives, job kinds, formats and exporters.
[[nodiscard]] std::string settingsReference(const Registries& registries);

}  // namespace rigkiln
