#pragma once

#include <string>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// The options of textures, the kinds of jobs, and the options of formats and exporters, as Markdown tables:
/// the part of docs/configuration.md that is made from the tables of the program.
[[nodiscard]] std::string settingsReference(const Registries& registries);

}  // namespace rigkiln
