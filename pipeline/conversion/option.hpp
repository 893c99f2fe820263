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
    File,      ///< path of a file, held absolute; its bytes are read before they are needed; empty: none
    TextList,  ///< texts; a single text counts as a list of one
    Choice,    ///< one of `choices`
    ChoiceList,
    Rate,      ///< "source", "adaptive", or frames per second with the unit: "30fps"; held as a double
    Length,    ///< "0.5mm", "2cm", "1m"; held in metres
    Color,     ///< "#RRGGBB", or without the #; held as an integer, 0xRRGGBB
    ByteCount  ///< "512MiB", "4GB", plain number of bytes; held as an integer
};

/// Rates that are none.
inline constexpr double kSourceRate = 0.0;
inline constexpr double kAdaptiveRate = -1.0;

/// One setting of a job kind, a format or an exporter. From this one row come parsing, range checks, error
/// messages, the JSON Schema, --help and the reference in docs/configuration.md.
struct OptionSpec {
    std::string_view name{};
    OptionType type = OptionType::Text;
    std::string_view help{};         ///< one sentence
    std::string_view defaultText{};  ///< as a user would write it in YAML; empty: no default
    std::span<const std::string_view> choices{};
    double minimum = 0;  ///< of numbers; equal to maximum: unbounded
    double maximum = 0;
    bool required = false;
};

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// Settings by name, each of the type its OptionSpec states; what the user did not give holds its default.
class OptionValues {
public:
    OptionValues() = default;
    /// All defaults of `specs`.
    explicit OptionValues(std::span<const OptionSpec> specs);

    void set(std::string_view name, OptionValue value);

    /// Precondition of these: the option is in the table these values were made from, and has that type.
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

/// Reads one value as the spec says. The error's problem says what is wrong and what would be right, with a
/// suggestion for misspelt choices; `where` is left empty for the caller. A list arrives as several texts,
/// everything else as one.
[[nodiscard]] Result<OptionValue> parseOption(const OptionSpec& spec, std::span<const std::string> texts);

[[nodiscard]] const OptionSpec* findOption(std::span<const OptionSpec> specs, std::string_view name);

}  // namespace rigkiln
