#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/files/journal.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln::cli {

/// One thing that decides whether a unit is converted again, then and now.
struct ComparedFact {
    std::string subject;  ///< "recipe", "file /art/a.alo", "output /out/a.glb"
    std::string then;
    std::string now;

    [[nodiscard]] bool isSame() const { return then == now; }
};

/// Remembered state of a unit beside its state now.
struct ComparedRecord {
    std::string verdict;  ///< what a run would do, and why
    bool isFresh = false;
    std::vector<ComparedFact> facts{};  ///< none: nothing is remembered
};

struct ComparisonRequest {
    RunState& state;
    const Plan& plan;
    const FailOn& failOn;
    ArtFiles& art;
    std::size_t unit = 0;
    const std::vector<Look>& looks;  ///< of reading the unit now; empty if it was not read
};

/// Compares a planned unit with what is remembered of it: the parts of its key, every look of its journal,
/// and its outputs. Reads outputs and changed files.
[[nodiscard]] ComparedRecord compareWithRecord(const ComparisonRequest& request);

}  // namespace rigkiln::cli
