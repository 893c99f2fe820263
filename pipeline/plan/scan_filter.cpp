#include "pipeline/plan/scan_filter.hpp"

#include <algorithm>
#include <utility>

namespace rigkiln {
namespace {

Result<std::vector<Glob>> compileAll(const std::vector<std::string>& patterns, bool ignoreCase) {
    std::vector<Glob> globs;
    for (const std::string& pattern : patterns) {
        Result<Glob> glob = Glob::compile(pattern, ignoreCase);
        if (!glob) return glob.error();
        globs.push_back(std::move(*glob));
    }
    return globs;
}

/// Returns the folders that are completely excluded: patterns without their final "/**".
std::vector<std::string> wholeFolders(const std::vector<std::string>& patterns) {
    constexpr std::string_view kEverythingBelow = "/**";
    std::vector<std::string> folders;
    for (const std::string& pattern : patterns) {
        const bool isWhole = pattern.size() > kEverythingBelow.size() && pattern.ends_with(kEverythingBelow);
        if (isWhole && pattern.find('{') == std::string::npos)
            folders.push_back(pattern.substr(0, pattern.size() - kEverythingBelow.size()));
    }
    return folders;
}

/// Returns the parts of patterns up to each folder whose name has a dot: "data.bin" for "data.bin/**".
std::vector<std::string> dottedFolders(const std::vector<std::string>& patterns) {
    std::vector<std::string> folders;
    for (const std::string& pattern : patterns) {
        std::size_t begin = 0;
        for (std::size_t slash = pattern.find('/'); slash != std::string::npos;
             slash = pattern.find('/', begin)) {
            const std::string_view name = std::string_view(pattern).substr(begin, slash - begin);
            begin = slash + 1;
            const std::string_view before = std::string_view(pattern).substr(0, slash);
            // Skips incomplete alternatives, because {} and [] may contain slashes.
            const bool isWhole = std::ranges::count(before, '{') == std::ranges::count(before, '}') &&
                                 std::ranges::count(before, '[') == std::ranges::count(before, ']');
            if (isWhole && name.find('.') != std::string_view::npos) folders.emplace_back(before);
        }
    }
    return folders;
}

bool matchesAny(const std::vector<Glob>& globs, std::string_view path) {
    return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(path); });
}

}  // namespace

Result<ScanFilter> ScanFilter::compile(const std::vector<std::string>& include,
                                       const std::vector<std::string>& exclude, bool ignoreCase) {
    ScanFilter filter;
    const auto take = [&](const std::vector<std::string>& patterns, std::vector<Glob>& globs) -> Status {
        Result<std::vector<Glob>> compiled = compileAll(patterns, ignoreCase);
        if (!compiled) return compiled.error();
        globs = std::move(*compiled);
        return Done{};
    };
    if (const Status status = take(include, filter.include_); !status) return status.error();
    if (const Status status = take(exclude, filter.exclude_); !status) return status.error();
    if (const Status status = take(wholeFolders(exclude), filter.excludedFolders_); !status)
        return status.error();
    if (const Status status = take(dottedFolders(include), filter.namedFolders_); !status)
        return status.error();
    return filter;
}

bool ScanFilter::takes(std::string_view path) const {
    return matchesAny(include_, path) && !matchesAny(exclude_, path);
}

bool ScanFilter::skipsFolder(std::string_view path) const {
    return matchesAny(excludedFolders_, path);
}

bool ScanFilter::mayTakeInFolder(std::string_view path) const {
    const bool isPossible =
        std::ranges::any_of(include_, [&](const Glob& glob) { return glob.canMatchBelow(path); });
    return isPossible && !skipsFolder(path);
}

bool ScanFilter::mayTakeBelow(std::string_view path) const {
    return mayTakeInFolder(path) && !matchesAny(exclude_, path);
}

bool ScanFilter::namesAsFolder(std::string_view path) const {
    return matchesAny(namedFolders_, path);
}

}  // namespace rigkiln
