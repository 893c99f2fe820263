#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/option.hpp"
#include "pipeline/settings/interpolate.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {

/// A text of the configuration after variables were replaced.
struct PlacedText {
    std::string text{};
    SourcePosition position{};
};

/// A job as written: options are checked, inputs are still names.
struct JobDraft {
    struct Input {
        const InputSpec* spec = nullptr;
        std::vector<PlacedText> jobs{};
    };

    Job job{};  ///< without inputs; `kind` is null when `uses` names no known kind
    std::vector<Input> inputs{};
    bool hasInputs = true;          ///< all required inputs could be read
    SourcePosition pathPosition{};  ///< position of a scan's folder or an export's output path
    bool hasPath = false;           ///< the path is valid and was made absolute
};

/// Everything that reading needs besides the tree.
struct ReadContext {
    const Registries& registries;
    const std::filesystem::path& folder;  ///< base of relative paths
    Variables& variables;
    ProblemList& problems;
    ProblemList& warnings;  ///< of what has no effect
};

/// Returns the text of a scalar. Returns nothing and reports a problem when the node is no scalar or uses an
/// unknown variable. `what` names the setting in the problem.
[[nodiscard]] std::optional<PlacedText> readText(const YamlNode& node, std::string_view what,
                                                 ReadContext& context);

/// Returns the texts of a list of scalars; a scalar counts as a list of one. Fails as readText does.
[[nodiscard]] std::optional<std::vector<PlacedText>> readTexts(const YamlNode& node, std::string_view what,
                                                               ReadContext& context);

/// Returns the value of an option. Returns nothing and reports a problem when the node is no valid value for
/// `spec`.
[[nodiscard]] std::optional<OptionValue> readOption(const OptionSpec& spec, const YamlNode& node,
                                                    ReadContext& context);

/// Reports an unknown key and suggests the most similar known key, or all of them.
void reportUnknownKey(const YamlEntry& entry, std::string_view subject, std::string_view owner,
                      const std::vector<std::string_view>& known, ReadContext& context);

/// Warns of options of the map that are in the table and lack what they need from another one.
void warnOfIdle(const YamlNode& map, std::span<const OptionSpec> table, const OptionValues& values,
                ReadContext& context);

/// Reads one entry of `jobs`.
[[nodiscard]] JobDraft readJob(const YamlEntry& entry, ReadContext& context);

}  // namespace rigkiln
