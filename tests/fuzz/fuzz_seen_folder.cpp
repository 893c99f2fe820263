#include <optional>
#include <string>
#include <string_view>

#include "pipeline/state/seen_folder.hpp"
#include "tests/fuzz/fuzz_target.hpp"

/// Any bytes: nothing crashes. A folder that reads is written as bytes that read to the same folder.
FUZZ_TARGET(fuzz_seen_folder, bytes) {
    using namespace rigkiln;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::optional<SeenFolder> folder = decodeSeenFolder(text);
    if (!folder) return;
    const std::string canonical = encodeSeenFolder(*folder);
    const std::optional<SeenFolder> again = decodeSeenFolder(canonical);
    require(again.has_value());
    require(*again == *folder);
    require(encodeSeenFolder(*again) == canonical);
}
