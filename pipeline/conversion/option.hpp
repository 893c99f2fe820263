#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

enum class OptionType : std::uint8_t {
    Flag,      ///< true or false
    Integer,   ///< whole number
    Number,    ///< number without a unit
    Text,      ///< any text
    File,      ///< path of a file, stored absolute; its content is read before it is needed; empty: none
    TextList,  ///< list of texts; a single text is a list of one
    Choice,    ///< one of `choices`
    ChoiceList,
    Rate,      ///< "source", "adaptive", or frames per second with the unit: "30fps"; stored as a double
    Length,    ///< "0.5mm", "2cm", "1m"; stored in metres
    Color,     ///< "#RRGGBB", or without the #; stored as an integer, 0xRRGGBB
    ByteCount  ///< "512MiB", "4GB", plain number of bytes; stored as an integer
};

/// Values of a Rate that are no frame rates.
inline constexpr double kSourceRate = 0.0;
inline constexpr double kAdaptiveRate = -1.0;

/// Condition on another option of the table, without which an option has no effect.
struct OptionNeed {
    std::string_view option{};  ///< name of the other option; empty: the option needs none
    /// Values of which the other has to have one, as a user writes them. Empty: it has to be set, and to more
    /// than 0.
    std::span<const std::string_view> values{};
};

/// One setting of a job kind, a format or an exporter. This row defines parsing, range checks, error
/// messages, the JSON Schema, --help and the reference in docs/configuration.md.
struct OptionSpec {
    std::string_view name{};
    OptionType type = OptionType::Text;
    std::string_view help{};         ///< one sentence
    std::string_view defaultText{};  ///< as a user would write it in YAML; empty: no default
    std::span<const std::string_view> choices{};
    double minimum = 0;  ///< for numbers; equal to maximum: unbounded
    double maximum = 0;
    bool required = false;
    OptionNeed needs{};  ///< without it the option does nothing, which users are told
    /// Of type File: the file is a table of names in YAML, which is parsed before it is needed.
    bool isNameTable = false;
};

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// Settings by name, each of the type that its OptionSpec states. Settings that the user omits have their
/// default.
class OptionValues {
public:
    OptionValues() = default;
    /// Sets the defaults of all `specs`.
    explicit OptionValues(std::span<const OptionSpec> specs);

    void set(std::string_view name, OptionValue value);

    /// Precondition of the following: the option has a value, and of that type.
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] const std::string& text(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& list(std::string_view name) const;
    [[nodiscard]] bool listHas(std::string_view name, std::string_view element) const;

    [[nodiscard]] const std::map<std::string, OptionValue, std::less<>>& all() const { return values_; }
    bool operator==(const OptionValues&) const = default;

private:
    std::map<std::string, OptionValue, std::less<>> values_;
};

/// Parses one value according to `spec`. An error says what is wrong and what is expected, with a suggestion
/// for misspelt choices; the caller adds the place. `texts` has the elements of a list, or one text for any
/// other type.
[[nodiscard]] Result<OptionValue> parseOption(const OptionSpec& spec, std::span<const std::string> texts);

/// Whether the other options give `spec` what it needs for an effect. Precondition: `values` were made from
/// the table of the spec.
[[nodiscard]] bool hasEffect(const OptionSpec& spec, const OptionValues& values,
                             std::span<const OptionSpec> table);

/// Says what an option of the table needs: "NAME: web", "NAME: core or full", "NAME above 0", "NAME".
/// `name` is that of the other option, for users; `assignment` stands between it and its value, ": " in YAML.
[[nodiscard]] std::string needText(const OptionSpec& spec, std::span<const OptionSpec> table,
                                   std::string_view name, std::string_view assignment);

[[nodiscard]] const OptionSpec* findOption(std::span<const OptionSpec> specs, std::string_view name);

}  // namespace rigkiln
