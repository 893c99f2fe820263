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

namespace rigkiln::gltf_format {

/// Extras that rigkiln's own exporter wrote (docs/extras.md), taken member by member. A member of another
/// type than expected is left where it is.
class Record {
public:
    Record() = default;
    explicit Record(Properties members) : members_(std::move(members)) {}

    [[nodiscard]] std::optional<bool> takeFlag(std::string_view name);
    [[nodiscard]] std::optional<double> takeNumber(std::string_view name);
    /// A whole number of 32 bits without sign.
    [[nodiscard]] std::optional<std::uint32_t> takeCount(std::string_view name);
    [[nodiscard]] std::optional<std::string> takeText(std::string_view name);
    [[nodiscard]] std::optional<ValueList> takeList(std::string_view name);
    [[nodiscard]] std::optional<Properties> takeObject(std::string_view name);

    /// What was not taken. Names that made way for one that was taken have their own name again.
    [[nodiscard]] Properties rest() const;

private:
    const Value* take(std::string_view name, bool (*isFitting)(const Value& value));

    Properties members_;
    std::vector<std::string> taken_;
};

/// The extras of one object of the file.
struct OwnExtras {
    std::string name;                    ///< as the source of the file had it
    std::optional<Properties> record{};  ///< ours, absent when there is none
    Properties others{};                 ///< what is not ours
};

/// `object` is the object with the member "extras", or null; `written` its name in the file; `key` that of
/// the record. A record that cannot be read is an issue.
[[nodiscard]] OwnExtras readExtras(const Value* object, std::string_view written, std::string_view key,
                                   const std::string& where, Diagnostics& diagnostics);

/// What is not ours goes behind the rest of the record, as far as the names differ.
[[nodiscard]] Properties joinedExtras(Properties rest, const Properties& others, const std::string& where,
                                      Diagnostics& diagnostics);

/// An object that is given as such or as a text of JSON. Nothing, and an issue, when it is neither.
[[nodiscard]] std::optional<Properties> readRecord(const Value& value, const std::string& where,
                                                   Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_format
