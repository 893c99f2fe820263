#include "pipeline/settings/interpolate.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

bool isNameCharacter(char character) {
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
}

template <class Map>
std::vector<std::string_view> namesOf(const Map& map) {
    std::vector<std::string_view> names;
    names.reserve(map.size());
    for (const auto& entry : map) {
        names.push_back(entry.first);
    }
    return names;
}

}  // namespace

bool isName(std::string_view word) {
    constexpr std::size_t kLongestName = 64;
    return !word.empty() && word.size() <= kLongestName && std::ranges::all_of(word, isNameCharacter);
}

void Variables::load(const YamlNode* vars, std::span<const std::pair<std::string, std::string>> definitions,
                     ProblemList& problems) {
    for (const auto& [name, value] : definitions) {
        definitions_.insert_or_assign(name, value);
    }
    if (vars != nullptr && vars->kind != YamlNode::Kind::Map && vars->kind != YamlNode::Kind::Null) {
        problems.add(vars->position,
                     fmt::format("vars is {}, expected a map of names and texts", toString(vars->kind)));
    } else if (vars != nullptr && vars->children.size() > kMaximumCount) {
        problems.add(vars->position,
                     fmt::format("{} variables, expected at most {}", vars->children.size(), kMaximumCount));
    } else if (vars != nullptr) {
        for (const YamlEntry& entry : vars->children) {
            if (isName(entry.key)) declared_.emplace(entry.key, entry.keyPosition);
        }
        for (const YamlEntry& entry : vars->children) {
            loadOne(entry, problems);
        }
    }
    for (const auto& [name, value] : definitions_) {
        if (declared_.contains(name)) continue;
        const std::string problem = fmt::format("-D {}: no such variable in vars", quote(name));
        problems.add({}, withSuggestion(problem, name, namesOf(declared_)));
    }
}

void Variables::loadOne(const YamlEntry& entry, ProblemList& problems) {
    if (!isName(entry.key)) {
        problems.add(
            entry.keyPosition,
            fmt::format("variable {}, expected a name of 1 to 64 of A-Z a-z 0-9 _ -", quote(entry.key)));
        return;
    }
    if (entry.value.kind != YamlNode::Kind::Scalar) {
        problems.add(entry.value.position, fmt::format("variable '{}' is {}, expected a text", entry.key,
                                                       toString(entry.value.kind)));
        values_.emplace(entry.key, std::string());
        return;
    }
    const auto definition = definitions_.find(entry.key);
    std::string value = definition != definitions_.end()
                            ? definition->second
                            : expand(entry.value.text, entry.value.position, problems);
    values_.emplace(entry.key, std::move(value));
}

std::string Variables::expand(std::string_view text, SourcePosition position, ProblemList& problems) {
    std::string expanded;
    while (true) {
        const std::size_t start = text.find("${");
        expanded += text.substr(0, start);
        if (start == std::string_view::npos) return expanded;
        const bool isEscaped = start > 0 && text[start - 1] == '$';
        text.remove_prefix(start + 2);
        if (isEscaped) {
            expanded += '{';
            continue;
        }
        const std::size_t end = text.find('}');
        if (end == std::string_view::npos) {
            problems.add(position, "'${' without '}'; write '$${' for the text '${'");
            return expanded;
        }
        appendValue(expanded, text.substr(0, end), position, problems);
        text.remove_prefix(end + 1);
    }
}

void Variables::appendValue(std::string& expanded, std::string_view name, SourcePosition position,
                            ProblemList& problems) {
    const auto value = values_.find(name);
    if (value == values_.end()) {
        problems.add(position, problems.isFull() ? std::string() : unknownName(name));
        return;
    }
    const std::size_t left = kExpandedBytes - std::min(kExpandedBytes, expandedBytes_);
    expandedBytes_ += value->second.size();
    if (value->second.size() > left) {
        problems.add(position,
                     fmt::format("variables expand to more than {} of text", byteCountText(kExpandedBytes)));
        return;
    }
    expanded += value->second;
}

std::string Variables::unknownName(std::string_view name) const {
    if (const auto declared = declared_.find(name); declared != declared_.end()) {
        return fmt::format("variable '{}' is declared in line {}; a variable may use only those above it",
                           name, declared->second.line);
    }
    return withSuggestion(fmt::format("unknown variable {}", quote(name)), name, namesOf(declared_));
}

}  // namespace rigkiln
