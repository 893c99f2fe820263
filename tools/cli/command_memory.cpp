#include "tools/cli/command_memory.hpp"

#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/run/run_memory.hpp"
#include "tools/cli/program_heap.hpp"
#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {
namespace {

/// Result of one call of the work on a file.
struct Attempt {
    std::optional<std::size_t> neededBytes{};  ///< set: it was refused memory
    bool wasAlone = false;
};

Attempt attempt(MemoryBudget& budget, const std::function<void()>& work) {
    MemoryAccount account(budget, 0);
    try {
        const MemoryAccount::Scope ofTheFile(&account);
        work();
    } catch (const MemoryRefused&) {
        // The account knows it.
    }
    if (!account.isRefused()) return {};
    return {.neededBytes = account.neededBytes(), .wasAlone = account.isAlone()};
}

}  // namespace

void addMemoryOption(CLI::App& app, std::string& memory) {
    app.add_option("--memory", memory,
                   "Memory to take for the files, as in 4GiB (default: half of what there is)")
        ->type_name("SIZE");
}

CommandMemory::CommandMemory(std::size_t bytes)
    : bytes_(bytes), budget_(chargedHeap(), hardLimit(bytes), hardLimit(bytes)) {}

Result<std::unique_ptr<CommandMemory>> CommandMemory::of(const std::string& memory) {
    const Result<std::size_t> bytes = memoryOf(memory);
    if (!bytes) return bytes.error();
    return std::unique_ptr<CommandMemory>(new CommandMemory(*bytes));
}

Status CommandMemory::within(const std::string& file, const std::function<void()>& work,
                             std::string_view needs) {
    Attempt done;
    {
        const std::shared_lock besideOthers(alone_);
        done = attempt(budget_, work);
    }
    if (done.neededBytes && !done.wasAlone) {
        const std::unique_lock alone(alone_);
        done = attempt(budget_, work);
    }
    if (!done.neededBytes) return Done{};
    return kTooLittleMemory.in(file, fmt::format("{} at least {} of memory, --memory is {}; give more", needs,
                                                 byteCountText(*done.neededBytes), byteCountText(bytes_)));
}

}  // namespace rigkiln::cli
