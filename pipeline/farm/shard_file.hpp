#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/error.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/unit_costs.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Version of the text of a shard. Raise it when the form changes.
inline constexpr int kShardVersion = 1;

/// What a shard needs besides its units.
struct ShardFacts {
    std::string program{};        ///< version of the program that made the plan
    std::string configuration{};  ///< file, for messages
    std::size_t number = 1;       ///< from 1
    std::size_t count = 1;        ///< number of shards
    FailOn failOn{};
    StateSettings state{};  ///< whose folder has the converted images
    std::string cache{};    ///< folder; empty: none
    bool hasMembers = false;
    bool traces = false;  ///< each process leaves a trace beside its results

    bool operator==(const ShardFacts&) const = default;
};

struct Shard {
    ShardFacts facts{};
    Plan plan{};
};

/// Gives a part of a plan to `write` as text, piece by piece: JSON, a line for the facts, one for each unit,
/// and one with a digest of all lines before it. The first unit of its kind has its recipe in the canonical
/// form; others name that unit, and their own paths and names. With what planning found of each file, so that
/// nothing need be planned or looked at again. `units` are rows of the plan in ascending order, without those
/// that failed while planning.
void writeShard(const Plan& plan, std::span<const std::uint32_t> units, const UnitCosts& costs,
                const ShardFacts& facts, const std::function<void(std::string_view)>& write);

/// Errors and issues that a plan may have, each sorted by id.
struct PlanCodes {
    std::span<const ErrorCode* const> errors{};
    std::span<const IssueKind* const> issues{};
};

/// Reads it back. Fails with kFarmFileDamaged, naming the line, and for the text of another version. Safe for
/// any text.
[[nodiscard]] Result<Shard> shardFromText(std::string_view text, const PlanCodes& codes);

}  // namespace rigkiln
