#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/bfres/bfres_reader.hpp"
#include "formats/bfres/bfres_writer.hpp"

namespace rigkiln::bfres {

/// A named list that a game hangs on a model, a bone or an animation. Alternatives in the order of the file's
/// types: 0 integers, 1 floats, 2 strings, 3 strings of UTF-16, 4 bytes.
struct UserData {
    using Values = std::variant<std::vector<std::int32_t>, std::vector<float>, std::vector<std::string>,
                                std::vector<std::u16string>, std::vector<std::byte>>;
    std::string name;
    Values values;

    bool operator==(const UserData&) const = default;
};

/// What the records of an owner say of its user data.
struct UserDataPlaces {
    Place array = 0;  ///< Switch only
    Place dictionary = 0;
    std::uint16_t count = 0;
};

/// Throws FormatError; also when the dictionary has another number of entries than the owner states.
[[nodiscard]] std::vector<UserData> readUserData(BfresReader& file, const UserDataPlaces& places);

/// Labels for the records of the owner; both are 0 when there is none.
[[nodiscard]] UserDataPlaces userDataLabels(BfresWriter& out, std::span<const UserData> list);

/// Writes the dictionary and the entries that the labels stand for. Throws EncodeError.
void writeUserData(BfresWriter& out, std::span<const UserData> list, const UserDataPlaces& labels);

}  // namespace rigkiln::bfres
