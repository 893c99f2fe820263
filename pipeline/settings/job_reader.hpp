#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/settings/interpolate.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {

/// A text of the configuration with its variables put in.
struct PlacedText {
    std::string text{};
    SourcePosition position{};
};

/// A job as it was written: options checked, inputs still names.
struct JobDraft {
    struct Input {
        const InputSpec* spec = nullptr;
        std::vector<PlacedText> jobs{};
    };

    Job job{};  ///< without inputs; `kind` is null when `uses` names none
    std::vector<Input> inputs{};
    bool hasInputs = true;          ///< all that it must have could be read
    SourcePosition pathPosition{};  ///< of the folder of a scan, of the output path of an export
    bool hasPath = false;           ///< it is right, and absolute by now
};

/// What reading needs besides the tree.
struct ReadContext {
    const Registries& registries;
    const std::filesystem::path& folder;  ///< what relative paths are relative to
    Variables& variables;
    ProblemList& problems;
};

/// The text of a scalar. Nothing, and a problem, when the node is something else or uses what is no variable.
/// `what` names the setting in the problem.
[[nodiscard]] std::optional<PlacedText> readText(const YamlNode& node, std::string_view what,
                                                 ReadContext& context);

/// The texts of a list of scalars; a scalar counts as a list of one.
[[nodiscard]] std::optional<std::vector<PlacedText>> readTexts(const YamlNode& node, std::string_view what,
                                                               ReadContext& context);

/// The value of an option as its spec has it. Nothing, and a problem, when it is none.
[[nodiscard]] std::optional<OptionValue> readOption(const OptionSpec& spec, const YamlNode& node,
                                                    ReadContext& context);

/// Reports a key that nothing is known about, with the known key that was most likely meant, or all of them.
void reportUnknownKey(const YamlEntry& entry, std::string_view subject, std::string_view owner,
                      const std::vector<std::string_view>& known, ReadContext& context);

/// Reads one entry of `jobs`.
[[nodiscard]] JobDraft readJob(const YamlEntry& entry, ReadContext& context);

}  // namespace rigkiln
