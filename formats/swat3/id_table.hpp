#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rigkiln::swat3 {

/// Finds elements by id; of equal ids the first element wins. A sorted vector, because it is small (a few
/// dozen ids) and built for every file.
class IdTable {
public:
    IdTable() = default;
    /// `ids` holds the id of each element.
    explicit IdTable(const std::vector<std::uint16_t>& ids);

    [[nodiscard]] std::optional<std::size_t> find(std::uint16_t id) const;

    /// First element that repeats an earlier id.
    struct Repeat {
        std::size_t element = 0;
        std::size_t earlier = 0;
    };
    [[nodiscard]] std::optional<Repeat> firstRepeat() const;

private:
    std::vector<std::pair<std::uint16_t, std::size_t>> elements_;  ///< sorted
};

}  // namespace rigkiln::swat3
