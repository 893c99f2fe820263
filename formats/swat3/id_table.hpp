#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rigkiln::swat3 {

/// Finds elements by their ids; of equal ids the first element has it. A row that is sorted once: there are a
/// few dozen, and a table is made of every file.
class IdTable {
public:
    IdTable() = default;
    /// The id of element 0, of element 1 ...
    explicit IdTable(const std::vector<std::uint16_t>& ids);

    [[nodiscard]] std::optional<std::size_t> find(std::uint16_t id) const;

    /// The first element that has the id of one before it.
    struct Repeat {
        std::size_t element = 0;
        std::size_t earlier = 0;
    };
    [[nodiscard]] std::optional<Repeat> firstRepeat() const;

private:
    std::vector<std::pair<std::uint16_t, std::size_t>> elements_;  ///< sorted
};

}  // namespace rigkiln::swat3
