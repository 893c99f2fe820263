#pragma once

#include <optional>

#include "pipeline/base/processors.hpp"
#include "pipeline/run/job_tokens.hpp"

namespace rigkiln::cli {

/// Share of this command in the processors: a step of `make -jN` shares them with the other steps. All
/// threads that it starts compute only while they may. Warns of a job server that cannot be used.
///
/// Create it after StopSignals, in the thread that runs the command. Within a share of one processor, which
/// every command has from its start and which starts no thread, there may be a larger one.
class ProcessorShare {
public:
    explicit ProcessorShare(unsigned jobs);
    ~ProcessorShare();
    ProcessorShare(const ProcessorShare&) = delete;
    ProcessorShare& operator=(const ProcessorShare&) = delete;

    /// Most threads that may compute.
    [[nodiscard]] unsigned jobs() const { return tokens_.jobs(); }

    /// Gives back what the job server gave, because the process ends at once.
    static void giveAllBack();

private:
    JobTokens tokens_;
    std::optional<ComputingScope> computing_;
};

}  // namespace rigkiln::cli
