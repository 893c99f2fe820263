#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/plan/table_pieces.hpp"

namespace rigkiln {

/// Issues of many owners in little memory. An owner is the number of a row elsewhere.
class IssueTable {
public:
    /// Precondition: `owner` is not less than that of the call before.
    void add(std::uint32_t owner, const Diagnostics& diagnostics);
    [[nodiscard]] Diagnostics of(std::uint32_t owner) const;
    /// Gives issues of owner `i` to `owners[i]`, or drops them for kNoRow.
    void rename(std::span<const std::uint32_t> owners);

private:
    /// Issues of one kind at one place.
    struct Row {
        std::uint32_t owner = 0;
        std::uint32_t where = 0;
        std::uint32_t details = 0;
        std::uint32_t more = 0;  ///< issues of the kind that were only counted
        const IssueKind* kind = nullptr;
    };

    TextTable texts_;
    PagedRows<Row> rows_;  ///< sorted by owner
};

}  // namespace rigkiln
