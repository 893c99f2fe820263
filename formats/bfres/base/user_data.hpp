#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"

namespace rigkiln::bfres {

/// Named list that a game attaches to a model, bone or animation. The alternatives are in the order of the
/// file's types: 0 integers, 1 floats, 2 strings, 3 UTF-16 strings, 4 bytes.
struct UserData {
    using Values = std::variant<std::vector<std::int32_t>, std::vector<float>, std::vector<std::string>,
                                std::vector<std::u16string>, std::vector<std::byte>>;
    std::string name;
    Values values;

    bool operator==(const UserData&) const = default;
};

/// Positions and count of an owner's user data.
template <class Target>
struct UserDataTargets {
    Target array{};  ///< Switch only
    Target dictionary{};
    std::uint16_t count = 0;
};
using UserDataPlaces = UserDataTargets<Place>;
using UserDataLabels = UserDataTargets<Label>;

/// Throws FormatError, also when the dictionary does not have `count` entries.
[[nodiscard]] std::vector<UserData> readUserData(BfresReader& file, const UserDataPlaces& places);

/// Makes labels for the owner's record; both mean none when the list is empty.
[[nodiscard]] UserDataLabels userDataLabels(BfresWriter& out, std::span<const UserData> list);

/// Writes the dictionary and the entries, and defines the labels. Throws EncodeError.
void writeUserData(BfresWriter& out, std::span<const UserData> list, const UserDataLabels& labels);

}  // namespace rigkiln::bfres
