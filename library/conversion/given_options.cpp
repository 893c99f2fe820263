#include "library/conversion/given_options.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace rigkiln {
namespace {

std::vector<std::string> splitAtCommas(const std::vector<std::string>& texts) {
    std::vector<std::string> elements;
    for (const std::string& text : texts) {
        std::size_t begin = 0;
        for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', begin)) {
            elements.push_back(text.substr(begin, comma - begin));
            begin = comma + 1;
        }
        elements.push_back(text.substr(begin));
    }
    return elements;
}

}  // namespace

std::string commandLineName(std::string_view prefix, std::string_view option) {
    std::string name = prefix.empty() ? std::string(option) : fmt::format("{}-{}", prefix, option);
    std::ranges::replace(name, '_', '-');
    return name;
}

bool isListOption(const OptionSpec& spec) {
    return spec.type == OptionType::TextList || spec.type == OptionType::ChoiceList;
}

void GivenOptions::add(const std::string& name, std::string text) {
    texts_[name].push_back(std::move(text));
}

Result<OptionValues> GivenOptions::values(std::span<const OptionSpec> specs, std::string_view prefix) const {
    OptionValues values(specs);
    for (const OptionSpec& spec : specs) {
        const std::string name = commandLineName(prefix, spec.name);
        const auto given = texts_.find(name);
        if (given == texts_.end()) continue;
        Result<OptionValue> value =
            parseOption(spec, isListOption(spec) ? splitAtCommas(given->second) : given->second);
        if (!value) return atPlace("--" + name, value.error());
        values.set(spec.name, std::move(*value));
    }
    return values;
}

std::vector<std::string> GivenOptions::names() const {
    std::vector<std::string> names;
    names.reserve(texts_.size());
    for (const auto& [name, texts] : texts_)
        names.push_back(name);
    return names;
}

std::vector<OptionSpec> renamed(std::span<const OptionSpec> specs, std::span<const NamedOption> names) {
    std::vector<OptionSpec> result;
    result.reserve(names.size());
    for (const NamedOption& named : names) {
        result.push_back(*findOption(specs, named.option));
        result.back().name = named.name;
        const auto other = std::ranges::find(names, result.back().needs.option, &NamedOption::option);
        if (other != names.end()) result.back().needs.option = other->name;
    }
    return result;
}

OptionValues withOwnNames(const OptionValues& given, std::span<const OptionSpec> specs,
                          std::span<const NamedOption> names) {
    OptionValues values(specs);
    for (const NamedOption& named : names) {
        const auto value = given.all().find(named.name);
        if (value != given.all().end()) values.set(named.option, value->second);
    }
    return values;
}

}  // namespace rigkiln
