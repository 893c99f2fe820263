#include "pipeline/settings/setting_paths.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/settings/clip_path.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {
namespace {

std::optional<std::string> problemOfPlaceholders(std::string_view path) {
    while (true) {
        const std::size_t start = path.find_first_of("{}");
        if (start == std::string_view::npos) return std::nullopt;
        if (path[start] == '}') return "path has '}' without '{'";
        const std::size_t end = path.find_first_of("{}", start + 1);
        if (end == std::string_view::npos || path[end] == '{') return "path has '{' without '}'";
        const std::string_view name = path.substr(start + 1, end - start - 1);
        if (std::ranges::find(kPathPlaceholders, name) == kPathPlaceholders.end()) {
            const std::string problem =
                fmt::format("path has the placeholder {}, expected {{{}}}",
                            quote(fmt::format("{{{}}}", name)), fmt::join(kPathPlaceholders, "}, {"));
            return withSuggestion(problem, name, kPathPlaceholders);
        }
        path.remove_prefix(end + 1);
    }
}

/// Checked separately because normalisation reduces "{folder}/.." to nothing, although {folder} may be
/// several folders.
bool goesUpBehindPlaceholder(std::string_view path) {
    bool hasPlaceholder = false;
    for (const std::filesystem::path& part : std::filesystem::path(path)) {
        if (hasPlaceholder && part == "..") return true;
        hasPlaceholder = hasPlaceholder || part.native().find('{') != std::string::npos;
    }
    return false;
}

std::optional<std::string> problemOfExtension(std::string_view path, const ExporterModule& exporter,
                                              const OptionValues& options) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (std::ranges::find(exporter.extensions, extension) != exporter.extensions.end()) {
        const std::string_view asked = exporter.extensionFor(options);
        if (asked.empty() || asked == extension) return std::nullopt;
        return fmt::format("path ends in {}, and the options of {} ask for {}", quote(extension), exporter.id,
                           asked);
    }
    if (extension.empty()) {
        return fmt::format("path {} has no extension, {} writes {}", quote(path), exporter.id,
                           fmt::join(exporter.extensions, ", "));
    }
    const std::string problem = fmt::format("path ends in {}, {} writes {}", quote(extension), exporter.id,
                                            fmt::join(exporter.extensions, ", "));
    return withSuggestion(problem, extension, exporter.extensions);
}

}  // namespace

std::string absolutePath(const std::filesystem::path& folder, std::string_view path) {
    std::string normal = (folder / std::filesystem::path(path)).lexically_normal().string();
    while (normal.size() > 1 && normal.ends_with('/')) {
        normal.pop_back();
    }
    return normal;
}

std::optional<std::string> problemOfPath(std::string_view option, std::string_view path) {
    if (path.empty()) return fmt::format("{} is empty, expected a path", option);
    if (path.find('\0') != std::string_view::npos) {
        return fmt::format("{} is {}, a path cannot hold a zero byte", option, quote(path));
    }
    return std::nullopt;
}

std::optional<std::string> problemOfOutputPath(std::string_view path, const ExporterModule& exporter,
                                               const OptionValues& options) {
    if (auto problem = problemOfPath("path", path)) return problem;
    if (auto problem = problemOfPlaceholders(path)) return problem;
    if (goesUpBehindPlaceholder(path))
        return "path has '..' behind a placeholder, where it could lead anywhere";
    if (auto problem = problemOfClipPath(path, exporter, options)) return problem;
    return problemOfExtension(path, exporter, options);
}

}  // namespace rigkiln
