#include "tools/cli/named_inputs.hpp"

#include <algorithm>
#include <utility>

#include "tools/cli/archive_arguments.hpp"

namespace rigkiln::cli {

namespace fs = std::filesystem;

fs::path absolutePath(const std::string& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    return absolute.has_filename() ? absolute : absolute.parent_path();
}

std::optional<Error> archiveProblem(FileTree& files, const std::string& input) {
    if (isSearchable(files, input)) return std::nullopt;
    const auto archive = files.archiveAt(resolvedPath(input));
    if (archive) return std::nullopt;
    // What is not there or cannot be read is told where files are looked for.
    return archive.error().kind() == ErrorKind::Input ? std::optional(archive.error()) : std::nullopt;
}

void failClosedArchives(Plan& plan, const std::vector<std::string>& inputs, FileTree& files) {
    for (const std::string& input : inputs) {
        std::optional<Error> problem = archiveProblem(files, input);
        if (!problem) continue;
        const std::string path = absolutePath(input).string();
        std::erase_if(plan.ignored, [&](const IgnoredFile& file) { return file.path == path; });
        plan.environment.push_back(*std::move(problem));
    }
    std::ranges::stable_sort(plan.environment, {}, &Error::file);
}

}  // namespace rigkiln::cli
