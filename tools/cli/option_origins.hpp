#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln::cli {

/// Place that an option has its value from.
enum class OriginKind : std::uint8_t { Default, Configuration, CommandLine };

/// An option as a person wrote it, or its default.
struct OptionOrigin {
    std::string job;    ///< of the option; empty for keys of the whole configuration
    std::string name;   ///< "keep", or "alo.team_mask" for one of a format
    std::string value;  ///< with variables replaced; empty: none
    OriginKind kind = OriginKind::Default;
    std::string from;  ///< "default", "line 9", "-D rate=30fps"
};

/// A configuration as it was written, for looking up where values come from. The settings have only the
/// values.
class OptionOrigins {
public:
    using Definitions = std::vector<std::pair<std::string, std::string>>;

    /// Precondition: the text loads without a problem.
    OptionOrigins(std::string_view text, Definitions definitions);

    /// Returns the options of a job: `specs` of its kind or, with a format's id, of that format.
    [[nodiscard]] std::vector<OptionOrigin> ofJob(const std::string& job, std::span<const OptionSpec> specs,
                                                  std::string_view format = {}) const;
    /// Returns the options of a job that belong to its exporter, with those that its preset sets.
    [[nodiscard]] std::vector<OptionOrigin> ofExport(const std::string& job,
                                                     const ExporterModule& exporter) const;
    /// Returns the keys of the whole configuration that are written and that units depend on.
    [[nodiscard]] std::vector<OptionOrigin> ofConfiguration() const;

private:
    [[nodiscard]] OptionOrigin originOf(const YamlNode& node, std::string job, std::string name) const;
    [[nodiscard]] std::string textOf(const YamlNode& node) const;
    /// Returns the definition of the command line that the text uses, also through other variables.
    [[nodiscard]] std::string definitionIn(const std::string& text, std::size_t depth = 0) const;

    YamlTree tree_;
    Definitions definitions_;
};

}  // namespace rigkiln::cli
