#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/cache/moved_record.hpp"
#include "pipeline/cache/tree_place.hpp"
#include "pipeline/state/unit_record.hpp"
#include "tests/fuzz/fuzz_target.hpp"

/// Any bytes as the file of a unit: nothing crashes. Outputs keep within the folder of the main file. A unit
/// that can be told without its place again is the same in that place.
FUZZ_TARGET(fuzz_cached_unit, bytes) {
    using namespace rigkiln;
    const std::vector<std::string> folders = {"/srv/me/tree/in", "/srv/me/tree/more"};
    const TreePlace place = TreePlace::around(folders);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::optional<UnitRecord> stored = decodeUnitRecord(text, {});
    if (!stored) return;
    const std::optional<UnitRecord> record = recordIn(std::move(*stored), place);
    if (!record) return;
    for (const OutputRecord& output : record->outputs)
        require(!output.path.empty() && output.path.find('/') == std::string::npos && output.path != "..");
    for (const Look& look : record->looks)
        require(look.path.starts_with('/'));
    const std::optional<UnitRecord> moved = recordWithout(*record, place);
    if (!moved) return;
    const std::optional<UnitRecord> again = recordIn(*moved, place);
    require(again.has_value());
    require(again->looks == record->looks);
    require(again->report.textureSearch.folders == record->report.textureSearch.folders);
}
