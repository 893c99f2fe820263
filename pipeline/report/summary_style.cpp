#include "pipeline/report/summary_style.hpp"

#include <cstddef>
#include <filesystem>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::summary {
namespace {

std::string_view escapeOf(Color color) {
    switch (color) {
        case Color::Red:
            return "\x1B[31m";
        case Color::Yellow:
            return "\x1B[33m";
        case Color::Green:
            return "\x1B[32m";
        case Color::Bold:
            return "\x1B[1m";
    }
    return {};
}

}  // namespace

std::string shortPath(const std::string& path, const SummaryOptions& options) {
    if (options.workingFolder.empty() || !path.starts_with('/')) return toUtf8(path);
    const std::string relative =
        std::filesystem::path(path).lexically_relative(options.workingFolder).string();
    return toUtf8(!relative.empty() && relative.size() < path.size() ? relative : path);
}

std::string shortText(std::string_view text, const SummaryOptions& options) {
    const std::string prefix =
        options.workingFolder.ends_with('/') ? options.workingFolder : options.workingFolder + "/";
    std::string result(text);
    if (prefix.size() > 1) {
        for (std::size_t begin = result.find(prefix); begin != std::string::npos;
             begin = result.find(prefix, begin)) {
            const bool isStart = begin == 0 || result[begin - 1] == ' ' || result[begin - 1] == '\'';
            if (isStart) {
                result.erase(begin, prefix.size());
            } else {
                begin += prefix.size();
            }
        }
    }
    return toUtf8(result);
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string colored(std::string_view text, Color color, const SummaryOptions& options) {
    if (!options.hasColor) return std::string(text);
    return fmt::format("{}{}\x1B[0m", escapeOf(color), text);
}

}  // namespace rigkiln::summary
