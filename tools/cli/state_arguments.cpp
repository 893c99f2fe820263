#include "tools/cli/state_arguments.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <string>

#include "pipeline/settings/cache_option.hpp"
#include "pipeline/settings/state_options.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::array<NamedOption, 2> kStateNames = {
    {{kStateFolder, "state"}, {kStateMaximum, "state_max_size"}}};

}  // namespace

std::vector<OptionSpec> stateCommandOptions() {
    return renamed(kStateOptions, kStateNames);
}

Result<StateSettings> stateOf(const TableOptions& given) {
    const Result<OptionValues> read = given.values(stateCommandOptions(), "");
    if (!read) return read.error();
    const OptionValues values = withOwnNames(*read, kStateOptions, kStateNames);
    const std::string& folder = values.text(kStateFolder);
    if (folder.empty()) return StateSettings{};
    return stateSettings(values, std::filesystem::absolute(folder).lexically_normal().string());
}

Result<std::string> cacheOf(const TableOptions& given) {
    const Result<OptionValues> read = given.values(std::span(&kCacheOption, 1), "");
    if (!read) return read.error();
    const std::string& folder = read->text(kCacheOption.name);
    if (folder.empty()) return std::string();
    return std::filesystem::absolute(folder).lexically_normal().string();
}

}  // namespace rigkiln::cli
