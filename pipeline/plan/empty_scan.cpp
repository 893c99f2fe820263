#include "pipeline/plan/empty_scan.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/plan/scan_filter.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kAnyFolders = "**/";

/// Number of letters to insert, remove or replace.
std::size_t editDistance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = i;
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t k = 0; k < right.size(); ++k) {
            const std::size_t replaced = diagonal + (left[i] == right[k] ? 0 : 1);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, row[k + 1] + 1});
        }
    }
    return row.back();
}

/// Returns the extensions that a pattern ends with, case-folded: ".alo" for "**/*.alo", two for
/// "*.{alo,ala}". None where the ending is no fixed text.
std::vector<std::string> extensionsOf(std::string_view pattern) {
    constexpr std::string_view kSpecial = "*?[]{},/";
    const std::size_t dot = pattern.rfind('.');
    if (dot == std::string_view::npos) return {};
    std::string_view ending = pattern.substr(dot + 1);
    std::vector<std::string> extensions;
    if (ending.starts_with('{') && ending.ends_with('}')) {
        ending = ending.substr(1, ending.size() - 2);
        for (std::size_t begin = 0; begin <= ending.size();) {
            const std::size_t end = std::min(ending.find(',', begin), ending.size());
            extensions.push_back("." + foldCase(ending.substr(begin, end - begin)));
            begin = end + 1;
        }
    } else {
        extensions.push_back("." + foldCase(ending));
    }
    const bool isFixed = std::ranges::all_of(extensions, [&](const std::string& extension) {
        return extension.size() > 1 && extension.find_first_of(kSpecial) == std::string::npos;
    });
    return isFixed ? extensions : std::vector<std::string>();
}

/// Spellings of an extension among files.
struct FoundExtension {
    std::size_t files = 0;
    std::map<std::string, std::size_t> spellings{};

    [[nodiscard]] const std::string& usual() const {
        return std::ranges::max_element(spellings, {}, &std::pair<const std::string, std::size_t>::second)
            ->first;
    }
};

using FoundExtensions = std::map<std::string, FoundExtension>;

FoundExtensions extensionsAmong(const FileTable& files) {
    FoundExtensions found;
    for (FileTable::Index file = 0; file < files.size(); ++file) {
        const std::string extension(splitName(files.path(file).name).extension);
        FoundExtension& one = found[foldCase(extension)];
        ++one.files;
        ++one.spellings[extension];
    }
    return found;
}

std::string verb(std::size_t files, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", files, files == 1 ? one : several);
}

std::size_t countTaken(const std::vector<std::string>& include, const std::vector<std::string>& exclude,
                       bool ignoreCase, const FileTable& files) {
    const Result<ScanFilter> filter = ScanFilter::compile(include, exclude, ignoreCase);
    if (!filter) return 0;
    std::size_t count = 0;
    for (FileTable::Index file = 0; file < files.size(); ++file)
        count += static_cast<std::size_t>(filter->takes(files.relative(file)));
    return count;
}

/// Patterns that also take the files in folders below those that they name.
std::vector<std::string> inAnyFolder(const std::vector<std::string>& include) {
    std::vector<std::string> deeper;
    for (const std::string& pattern : include) {
        if (!pattern.starts_with(kAnyFolders)) deeper.push_back(std::string(kAnyFolders) + pattern);
    }
    return deeper;
}

/// Patterns without the folders at their front, which the root may contain already.
std::vector<std::string> withoutFirstFolders(const std::vector<std::string>& include) {
    std::vector<std::string> shorter;
    for (const std::string& pattern : include) {
        std::string_view rest = pattern;
        for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
            if (rest.substr(0, slash).find_first_of("*?[{") != std::string_view::npos) break;
            rest = rest.substr(slash + 1);
            shorter.emplace_back(rest);
        }
    }
    return shorter;
}

/// How far an extension is from that of a pattern: letters to change, files with it as a negative number,
/// both extensions.
using Distance = std::tuple<std::size_t, std::ptrdiff_t, std::string, std::string>;

/// Returns "24 end with .ala, 11 with .alo, the pattern says .al0": all that are equally near.
std::string nearestText(const std::vector<Distance>& sorted, const FoundExtensions& found) {
    constexpr std::size_t kMostNamed = 3;
    const auto& [nearest, most, first, pattern] = sorted.front();
    std::string text;
    std::size_t named = 0;
    for (const auto& [far, count, extension, wanted] : sorted) {
        if (far != nearest || wanted != pattern || named == kMostNamed) continue;
        const FoundExtension& one = found.at(extension);
        text += ++named == 1 ? fmt::format("{} {}", verb(one.files, "ends with", "end with"), one.usual())
                             : fmt::format(", {} with {}", one.files, one.usual());
    }
    return fmt::format("{}, the pattern says {}", text, pattern);
}

/// Compares the extensions that the patterns end with to those that files have.
std::string nearestExtension(const std::vector<std::string>& include, const FileTable& files) {
    const FoundExtensions found = extensionsAmong(files);
    std::set<std::string> wanted;
    for (const std::string& pattern : include) {
        for (std::string& extension : extensionsOf(pattern))
            wanted.insert(std::move(extension));
    }
    std::vector<Distance> distances;
    for (const std::string& pattern : wanted) {
        for (const auto& [extension, one] : found) {
            if (extension.empty()) continue;
            const std::size_t far = editDistance(extension, pattern);
            const std::size_t limit = std::max<std::size_t>(1, (pattern.size() - 1) / 2);
            if (far > limit) continue;
            distances.emplace_back(far, -static_cast<std::ptrdiff_t>(one.files), extension, pattern);
        }
    }
    if (!distances.empty()) {
        std::ranges::sort(distances);
        const auto& [far, count, extension, pattern] = distances.front();
        const FoundExtension& one = found.at(extension);
        if (far > 0) return nearestText(distances, found);
        return fmt::format("{} {} and {} in other folders than the pattern says",
                           verb(one.files, "ends with", "end with"), one.usual(),
                           one.files == 1 ? "lies" : "lie");
    }
    const auto most = std::ranges::max_element(found, {}, [](const auto& one) { return one.second.files; });
    if (most == found.end() || most->first.empty()) return {};
    return fmt::format("the most frequent extension is {} ({})", most->second.usual(),
                       verb(most->second.files, "file", "files"));
}

std::string patternList(const std::vector<std::string>& patterns) {
    std::vector<std::string> quoted;
    quoted.reserve(patterns.size());
    for (const std::string& pattern : patterns)
        quoted.push_back(quote(pattern));
    return fmt::format("{}", fmt::join(quoted, ", "));
}

}  // namespace

std::string nearestMiss(const ScanRequest& request, const FileTable& files) {
    const std::vector<std::string>& include = request.include;
    const std::vector<std::string>& exclude = request.exclude;
    if (!exclude.empty()) {
        if (const std::size_t count = countTaken(include, {}, request.ignoreCase, files); count > 0) {
            return fmt::format("{} and {} left out by exclude {}", verb(count, "matches", "match"),
                               count == 1 ? "is" : "are", patternList(exclude));
        }
    }
    if (!request.ignoreCase) {
        if (const std::size_t count = countTaken(include, exclude, true, files); count > 0)
            return fmt::format("{} without case, and ignore_case is false", verb(count, "matches", "match"));
    }
    const std::vector<std::string> deeper = inAnyFolder(include);
    if (const std::size_t count = countTaken(deeper, exclude, request.ignoreCase, files); count > 0) {
        return fmt::format("{} in folders below: {} takes {}", verb(count, "lies", "lie"),
                           patternList(deeper), count == 1 ? "it" : "them");
    }
    const std::vector<std::string> shorter = withoutFirstFolders(include);
    if (const std::size_t count = countTaken(shorter, exclude, request.ignoreCase, files); count > 0) {
        return fmt::format("{} without the first folders of the pattern, which is relative to the root: {}",
                           verb(count, "matches", "match"), patternList(shorter));
    }
    return nearestExtension(include, files);
}

Error emptyScanError(const ScanRequest& request, std::string_view job, const ScanResult& found) {
    ScanRequest everything = request;
    everything.include = {"**"};
    everything.exclude = {};
    everything.seen = nullptr;  // its files are of no plan
    const Result<ScanResult> all = scan(everything);
    const std::size_t count = all ? all->files.size() : 0;
    std::string problem =
        fmt::format("0 of {} match {}", count == 1 ? "1 file" : fmt::format("{} files", count),
                    patternList(request.include));
    std::string near = all ? nearestMiss(request, all->files) : std::string();
    if (!found.left.empty()) {
        near = fmt::format("{} left out: the first is {}, a {}", verb(found.left.size(), "is", "are"),
                           quote(found.left.front().path, 300), found.left.front().reason);
    }
    if (!near.empty()) problem += "; " + near;
    problem += fmt::format("; `allow_empty: true` of {} accepts a scan that finds nothing", quote(job));
    Error error = kEmptyScan.at(fmt::format("job {}", quote(job)), std::move(problem));
    return inFile(request.root, std::move(error));
}

}  // namespace rigkiln
