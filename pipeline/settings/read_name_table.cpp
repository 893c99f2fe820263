#include "pipeline/settings/read_name_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kRulesKey = "joints";
constexpr std::string_view kRequiredKey = "required";
constexpr std::array<std::string_view, 2> kTableKeys = {kRulesKey, kRequiredKey};

/// Returns 0 when all lines are UTF-8 without a zero, which yaml-cpp takes for the end of the text.
std::size_t lineThatIsNoText(std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view content = text.substr(0, size);
        if (!isUtf8(content) || content.find('\0') != std::string_view::npos) return line;
        text.remove_prefix(size);
    }
    return 0;
}

class NameTableReader {
public:
    Result<NameTable> read(std::string_view text) {
        if (const std::size_t line = lineThatIsNoText(text); line != 0)
            return kBadOption.at(fmt::format("line {}", line),
                                 "is not text in UTF-8, in which the table is expected");
        YamlTree tree = parseYamlTree(text);
        problems_ = std::move(tree.problems);
        if (tree.root) readRoot(*tree.root);
        if (problems_.empty()) return std::move(table_);
        const SettingsProblem& first = problems_.front();
        std::string problem = first.problem;
        if (problems_.size() > 1) problem += fmt::format(" ({} problems in all)", problems_.size());
        const std::size_t line = first.position.line;  // 0: the problem is that of the whole file
        return kBadOption.at(line == 0 ? "" : fmt::format("line {}", line), std::move(problem));
    }

private:
    void report(SourcePosition position, std::string problem) {
        problems_.push_back({.position = position, .problem = std::move(problem)});
    }

    void readRoot(const YamlNode& root) {
        if (root.kind != YamlNode::Kind::Map) {
            return report(root.position, fmt::format("the table is {}, a map with the key {} is expected",
                                                     toString(root.kind), kRulesKey));
        }
        for (const YamlEntry& entry : root.children) {
            if (entry.key == kRulesKey) {
                readRules(entry.value);
            } else if (entry.key == kRequiredKey) {
                readRequired(entry.value);
            } else {
                const std::string advice = suggestion(entry.key, kTableKeys);
                report(entry.keyPosition,
                       fmt::format("{} is no key of a table of names, {} and {} are{}{}", quote(entry.key),
                                   kRulesKey, kRequiredKey, advice.empty() ? "" : "; ", advice));
            }
        }
        if (root.find(kRulesKey) == nullptr)
            report(root.position,
                   fmt::format("the key {} is missing; it is a map of new names by old ones", kRulesKey));
    }

    void readRules(const YamlNode& rules) {
        if (rules.kind != YamlNode::Kind::Map) {
            return report(rules.position, fmt::format("{} is {}, a map of new names by old ones is expected",
                                                      kRulesKey, toString(rules.kind)));
        }
        for (const YamlEntry& entry : rules.children) {
            if (entry.value.kind != YamlNode::Kind::Scalar) {
                report(entry.keyPosition, fmt::format("entry {}: the new name is {}, a text is expected",
                                                      quote(entry.key), toString(entry.value.kind)));
            } else if (const auto problem = table_.add(entry.key, entry.value.text)) {
                report(entry.keyPosition, fmt::format("entry {}: {}", quote(entry.key), *problem));
            }
        }
    }

    void readRequired(const YamlNode& names) {
        if (names.kind != YamlNode::Kind::List) {
            return report(names.position, fmt::format("{} is {}, a list of names is expected", kRequiredKey,
                                                      toString(names.kind)));
        }
        for (const YamlEntry& name : names.children) {
            if (name.value.kind == YamlNode::Kind::Scalar) {
                table_.require(name.value.text);
            } else {
                report(name.value.position, fmt::format("{} has {} among its names, a text is expected",
                                                        kRequiredKey, toString(name.value.kind)));
            }
        }
    }

    NameTable table_;
    std::vector<SettingsProblem> problems_;
};

}  // namespace

Result<NameTable> readNameTable(std::string_view text) {
    return NameTableReader().read(text);
}

}  // namespace rigkiln
