#include "pipeline/conversion/option.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {
namespace {

struct Unit {
    std::string_view suffix;
    double factor;
};

constexpr std::array<Unit, 3> kLengthUnits = {{{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1.0}}};
constexpr std::array<Unit, 1> kRateUnits = {{{"fps", 1.0}}};
constexpr std::array<Unit, 8> kByteUnits = {{{"KiB", 1024.0},
                                             {"MiB", 1048576.0},
                                             {"GiB", 1073741824.0},
                                             {"KB", 1e3},
                                             {"MB", 1e6},
                                             {"GB", 1e9},
                                             {"B", 1.0},
                                             {"", 1.0}}};

Error problem(std::string text) {
    return kBadOption.error(std::move(text));
}

/// Splits a text into its leading number and the rest. Returns nothing when there is no number or it is not
/// finite.
std::optional<std::pair<double, std::string_view>> leadingNumber(std::string_view text) {
    double number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || !std::isfinite(number)) return std::nullopt;
    std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    while (rest.starts_with(' '))
        rest.remove_prefix(1);
    return std::pair(number, rest);
}

Result<double> withUnit(const OptionSpec& spec, std::string_view text, std::span<const Unit> units,
                        std::string_view example) {
    const auto number = leadingNumber(text);
    if (number) {
        for (const Unit& unit : units) {
            if (equalIgnoringCase(number->second, unit.suffix)) return number->first * unit.factor;
        }
    }
    std::vector<std::string_view> suffixes;
    for (const Unit& unit : units) {
        if (!unit.suffix.empty()) suffixes.push_back(unit.suffix);
    }
    return problem(fmt::format("{} is {}, expected a number with one of the units {}, as in {}", spec.name,
                               quote(text), fmt::join(suffixes, ", "), example));
}

Result<OptionValue> withinRange(const OptionSpec& spec, double number, OptionValue value,
                                std::string_view text) {
    if (spec.minimum != spec.maximum && (number < spec.minimum || number > spec.maximum)) {
        return problem(fmt::format("{} is {}, expected {} to {}", spec.name, quote(text),
                                   numberText(spec.minimum), numberText(spec.maximum)));
    }
    return value;
}

Result<OptionValue> parseNumber(const OptionSpec& spec, std::string_view text) {
    const auto number = leadingNumber(text);
    if (!number || !number->second.empty()) {
        return problem(fmt::format("{} is {}, expected a number", spec.name, quote(text)));
    }
    return withinRange(spec, number->first, number->first, text);
}

/// Leading zeros are refused because some YAML readers take "010" for 8.
bool hasLeadingZero(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

Result<OptionValue> parseInteger(const OptionSpec& spec, std::string_view text) {
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isAllRead = end == text.data() + text.size();
    if (isAllRead && status == std::errc::result_out_of_range) {
        return problem(fmt::format("{} is {}, expected {} to {}", spec.name, quote(text),
                                   std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()));
    }
    if (status != std::errc() || !isAllRead) {
        return problem(fmt::format("{} is {}, expected a whole number", spec.name, quote(text)));
    }
    if (hasLeadingZero(text)) {
        return problem(
            fmt::format("{} is {}, expected a whole number without leading zeros", spec.name, quote(text)));
    }
    return withinRange(spec, static_cast<double>(number), number, text);
}

Result<OptionValue> parseByteCount(const OptionSpec& spec, std::string_view text) {
    constexpr double kLargest = 9.0e18;
    const Result<double> bytes = withUnit(spec, text, kByteUnits, "512MiB");
    if (!bytes) return bytes.error();
    if (*bytes < 0 || *bytes > kLargest) {
        return problem(fmt::format("{} is {}, expected 0 to 9.0e18 bytes", spec.name, quote(text)));
    }
    return withinRange(spec, *bytes, static_cast<std::int64_t>(*bytes), text);
}

Result<OptionValue> parseRate(const OptionSpec& spec, std::string_view text) {
    constexpr double kLargestRate = 1000;
    if (text == "source") return OptionValue(kSourceRate);
    if (text == "adaptive") return OptionValue(kAdaptiveRate);
    const Result<double> rate = withUnit(spec, text, kRateUnits, "30fps (or the word source or adaptive)");
    if (!rate) return rate.error();
    if (*rate <= 0 || *rate > kLargestRate) {
        return problem(fmt::format("{} is {}, expected above 0 and at most {} fps", spec.name, quote(text),
                                   kLargestRate));
    }
    return OptionValue(*rate);
}

/// Accepts colours without the #, because it starts a comment in YAML and in shells.
Result<OptionValue> parseColor(const OptionSpec& spec, std::string_view text) {
    constexpr std::size_t kDigits = 6;
    constexpr int kHexadecimal = 16;
    const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
    std::uint32_t number = 0;
    const auto [end, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, kHexadecimal);
    const bool isAllRead = status == std::errc() && end == digits.data() + digits.size();
    if (!isAllRead || digits.size() != kDigits) {
        return problem(fmt::format("{} is {}, expected a colour as in \"#FF8000\", red, green and blue",
                                   spec.name, quote(text)));
    }
    return OptionValue(std::int64_t{number});
}

/// Common spellings of true and false, for suggestions; some YAML readers accept them.
constexpr std::array<std::pair<std::string_view, bool>, 10> kFlagWords = {{{"true", true},
                                                                           {"yes", true},
                                                                           {"on", true},
                                                                           {"y", true},
                                                                           {"1", true},
                                                                           {"false", false},
                                                                           {"no", false},
                                                                           {"off", false},
                                                                           {"n", false},
                                                                           {"0", false}}};

Result<OptionValue> parseFlag(const OptionSpec& spec, std::string_view text) {
    if (text == "true") return OptionValue(true);
    if (text == "false") return OptionValue(false);
    std::string message = fmt::format("{} is {}, expected true or false", spec.name, quote(text));
    for (const auto& [word, meaning] : kFlagWords) {
        if (equalIgnoringCase(text, word)) message += fmt::format("; did you mean '{}'?", meaning);
    }
    return problem(std::move(message));
}

std::optional<Error> notAChoice(const OptionSpec& spec, std::string_view text) {
    if (std::ranges::find(spec.choices, text) != spec.choices.end()) return std::nullopt;
    std::string message =
        fmt::format("{} is {}, expected {}", spec.name, quote(text), fmt::join(spec.choices, ", "));
    if (const std::string hint = suggestion(text, spec.choices); !hint.empty()) message += "; " + hint;
    return problem(std::move(message));
}

Result<OptionValue> parseSingle(const OptionSpec& spec, const std::string& text) {
    switch (spec.type) {
        case OptionType::Flag:
            return parseFlag(spec, text);
        case OptionType::Integer:
            return parseInteger(spec, text);
        case OptionType::Number:
            return parseNumber(spec, text);
        case OptionType::Rate:
            return parseRate(spec, text);
        case OptionType::ByteCount:
            return parseByteCount(spec, text);
        case OptionType::Length: {
            const Result<double> metres = withUnit(spec, text, kLengthUnits, "0.5mm");
            if (!metres) return metres.error();
            return withinRange(spec, *metres, *metres, text);
        }
        case OptionType::Color:
            return parseColor(spec, text);
        case OptionType::Choice:
            if (const auto error = notAChoice(spec, text)) return *error;
            return OptionValue(text);
        default:
            return OptionValue(text);
    }
}

/// Whether a value is more than 0, false, or an empty text or list.
bool isSet(const OptionValue& value) {
    return std::visit(
        [](const auto& content) {
            using Content = std::decay_t<decltype(content)>;
            if constexpr (std::is_arithmetic_v<Content>) {
                return content > Content{};
            } else {
                return !content.empty();
            }
        },
        value);
}

}  // namespace

OptionValues::OptionValues(std::span<const OptionSpec> specs) {
    for (const OptionSpec& spec : specs) {
        const bool isList = spec.type == OptionType::TextList || spec.type == OptionType::ChoiceList;
        if (spec.defaultText.empty()) {
            if (isList) {
                set(spec.name, std::vector<std::string>());
            } else if (spec.type == OptionType::Text || spec.type == OptionType::File) {
                set(spec.name, std::string());
            }
            continue;
        }
        const std::string text(spec.defaultText);
        Result<OptionValue> value = parseOption(spec, std::span(&text, 1));
        assert(value && "the default of every option must be a value of that option");
        if (value) set(spec.name, std::move(*value));
    }
}

void OptionValues::set(std::string_view name, OptionValue value) {
    values_.insert_or_assign(std::string(name), std::move(value));
}

bool OptionValues::flag(std::string_view name) const {
    return std::get<bool>(values_.find(name)->second);
}

std::int64_t OptionValues::integer(std::string_view name) const {
    return std::get<std::int64_t>(values_.find(name)->second);
}

double OptionValues::number(std::string_view name) const {
    return std::get<double>(values_.find(name)->second);
}

const std::string& OptionValues::text(std::string_view name) const {
    return std::get<std::string>(values_.find(name)->second);
}

const std::vector<std::string>& OptionValues::list(std::string_view name) const {
    return std::get<std::vector<std::string>>(values_.find(name)->second);
}

bool OptionValues::listHas(std::string_view name, std::string_view element) const {
    return std::ranges::find(list(name), element) != list(name).end();
}

Result<OptionValue> parseOption(const OptionSpec& spec, std::span<const std::string> texts) {
    if (spec.type == OptionType::TextList || spec.type == OptionType::ChoiceList) {
        if (spec.type == OptionType::ChoiceList) {
            for (const std::string& text : texts) {
                if (const auto error = notAChoice(spec, text)) return *error;
            }
        }
        return OptionValue(std::vector<std::string>(texts.begin(), texts.end()));
    }
    if (texts.size() != 1) {
        return problem(fmt::format("{} is a list of {}, expected one value", spec.name, texts.size()));
    }
    return parseSingle(spec, texts.front());
}

bool hasEffect(const OptionSpec& spec, const OptionValues& values, std::span<const OptionSpec> table) {
    if (spec.needs.option.empty()) return true;
    const auto found = values.all().find(spec.needs.option);
    if (found == values.all().end()) return false;
    if (spec.needs.values.empty()) return isSet(found->second);
    const OptionSpec& other = *findOption(table, spec.needs.option);
    return std::ranges::any_of(spec.needs.values, [&](std::string_view text) {
        const std::vector<std::string> texts = {std::string(text)};
        const Result<OptionValue> needed = parseOption(other, texts);
        return needed && *needed == found->second;
    });
}

std::string needText(const OptionSpec& spec, std::span<const OptionSpec> table, std::string_view name,
                     std::string_view assignment) {
    if (!spec.needs.values.empty())
        return fmt::format("{}{}{}", name, assignment, fmt::join(spec.needs.values, " or "));
    const OptionSpec* other = findOption(table, spec.needs.option);
    const bool isText = other == nullptr || other->type == OptionType::Text ||
                        other->type == OptionType::File || other->type == OptionType::TextList;
    return isText ? std::string(name) : fmt::format("{} above 0", name);
}

const OptionSpec* findOption(std::span<const OptionSpec> specs, std::string_view name) {
    const auto found = std::ranges::find(specs, name, &OptionSpec::name);
    return found == specs.end() ? nullptr : &*found;
}

}  // namespace rigkiln
