#include <optional>
#include <string>
#include <string_view>

#include "pipeline/state/whole_run.hpp"
#include "tests/fuzz/fuzz_target.hpp"

/// Any bytes: nothing crashes. A run that reads is written as bytes that read to the same run.
FUZZ_TARGET(fuzz_whole_run, bytes) {
    using namespace rigkiln;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::optional<WholeRun> run = decodeWholeRun(text);
    if (!run) return;
    const std::string canonical = encodeWholeRun(*run);
    require(decodeWholeRun(canonical) == run);
    require(encodeWholeRun(*decodeWholeRun(canonical)) == canonical);
}
