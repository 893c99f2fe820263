#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln {

/// Where the files of a unit lie: the folder that all of them have in common. Tells paths and texts without
/// that folder, so that they mean the same in a copy of the tree elsewhere. Never guesses: what could mean
/// something else there is not told at all.
class TreePlace {
public:
    /// The place of files and folders, by their absolute paths. Precondition: there is at least one.
    static TreePlace around(std::span<const std::string> folders);

    /// Returns the path as "UP/REST": REST below the folder that lies UP folders above the common one.
    /// Nothing for a path that has another spelling.
    [[nodiscard]] std::optional<std::string> pathWithout(std::string_view path) const;
    /// Reads it back, for this place. Nothing if the place does not lie as deep, or for any other text.
    [[nodiscard]] std::optional<std::string> pathIn(std::string_view moved) const;

    /// Returns a text for a person with a mark for each folder of the place: the common one and those above.
    /// Nothing if a path in it may have been shortened, or ends where that is not certain.
    [[nodiscard]] std::optional<std::string> textWithout(std::string_view text) const;
    /// Reads it back, for this place. Nothing if this place would have made it shorter.
    [[nodiscard]] std::optional<std::string> textIn(std::string_view moved) const;

    /// The common folder, without a slash at the end.
    [[nodiscard]] const std::string& folder() const { return folder_; }

private:
    explicit TreePlace(std::string folder);

    /// Returns the folder that lies `up` folders above the common one; nothing above the root.
    [[nodiscard]] std::optional<std::string_view> above(std::size_t up) const;

    std::string folder_;
    bool isPlain_ = false;  ///< texts show its name as it is
};

}  // namespace rigkiln
