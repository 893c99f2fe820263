#include "pipeline/settings/yaml_tree.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "pipeline/base/text.hpp"
#include "pipeline/settings/yaml_advice.hpp"

namespace rigkiln {
namespace {

/// Thrown to stop reading a document.
struct Refused {
    SettingsProblem problem;
};

/// yaml-cpp counts from 0 and uses -1 for an unknown position.
SourcePosition fromMark(const YAML::Mark& mark) {
    if (mark.is_null()) return {};
    return {static_cast<std::size_t>(mark.line) + 1, static_cast<std::size_t>(mark.column) + 1};
}

/// Whether a quote ends in a line of its text.
bool hasEndOfQuote(std::string_view line, char quote) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool isDoubled = quote == '\'' && line.substr(i).starts_with("''");
        if ((line[i] == '\\' && quote == '"') || isDoubled) {
            ++i;
        } else if (line[i] == quote) {
            return true;
        }
    }
    return false;
}

/// Builds the tree from the parser's events. yaml-cpp's own nodes are not used: they may be cyclic, share
/// children and have duplicate keys, and their destructors recurse.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(std::string_view text, std::vector<SettingsProblem>& problems) : problems_(problems) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            lines_.push_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    [[nodiscard]] std::optional<YamlNode> takeRoot() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (std::exchange(hasDocument_, true)) {
            refuse(fromMark(mark), "text behind the end of the document; a configuration is one document");
        }
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        Built nothing = newNode(fromMark(mark), YamlNode::Kind::Null);
        if (!open_.empty() && open_.back().key) {
            // yaml-cpp gives the place of what follows, which may be many lines below.
            nothing.node.position = open_.back().key->position;
            nothing.node.text = commentBehind(nothing.node.position);
        }
        place(std::move(nothing), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchored_.find(anchor);
        if (found == anchored_.end())
            refuse(fromMark(mark), "alias of a value that is not complete; it would contain itself");
        if (open_.size() + found->second.height > YamlLimits::kDepth) refuseDepth(fromMark(mark));
        YamlNode copy = found->second.node;
        countCopies(fromMark(mark), copy);
        copy.position = fromMark(mark);
        place({std::move(copy), found->second.height}, 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        refuseTag(fromMark(mark), tag);
        if (tag == "!") refuseOpenQuote(fromMark(mark));
        Built scalar = newNode(fromMark(mark), YamlNode::Kind::Scalar);
        scalar.node.text = value;
        place(std::move(scalar), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        open(fromMark(mark), tag, anchor, YamlNode::Kind::List);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        open(fromMark(mark), tag, anchor, YamlNode::Kind::Map);
    }
    void OnMapEnd() override { close(); }

private:
    /// A node and its number of nested container levels, itself included.
    struct Built {
        YamlNode node;
        std::size_t height = 0;
    };

    /// A list or map whose end was not reached yet.
    struct Open {
        Built built;
        YAML::anchor_t anchor = 0;
        std::optional<YamlNode> key;  ///< of a map: the key that waits for its value
        std::map<std::string, SourcePosition, std::less<>> keys;
    };

    [[noreturn]] static void refuse(SourcePosition position, std::string problem) {
        throw Refused{{position, std::move(problem)}};
    }

    [[noreturn]] static void refuseDepth(SourcePosition position) {
        refuse(position, fmt::format("lists and maps are nested deeper than {} levels", YamlLimits::kDepth));
    }

    /// yaml-cpp gives "?" for plain and "!" for quoted scalars without a tag.
    static void refuseTag(SourcePosition position, const std::string& tag) {
        if (tag.empty() || tag == "?" || tag == "!") return;
        refuse(position, fmt::format("tag {} is not supported; write the value without it", quote(tag)));
    }

    /// yaml-cpp takes the end of the file for that of a text in quotes.
    void refuseOpenQuote(SourcePosition position) const {
        if (position.line == 0 || position.line > lines_.size()) return;
        std::string_view rest = lines_[position.line - 1];
        if (position.column == 0 || position.column > rest.size()) return;
        const char quote = rest[position.column - 1];
        if (quote != '"' && quote != '\'') return;
        rest.remove_prefix(position.column);
        for (std::size_t line = position.line; !hasEndOfQuote(rest, quote); ++line) {
            if (line == lines_.size())
                refuse(position,
                       fmt::format("the quote {0} has no second one; write {0} where the text ends", quote));
            rest = lines_[line];
        }
    }

    void countNode(SourcePosition position) {
        if (++nodes_ <= YamlLimits::kNodes) return;
        refuse(position,
               fmt::format("more than {} values, those repeated by aliases included", YamlLimits::kNodes));
    }

    /// The recursion is bounded, because anchored nodes are not deeper than kDepth.
    void countCopies(SourcePosition position, const YamlNode& node) {
        countNode(position);
        aliasBytes_ += node.text.size();
        for (const YamlEntry& child : node.children) {
            aliasBytes_ += child.key.size();
            countCopies(position, child.value);
        }
        if (aliasBytes_ > YamlLimits::kAliasBytes) {
            refuse(position, fmt::format("aliases repeat more than {} of text",
                                         byteCountText(YamlLimits::kAliasBytes)));
        }
    }

    [[nodiscard]] std::string commentBehind(SourcePosition key) const {
        if (key.line == 0 || key.line > lines_.size()) return {};
        return commentInPlaceOfValue(lines_[key.line - 1], key.column);
    }

    Built newNode(SourcePosition position, YamlNode::Kind kind) {
        countNode(position);
        YamlNode node;
        node.kind = kind;
        node.position = position;
        return {std::move(node), 0};
    }

    void open(SourcePosition position, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind) {
        refuseTag(position, tag);
        if (open_.size() >= YamlLimits::kDepth) refuseDepth(position);
        Open container;
        container.built = newNode(position, kind);
        container.built.height = 1;
        container.anchor = anchor;
        open_.push_back(std::move(container));
    }

    void close() {
        Open closed = std::move(open_.back());
        open_.pop_back();
        place(std::move(closed.built), closed.anchor);
    }

    /// Moves a complete node to its place: root, element, key or value.
    void place(Built built, YAML::anchor_t anchor) {
        if (anchor != 0) remember(built, anchor);
        if (open_.empty()) {
            root_ = std::move(built.node);
            return;
        }
        Open& container = open_.back();
        YamlNode& parent = container.built.node;
        if (parent.kind == YamlNode::Kind::Map && !container.key) {
            container.key = std::move(built.node);
            return;
        }
        container.built.height = std::max(container.built.height, built.height + 1);
        if (parent.kind == YamlNode::Kind::List) {
            parent.children.push_back({{}, {}, std::move(built.node)});
        } else if (accepts(container, *container.key)) {
            parent.children.push_back(
                {std::move(container.key->text), container.key->position, std::move(built.node)});
        }
        container.key.reset();
    }

    /// Counts anchored nodes a second time, because a copy is stored for aliases.
    void remember(const Built& built, YAML::anchor_t anchor) {
        countCopies(built.node.position, built.node);
        anchored_.insert_or_assign(anchor, built);
    }

    bool accepts(Open& container, const YamlNode& key) {
        const auto report = [&](std::string problem) {
            problems_.push_back({key.position, std::move(problem)});
            return false;
        };
        if (key.kind != YamlNode::Kind::Scalar) {
            return report(fmt::format("a key is {}, expected a text", toString(key.kind)));
        }
        if (key.text == "<<") {
            return report(
                "merge key '<<' is not supported; write the options out, or repeat one value with &name and "
                "*name");
        }
        const auto [first, isNew] = container.keys.try_emplace(key.text, key.position);
        if (isNew) return true;
        return report(
            fmt::format("{} is given twice, first in line {}", quote(key.text), first->second.line));
    }

    std::vector<SettingsProblem>& problems_;
    std::vector<std::string_view> lines_;
    std::optional<YamlNode> root_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Built> anchored_;
    std::size_t nodes_ = 0;
    std::size_t aliasBytes_ = 0;
    bool hasDocument_ = false;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
    if (kind != Kind::Map) return nullptr;
    const auto found = std::ranges::find(children, key, &YamlEntry::key);
    return found == children.end() ? nullptr : &found->value;
}

std::string_view toString(YamlNode::Kind kind) {
    switch (kind) {
        case YamlNode::Kind::Null:
            return "nothing";
        case YamlNode::Kind::Scalar:
            return "a text";
        case YamlNode::Kind::List:
            return "a list";
        case YamlNode::Kind::Map:
            return "a map";
    }
    return "nothing";
}

YamlTree parseYamlTree(std::string_view text) {
    YamlTree tree;
    if (text.size() > YamlLimits::kSizeBytes) {
        tree.problems.push_back({{},
                                 fmt::format("the file has {} bytes, a configuration has at most {}",
                                             text.size(), YamlLimits::kSizeBytes)});
        return tree;
    }
    TreeBuilder builder(text, tree.problems);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
        tree.root = builder.takeRoot();
        if (!tree.root) tree.root.emplace();
    } catch (const Refused& refused) {
        tree.problems.push_back(refused.problem);
    } catch (const YAML::Exception& exception) {
        tree.problems.push_back(explainYaml(text, fromMark(exception.mark), exception.msg));
    }
    return tree;
}

}  // namespace rigkiln
