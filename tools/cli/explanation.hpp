#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/plan/plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/explain_memory.hpp"
#include "tools/cli/option_origins.hpp"

namespace rigkiln::cli {

/// A scan and what it does with a file.
struct ScanAnswer {
    std::string job;
    std::string root;
    bool takes = false;
    std::string reason{};  ///< the pattern that takes the file, or why none does
};

/// A clip and its model, with the reasons.
struct BoundClip {
    std::string clip;
    std::string model;  ///< empty: it stands alone
    std::vector<std::string> reasons{};
};

/// A file that a unit looked for besides its sources.
struct SoughtFile {
    std::string name;
    std::string path{};                  ///< empty: not found
    std::vector<std::string> folders{};  ///< looked in, if it was not found
};

/// A unit that reads the file or writes it.
struct ExplainedUnit {
    std::string output;
    std::string job;
    std::vector<std::pair<std::string, std::string>> files{};  ///< role and path
    std::vector<BoundClip> clips{};
    std::vector<OptionOrigin> options{};
    std::vector<SoughtFile> sought{};
    std::vector<std::string> issues{};
    std::vector<std::string> problems{};         ///< why it, or a clip of it, fails
    std::optional<ComparedRecord> remembered{};  ///< if the configuration has a state
};

/// Everything a configuration does with a path.
struct Explanation {
    std::string path;
    std::string what;  ///< "Alamo model", "output"; empty: not known
    bool isOutput = false;
    std::string leftOut{};  ///< why nothing converts it; empty if a unit does
    std::vector<ScanAnswer> scans{};
    std::vector<ExplainedUnit> units{};  ///< at most kMostUnits
    std::size_t unitCount = 0;
    bool isImage = false;
    /// If the path is an image: the outputs whose models take it as a texture, in alphabetical order.
    std::vector<std::string> textureOf{};

    static constexpr std::size_t kMostUnits = 3;
};

struct ExplainRequest {
    const Settings& settings;
    const OptionOrigins& origins;
    const Plan& plan;
    std::string path;           ///< absolute
    RunState* state = nullptr;  ///< what earlier runs did; may be null
};

/// Explains an input or an output of a configuration. Reads the files of the units that it describes. Fails
/// when the path is neither an output nor there.
[[nodiscard]] Result<Explanation> explain(const ExplainRequest& request);

[[nodiscard]] std::string toText(const Explanation& explanation);
[[nodiscard]] std::string toJson(const Explanation& explanation);

}  // namespace rigkiln::cli
