#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::gltf_validation {

/// Returns the pointer with one more token.
[[nodiscard]] std::string pointerTo(std::string_view pointer, std::string_view name);
[[nodiscard]] std::string pointerTo(std::string_view pointer, std::size_t index);

/// Place in a JSON document while walking it. Text is made only for findings.
class JsonPlace {
public:
    /// Leaves the member or element at its end.
    class [[nodiscard]] Scope {
    public:
        explicit Scope(JsonPlace& place) : place_(place) {}
        ~Scope() { place_.tokens_.pop_back(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        JsonPlace& place_;
    };

    /// `name` must live as long as the scope.
    Scope enter(std::string_view name) {
        tokens_.push_back({name, 0});
        return Scope(*this);
    }
    Scope enter(std::size_t index) {
        tokens_.push_back({{}, index, true});
        return Scope(*this);
    }

    [[nodiscard]] std::string pointer() const;

private:
    struct Token {
        std::string_view name{};
        std::size_t index = 0;
        bool isIndex = false;
    };
    std::vector<Token> tokens_;
};

}  // namespace rigkiln::gltf_validation
