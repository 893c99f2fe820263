#include "tools/cli/processor_share.hpp"

#include <cstdlib>
#include <mutex>

#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

/// Tokens of the command that runs.
struct TokensInUse {
    std::mutex mutex;
    JobTokens* tokens = nullptr;
};

TokensInUse& inUse() {
    static TokensInUse tokens;
    return tokens;
}

void setInUse(JobTokens* tokens) {
    const std::lock_guard lock(inUse().mutex);
    inUse().tokens = tokens;
}

const char* makeFlags() {
    const char* flags = std::getenv("MAKEFLAGS");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    return flags == nullptr ? "" : flags;
}

}  // namespace

ProcessorShare::ProcessorShare(unsigned jobs) : tokens_(makeFlags(), jobs) {
    if (!tokens_.problem().empty()) complain("warning: " + tokens_.problem());
    if (!tokens_.isShared()) return;
    computing_.emplace(tokens_, ComputingScope::Entered());
    setInUse(&tokens_);
}

ProcessorShare::~ProcessorShare() {
    if (tokens_.isShared()) setInUse(nullptr);
}

void ProcessorShare::giveAllBack() {
    const std::lock_guard lock(inUse().mutex);
    if (inUse().tokens != nullptr) inUse().tokens->giveAllBack();
}

}  // namespace rigkiln::cli
