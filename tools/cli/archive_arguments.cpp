#include "tools/cli/archive_arguments.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "pipeline/settings/archive_options.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<NamedOption, 3> kArchiveNames = {{{kArchiveFile, "archive_max_file"},
                                                       {kArchiveTotal, "archive_max_total"},
                                                       {kArchiveRatio, "archive_max_ratio"}}};

}  // namespace

std::vector<OptionSpec> archiveCommandOptions() {
    return renamed(kArchiveOptions, kArchiveNames);
}

Result<ContainerLimits> archiveLimitsOf(const TableOptions& given) {
    const Result<OptionValues> read = given.values(archiveCommandOptions(), "");
    if (!read) return read.error();
    return archiveLimits(withOwnNames(*read, kArchiveOptions, kArchiveNames));
}

std::string resolvedPath(const std::string& path) {
    std::string absolute = fs::absolute(path).lexically_normal().string();
    if (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
    // Resolves the longest part of the path that exists, and appends the rest.
    for (std::size_t end = absolute.size(); end != std::string::npos && end > 0;
         end = absolute.rfind('/', end - 1)) {
        std::error_code code;
        const fs::path target = fs::canonical(absolute.substr(0, end), code);
        if (code) continue;
        const bool isWhole = end == absolute.size();
        if (!isWhole && !fs::is_regular_file(target, code)) break;
        return target.string() + absolute.substr(end);
    }
    return absolute;
}

bool isSearchable(FileTree& files, const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return true;
    return files.archiveFolderAt(resolvedPath(path)).has_value();
}

}  // namespace rigkiln::cli
