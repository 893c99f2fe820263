#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Adds --memory to a command that reads files without a run.
void addMemoryOption(CLI::App& app, std::string& memory);

/// Limits what such a command allocates for the files it reads, as --memory limits a run: what the process
/// holds stays below the limit, 64 MB and 10 %. Where nothing is charged (chargedHeap), nothing is limited.
class CommandMemory {
public:
    /// `memory` is the value of the option; empty: half of the memory there is. Fails for another text.
    [[nodiscard]] static Result<std::unique_ptr<CommandMemory>> of(const std::string& memory);

    /// Calls `work` with the memory that it may take; again, and alone, when it did not fit beside others.
    /// Fails with kTooLittleMemory of `file` when it does not fit alone; `needs` are the words of the message
    /// before the amount. What `work` made must then be thrown away. Passes on other exceptions.
    [[nodiscard]] Status within(const std::string& file, const std::function<void()>& work,
                                std::string_view needs = "needs");

private:
    explicit CommandMemory(std::size_t bytes);

    std::size_t bytes_;
    MemoryBudget budget_;
    std::shared_mutex alone_;  ///< shared by work that has others beside it
};

}  // namespace rigkiln::cli
