#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/state/unit_record.hpp"
#include "tests/fuzz/fuzz_target.hpp"

/// Any bytes: nothing crashes. A record that reads is written as bytes that read to the same record.
FUZZ_TARGET(fuzz_unit_record, bytes) {
    using namespace rigkiln;
    static constexpr std::array<const ErrorCode*, 1> kCodes = {&kDamaged};
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::optional<UnitRecord> record = decodeUnitRecord(text, kCodes);
    if (!record) return;
    const std::string canonical = encodeUnitRecord(*record);
    const std::optional<UnitRecord> again = decodeUnitRecord(canonical, kCodes);
    require(again.has_value());
    require(again->looks == record->looks && again->outputs == record->outputs && again->key == record->key);
    require(encodeUnitRecord(*again) == canonical);
}
