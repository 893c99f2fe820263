#include "tools/cli/load_configuration.hpp"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {

void addDefinitions(CLI::App& app, std::vector<std::string>& definitions) {
    app.add_option("-D", definitions, "Set a variable of the configuration: -D input=../art")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

std::optional<Settings> loadConfiguration(const std::string& file,
                                          const std::vector<std::string>& definitions, int& exitCode) {
    const Result<std::string> text = readTextFile(file, kMostConfigurationBytes);
    if (!text) {
        complain(text.error().text());
        exitCode = kBadUsage;
        return std::nullopt;
    }
    SettingsRequest request{.file = std::filesystem::absolute(file).lexically_normal().string(),
                            .text = *text,
                            .definitions = {}};
    for (const IssueKind* kind : allIssueKinds())
        request.issues.push_back(kind->id);
    for (const std::string& definition : definitions) {
        const std::size_t equals = definition.find('=');
        if (equals == std::string::npos || equals == 0) {
            complain(fmt::format("-D {}: expected name=value, as in -D input=../art", quote(definition)));
            exitCode = kBadUsage;
            return std::nullopt;
        }
        request.definitions.emplace_back(definition.substr(0, equals), definition.substr(equals + 1));
    }
    LoadedSettings loaded = loadSettings(request, registries());
    if (!loaded.settings) {
        const std::string problems = toText(loaded.problems, file);
        std::fwrite(problems.data(), 1, problems.size(), stderr);
        exitCode = kBadUsage;
    }
    for (SettingsProblem& warning : loaded.warnings)
        warning.problem.insert(0, "warning: ");
    const std::string warnings = toText(loaded.warnings, file);
    std::fwrite(warnings.data(), 1, warnings.size(), stderr);
    return std::move(loaded.settings);
}

}  // namespace rigkiln::cli
