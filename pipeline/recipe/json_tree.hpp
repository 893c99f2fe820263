#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/recipe/recipe_errors.hpp"

namespace rigkiln {

/// JSON with the members of an object in their order.
using JsonTree = nlohmann::ordered_json;

/// Maximum nesting of JSON that is read. A recipe needs 8 levels.
inline constexpr std::size_t kMaximumJsonLevels = 16;

/// Way from the root of a tree to a value. Borrows the names.
class JsonPath {
public:
    /// Leaves the value at the end of the scope.
    class [[nodiscard]] Scope {
    public:
        explicit Scope(JsonPath& path) : path_(path) {}
        ~Scope() { path_.elements_.pop_back(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        JsonPath& path_;
    };

    void append(std::string_view name) { elements_.emplace_back(name); }
    void append(std::size_t index) { elements_.emplace_back(index); }
    Scope enter(std::string_view name) {
        append(name);
        return Scope(*this);
    }
    Scope enter(std::size_t index) {
        append(index);
        return Scope(*this);
    }

    /// Returns text such as "parts[0].name". Names other than words are quoted: "options['a b']".
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::variant<std::string_view, std::size_t>> elements_;
};

/// Thrown while JSON is read, with the path of a member as place. Does not leave this folder.
class JsonError final : public std::exception {
public:
    JsonError(const JsonPath& path, std::string problem)
        : reason_(kBadRecipe.at(path.text(), std::move(problem))) {}

    [[nodiscard]] const Error& reason() const { return reason_; }
    [[nodiscard]] const char* what() const noexcept override { return reason_.problem.c_str(); }

private:
    Error reason_;
};

/// Parses JSON in time linear in its size. Throws JsonError when the text is not JSON, nests too deeply, or
/// has a duplicate member or an integer that neither int64 nor uint64 holds.
[[nodiscard]] JsonTree parseJsonTree(std::string_view text);

}  // namespace rigkiln
