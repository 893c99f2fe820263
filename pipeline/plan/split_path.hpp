#pragma once

#include <string>
#include <string_view>

namespace rigkiln {

/// An absolute path in pieces that belong to someone else.
struct SplitPath {
    std::string_view folder;    ///< without trailing slash; empty: the root of the file system
    std::string_view name;      ///< the name, or its beginning
    std::string_view suffix{};  ///< the rest of the name

    [[nodiscard]] std::string text() const;
    /// Returns true for pieces of the same path, however its name is divided.
    bool operator==(const SplitPath& other) const;
};

/// Splits a path at its last slash.
[[nodiscard]] SplitPath splitPath(std::string_view path);

/// Compares the whole paths bytewise: below, equal to or above 0. Joins no pieces where the folders decide.
[[nodiscard]] int comparePaths(const SplitPath& left, const SplitPath& right);

}  // namespace rigkiln
