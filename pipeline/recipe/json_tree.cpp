#include "pipeline/recipe/json_tree.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Members that an object has room for at first. Growing copies the members that are there.
constexpr std::size_t kFirstMembers = 8;

bool isWord(std::string_view name) {
    const auto isWordCharacter = [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
               (character >= '0' && character <= '9') || character == '_' || character == '-';
    };
    return !name.empty() && std::ranges::all_of(name, isWordCharacter);
}

/// Builds a tree from the parser's events, without recursion. The parser of the library would replace
/// duplicate members, with a search for each, and would not limit the depth.
// NOLINTNEXTLINE(bugprone-exception-escape): an empty tree does not throw
class TreeBuilder {
public:
    // Interface of the parser, which prescribes these names.
    // NOLINTBEGIN(readability-identifier-naming)
    bool null() { return add(JsonTree()); }
    bool boolean(bool value) { return add(JsonTree(value)); }
    bool number_integer(std::int64_t value) { return add(JsonTree(value)); }
    bool number_unsigned(std::uint64_t value) { return add(JsonTree(value)); }
    bool number_float(double value, const std::string& text) {
        // The parser turns integers that are too large into doubles.
        if (text.find_first_not_of("-0123456789") == std::string::npos)
            fail(fmt::format("is {}, expected an integer of at most 64 bits", quote(text)));
        return add(JsonTree(value));
    }
    bool string(std::string& value) { return add(JsonTree(std::move(value))); }
    bool binary(JsonTree::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) {
        JsonTree::object_t members;
        members.reserve(kFirstMembers);
        return open(JsonTree(std::move(members)));
    }
    bool key(std::string& name) {
        open_.back().name = std::move(name);
        return true;
    }
    bool end_object() {
        checkNames(open_.back().value.get_ref<const JsonTree::object_t&>());
        return close();
    }
    bool start_array(std::size_t /*size*/) { return open(JsonTree(JsonTree::array_t())); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) const {
        std::string_view problem = error.what();
        const std::size_t end = problem.find("] ");
        if (end != std::string_view::npos) problem.remove_prefix(end + 2);
        fail(fmt::format("is no JSON at character {}: {}", position, quote(problem, 200)));
    }
    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] JsonTree take() && { return std::move(root_); }

private:
    struct Frame {
        JsonTree value;      ///< list or object
        std::string name{};  ///< of the member that is read
    };

    bool open(JsonTree value) {
        if (open_.size() == kMaximumJsonLevels)
            fail(fmt::format("nests deeper than {} levels", kMaximumJsonLevels));
        open_.push_back({.value = std::move(value)});
        return true;
    }

    bool close() {
        JsonTree value = std::move(open_.back().value);
        open_.pop_back();
        return add(std::move(value));
    }

    bool add(JsonTree value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (auto* members = open_.back().value.get_ptr<JsonTree::object_t*>()) {
            members->emplace_back(std::move(open_.back().name), std::move(value));
        } else {
            open_.back().value.get_ref<JsonTree::array_t&>().push_back(std::move(value));
        }
        return true;
    }

    void checkNames(const JsonTree::object_t& members) {
        std::vector<std::string_view> names;
        names.reserve(members.size());
        for (const auto& member : members)
            names.emplace_back(member.first);
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice == names.end()) return;
        open_.back().name = *twice;
        fail("stands twice in its object, expected once");
    }

    [[noreturn]] void fail(std::string problem) const {
        JsonPath path;
        for (const Frame& frame : open_) {
            if (frame.value.is_object()) {
                path.append(frame.name);
            } else {
                path.append(frame.value.size());
            }
        }
        throw JsonError(path, std::move(problem));
    }

    std::vector<Frame> open_;
    JsonTree root_;
};

}  // namespace

std::string JsonPath::text() const {
    std::string text;
    for (const auto& element : elements_) {
        const auto* name = std::get_if<std::string_view>(&element);
        if (name == nullptr) {
            text += fmt::format("[{}]", std::get<std::size_t>(element));
        } else if (isWord(*name)) {
            text += text.empty() ? "" : ".";
            text += *name;
        } else {
            text += fmt::format("[{}]", quote(*name));
        }
    }
    return text;
}

JsonTree parseJsonTree(std::string_view text) {
    // The parser takes a zero byte for the end of the text.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        throw JsonError({}, fmt::format("is no JSON at character {}: zero byte", zero + 1));
    TreeBuilder builder;
    JsonTree::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).take();
}

}  // namespace rigkiln
