#include "tools/cli/state_arguments.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "pipeline/settings/state_options.hpp"

namespace rigkiln::cli {
namespace {

struct StateOptionName {
    std::string_view option;
    std::string_view name;
};
constexpr std::array<StateOptionName, 2> kNames = {
    {{kStateFolder, "state"}, {kStateMaximum, "state_max_size"}}};

}  // namespace

std::vector<OptionSpec> stateCommandOptions() {
    std::vector<OptionSpec> specs;
    for (const StateOptionName& named : kNames) {
        specs.push_back(*findOption(kStateOptions, named.option));
        specs.back().name = named.name;
    }
    return specs;
}

Result<StateSettings> stateOf(const TableOptions& given) {
    const Result<OptionValues> read = given.values(stateCommandOptions(), "");
    if (!read) return read.error();
    OptionValues values(kStateOptions);
    for (const StateOptionName& named : kNames)
        values.set(named.option, read->all().find(named.name)->second);
    const std::string& folder = values.text(kStateFolder);
    if (folder.empty()) return StateSettings{};
    return stateSettings(values, std::filesystem::absolute(folder).lexically_normal().string());
}

}  // namespace rigkiln::cli
