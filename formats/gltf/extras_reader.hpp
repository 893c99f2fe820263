#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Record of rigkiln's own exporter in extras (docs/extras.md), taken member by member. Members of an
/// unexpected type are not taken.
class Record {
public:
    Record() = default;
    explicit Record(Properties members) : members_(std::move(members)) {}

    [[nodiscard]] std::optional<bool> takeFlag(std::string_view name);
    [[nodiscard]] std::optional<double> takeNumber(std::string_view name);
    /// Takes an unsigned 32-bit integer.
    [[nodiscard]] std::optional<std::uint32_t> takeCount(std::string_view name);
    [[nodiscard]] std::optional<std::string> takeText(std::string_view name);
    [[nodiscard]] std::optional<ValueList> takeList(std::string_view name);
    [[nodiscard]] std::optional<Properties> takeObject(std::string_view name);

    /// Returns the members not taken. Removes the prefix "source_" from those that were renamed to make way
    /// for a taken one.
    [[nodiscard]] Properties rest() const;

private:
    const Value* take(std::string_view name, bool (*isFitting)(const Value& value));

    Properties members_;
    std::vector<std::string> taken_;
};

/// Returns the name of an object before it was made unique and valid UTF-8. `extras` may be null.
[[nodiscard]] std::string originalName(const Value* extras, std::string_view written);

/// Whether extras tell nothing but the original name.
[[nodiscard]] bool hasOnlyNames(const Value& extras);

/// Extras of one object of the file.
struct OwnExtras {
    std::string name;                    ///< original name in the source of the file
    std::optional<Properties> record{};  ///< our record, absent when there is none
    Properties others{};                 ///< extras of other programs
};

/// Reads the extras of `object`, which may be null. `written` is its name in the file; `key` is the key of
/// our record. Adds an issue when the record is unreadable.
[[nodiscard]] OwnExtras readExtras(const Value* object, std::string_view written, std::string_view key,
                                   const std::string& where, Diagnostics& diagnostics);

/// Appends the extras of others to the rest of our record. Names of `ours`, which our own records may have,
/// get "source_" in front: `visible: false` of another program would be taken for ours. Adds an issue for
/// names that occur in both, and keeps ours.
[[nodiscard]] Properties joinedExtras(Properties rest, const Properties& others, const std::string& where,
                                      Diagnostics& diagnostics, std::span<const std::string_view> ours = {});

/// Returns a record stored as an object or as JSON text. Returns nothing, and adds an issue, when it is
/// neither.
[[nodiscard]] std::optional<Properties> readRecord(const Value& value, const std::string& where,
                                                   Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
