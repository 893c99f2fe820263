#include "pipeline/report/depfile.hpp"

#include <algorithm>
#include <cstddef>

#include "pipeline/report/json_text.hpp"

namespace rigkiln {
namespace {

constexpr char kDelete = '\x7F';

/// Escapes a path so that make 4 and Ninja 1.11 read it back. Both take other characters as they are, also
/// those beyond ASCII.
std::string escaped(std::string_view path) {
    std::string text;
    if (path.starts_with('~')) text = "./";  // make would put a home folder there
    for (const char character : path) {
        if (character == ' ' || character == '#' || character == ':') text += '\\';
        if (character == '$') text += '$';
        text += character;
    }
    return text;
}

/// Whether a path can stand on the left side of a rule: '%' would make it a pattern, the others name several
/// files or end the name.
bool isPlainTarget(std::string_view path) {
    return path.find_first_of("%*?[]&<>^`'\"=") == std::string_view::npos;
}

void addNames(const std::vector<std::string_view>& paths, std::string& text) {
    for (const std::string_view path : paths) {
        text += " \\\n  ";
        text += escaped(path);
    }
}

void appendList(std::string& json, std::string_view name, const std::vector<std::string>& paths) {
    json += "  \"";
    json += name;
    json += "\": [";
    for (std::size_t i = 0; i < paths.size(); ++i) {
        json += i == 0 ? "\n    " : ",\n    ";
        json_text::appendText(json, paths[i]);
    }
    json += paths.empty() ? "]" : "\n  ]";
}

}  // namespace

bool isBeyondDepfiles(std::string_view path) {
    const auto isControl = [](char character) {
        return (character >= 0 && character < ' ') || character == kDelete;
    };
    if (path.empty() || std::ranges::any_of(path, isControl)) return true;
    if (path.find_first_of(";|") != std::string_view::npos) return true;
    // A backslash is itself unless it stands before one of these, where each program counts in another way.
    for (std::size_t at = path.find('\\'); at != std::string_view::npos; at = path.find('\\', at + 1)) {
        if (at + 1 == path.size() || std::string_view(" #:$%\\").find(path[at + 1]) != std::string_view::npos)
            return true;
    }
    // Spaces and colons at the end: make strips the former, Ninja takes the latter for the end of the
    // targets.
    return path.ends_with(' ') || path.ends_with(':');
}

std::string toMakeDepfile(const Depfile& depfile) {
    std::vector<std::string_view> sources;
    for (const auto* paths : {&depfile.files, &depfile.folders}) {
        for (const std::string& path : *paths) {
            if (!isBeyondDepfiles(path)) sources.emplace_back(path);
        }
    }
    if (!depfile.never.empty()) sources.emplace_back(depfile.never);
    // `target: a=b` would set a variable.
    // clang 14 does not know the form of std::ranges.
    std::stable_partition(sources.begin(), sources.end(),
                          [](std::string_view path) { return path.find('=') == std::string_view::npos; });
    std::string text;
    for (const std::string& target : depfile.targets) {
        if (isBeyondDepfiles(target)) continue;
        if (!text.empty()) text += ' ';
        text += escaped(target);
    }
    if (text.empty()) return text;
    text += ':';
    addNames(sources, text);
    text += '\n';
    std::erase_if(sources, [](std::string_view path) { return !isPlainTarget(path); });
    if (sources.empty()) return text;
    text += '\n';
    text += escaped(sources.front());
    sources.erase(sources.begin());
    addNames(sources, text);
    text += ":\n";
    return text;
}

std::string toJsonDepfile(const Depfile& depfile) {
    std::string json = "{\n  \"rigkiln_depfile\": 1,\n  \"complete\": ";
    json += depfile.never.empty() ? "true,\n" : "false,\n";
    appendList(json, "targets", depfile.targets);
    json += ",\n";
    appendList(json, "files", depfile.files);
    json += ",\n";
    appendList(json, "folders", depfile.folders);
    json += "\n}\n";
    return json;
}

}  // namespace rigkiln
