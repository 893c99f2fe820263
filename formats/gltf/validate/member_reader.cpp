#include "formats/gltf/validate/member_reader.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/gltf/json_value.hpp"
#include "formats/gltf/validate/known_extensions.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {

using gltf::asList;
using gltf::asNumber;
using gltf::asObject;
using gltf::asText;
using gltf::typeName;

namespace {

constexpr Integer kLargest = Integer{1} << 53U;

const Properties& noMembers() {
    static const Properties kNoMembers;
    return kNoMembers;
}

/// Value as it is shown in messages.
std::string shown(const Value& value) {
    if (const std::string* text = asText(&value)) return quote(*text);
    if (const auto number = asNumber(&value)) return numberText(*number);
    return std::string(typeName(value));
}

std::string rangeText(const NumberRange& range) {
    std::string text;
    if (std::isfinite(range.least))
        text += fmt::format(" {} {}", range.excludesLeast ? "above" : "at least", range.least);
    if (std::isfinite(range.most)) {
        text += fmt::format("{} {} {}", text.empty() ? "" : " and", range.excludesMost ? "below" : "at most",
                            range.most);
    }
    return text.empty() ? " a finite number" : text;
}

}  // namespace

std::optional<Integer> wholeNumber(const Value& value) {
    if (const auto integer = gltf::asInteger(&value)) return std::clamp(*integer, -kLargest, kLargest);
    const auto number = asNumber(&value);
    if (!number || std::floor(*number) != *number) return std::nullopt;
    const auto largest = static_cast<double>(kLargest);
    return static_cast<Integer>(std::clamp(*number, -largest, largest));
}

void MemberReader::report(const Rule& rule, std::string message) {
    findings_.add(rule, place_.pointer(), std::move(message));
}

void MemberReader::report(const Rule& rule, std::string_view name, std::string message) {
    const auto scope = place_.enter(name);
    report(rule, std::move(message));
}

void MemberReader::report(const Rule& rule, std::size_t index, std::string message) {
    const auto scope = place_.enter(index);
    report(rule, std::move(message));
}

void MemberReader::reportMissing(std::string_view name) {
    report(kUndefinedProperty, fmt::format("{} is missing", name));
}

void MemberReader::reportType(std::string_view name, const Value& value, std::string_view type) {
    report(kTypeMismatch, name, fmt::format("is {}, expected {}", shown(value), type));
}

const Value* MemberReader::find(const Properties& object, std::string_view name, std::string_view type) {
    const Value* value = object.find(name);
    if (value == nullptr || *value != Value()) return value;
    reportType(name, *value, type);
    return nullptr;
}

void MemberReader::checkNames(const Properties& object, Names known) {
    for (const auto& [name, value] : object.entries()) {
        if (name == "extensions" || name == "extras") continue;
        if (std::ranges::find(known, std::string_view(name)) == known.end())
            report(kUnexpectedProperty, name, "is no member of this object in glTF 2.0");
    }
}

bool MemberReader::readExtras(const Properties& object) {
    const Value* extras = object.find("extras");
    if (extras == nullptr || *extras == Value()) return false;
    if (asObject(extras) == nullptr)
        report(kNonObjectExtras, "extras",
               fmt::format("is {}; importers expect an object", typeName(*extras)));
    return true;
}

Integer MemberReader::readIndex(const Properties& object, std::string_view name, bool isRequired) {
    const Value* value = find(object, name, "a whole number");
    if (value == nullptr) {
        if (isRequired) reportMissing(name);
        return kNone;
    }
    const auto number = wholeNumber(*value);
    if (!number) {
        reportType(name, *value, "a whole number");
        return kNone;
    }
    if (*number >= 0) return *number;
    report(kInvalidIndex, name, fmt::format("is {}, indices start at 0", *number));
    return kNone;
}

Integer MemberReader::readCount(const Properties& object, std::string_view name, Integer otherwise,
                                std::pair<Integer, Integer> range) {
    const Value* value = find(object, name, "a whole number");
    if (value == nullptr) return otherwise;
    const auto number = wholeNumber(*value);
    if (!number) {
        reportType(name, *value, "a whole number");
        return kNone;
    }
    if (*number >= range.first && *number <= range.second) return *number;
    report(kValueNotInRange, name,
           range.second == std::numeric_limits<Integer>::max()
               ? fmt::format("is {}, at least {} is allowed", *number, range.first)
               : fmt::format("is {}, {} to {} are allowed", *number, range.first, range.second));
    return kNone;
}

Integer MemberReader::requireCount(const Properties& object, std::string_view name, Integer least) {
    const Value* value = object.find(name);
    const Integer count = readCount(object, name, kNone, {least, std::numeric_limits<Integer>::max()});
    if (value == nullptr || *value == Value()) reportMissing(name);
    return count;
}

Integer MemberReader::readChoice(const Properties& object, std::string_view name,
                                 std::span<const Integer> choices, std::optional<Integer> otherwise) {
    const Value* value = find(object, name, "a whole number");
    if (value == nullptr) {
        if (!otherwise) reportMissing(name);
        return otherwise.value_or(kNone);
    }
    const auto number = wholeNumber(*value);
    if (!number) {
        reportType(name, *value, "a whole number");
        return kNone;
    }
    if (std::ranges::find(choices, *number) != choices.end()) return *number;
    report(kValueNotInList, name, fmt::format("is {}, allowed are {}", *number, fmt::join(choices, ", ")));
    return kNone;
}

bool MemberReader::readFlag(const Properties& object, std::string_view name) {
    const Value* value = find(object, name, "true or false");
    if (value == nullptr) return false;
    const auto flag = gltf::asFlag(value);
    if (!flag) reportType(name, *value, "true or false");
    return flag.value_or(false);
}

double MemberReader::readNumber(const Properties& object, std::string_view name, const NumberRange& range,
                                double otherwise) {
    constexpr double kWrong = std::numeric_limits<double>::quiet_NaN();
    const Value* value = find(object, name, "a number");
    if (value == nullptr) return otherwise;
    const auto number = asNumber(value);
    if (!number) {
        reportType(name, *value, "a number");
        return kWrong;
    }
    if (range.contains(*number)) return *number;
    report(kValueNotInRange, name, fmt::format("is {}, expected{}", numberText(*number), rangeText(range)));
    return kWrong;
}

double MemberReader::requireNumber(const Properties& object, std::string_view name,
                                   const NumberRange& range) {
    const Value* value = object.find(name);
    const double number = readNumber(object, name, range);
    if (value == nullptr || *value == Value()) reportMissing(name);
    return number;
}

const std::string* MemberReader::readText(const Properties& object, std::string_view name, bool isRequired,
                                          Names choices) {
    const Value* value = find(object, name, "a text");
    if (value == nullptr) {
        if (isRequired) reportMissing(name);
        return nullptr;
    }
    const std::string* text = asText(value);
    if (text == nullptr) {
        reportType(name, *value, "a text");
    } else if (!choices.empty() && std::ranges::find(choices, std::string_view(*text)) == choices.end()) {
        report(kValueNotInList, name,
               fmt::format("is {}, allowed are {}", quote(*text), fmt::join(choices, ", ")));
    }
    return text;
}

const Properties* MemberReader::readObject(const Properties& object, std::string_view name, bool isRequired) {
    const Value* value = find(object, name, "an object");
    if (value == nullptr) {
        if (isRequired) reportMissing(name);
        return nullptr;
    }
    const Properties* members = asObject(value);
    if (members == nullptr) reportType(name, *value, "an object");
    return members;
}

const ValueList* MemberReader::readList(const Properties& object, std::string_view name, bool isRequired) {
    const Value* value = find(object, name, "a list");
    if (value == nullptr) {
        if (isRequired) reportMissing(name);
        return nullptr;
    }
    const ValueList* list = asList(value);
    if (list == nullptr) {
        reportType(name, *value, "a list");
        return nullptr;
    }
    if (list->empty()) {
        report(kEmptyEntity, name, "is empty");
        return nullptr;
    }
    return list;
}

std::optional<std::vector<const Properties*>> MemberReader::readObjects(const Properties& object,
                                                                        std::string_view name) {
    const ValueList* list = readList(object, name, true);
    if (list == nullptr) return std::nullopt;
    std::vector<const Properties*> objects;
    objects.reserve(list->size());
    bool isRight = true;
    for (const Value& element : *list) {
        objects.push_back(asObject(&element));
        if (objects.back() != nullptr) continue;
        report(kArrayTypeMismatch, name, fmt::format("contains {}, expected objects", shown(element)));
        isRight = false;
    }
    return isRight ? std::optional(std::move(objects)) : std::nullopt;
}

std::optional<std::vector<Integer>> MemberReader::readIndices(const Properties& object, std::string_view name,
                                                              bool isRequired) {
    const ValueList* list = readList(object, name, isRequired);
    if (list == nullptr) return std::nullopt;
    const auto scope = place_.enter(name);
    std::vector<Integer> indices;
    indices.reserve(list->size());
    std::set<Integer> seen;
    for (const Value& element : *list) {
        const Integer index = wholeNumber(element).value_or(kNone);
        if (index < 0) {
            report(kInvalidIndex, indices.size(),
                   fmt::format("is {}, expected a whole number from 0 on", shown(element)));
        } else if (!seen.insert(index).second) {
            report(kDuplicateElements, indices.size(), fmt::format("is {} once more", index));
        }
        indices.push_back(std::max(index, kNone));
    }
    return indices;
}

std::optional<std::vector<double>> MemberReader::readNumbers(const Properties& object, std::string_view name,
                                                             std::optional<std::size_t> length,
                                                             const NumberRange& range) {
    const ValueList* list = readList(object, name, false);
    if (list == nullptr) return std::nullopt;
    if (length && list->size() != *length) {
        report(kArrayLengthNotInList, name,
               fmt::format("has {} elements, expected {}", list->size(), *length));
        return std::nullopt;
    }
    std::vector<double> numbers;
    numbers.reserve(list->size());
    bool isRight = true;
    for (const Value& element : *list) {
        const auto number = asNumber(&element);
        if (!number) {
            report(kArrayTypeMismatch, name, fmt::format("contains {}, expected numbers", shown(element)));
            isRight = false;
        } else if (!range.contains(*number)) {
            const auto scope = place_.enter(name);
            report(kValueNotInRange, numbers.size(),
                   fmt::format("is {}, expected{}", numberText(*number), rangeText(range)));
            isRight = false;
        }
        numbers.push_back(number.value_or(0.0));
    }
    return isRight ? std::optional(std::move(numbers)) : std::nullopt;
}

std::vector<std::string_view> MemberReader::readTexts(const Properties& object, std::string_view name) {
    const ValueList* list = readList(object, name, false);
    if (list == nullptr) return {};
    const auto scope = place_.enter(name);
    std::vector<std::string_view> texts;
    texts.reserve(list->size());
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string* text = asText(&(*list)[i]);
        if (text == nullptr) {
            report(kArrayTypeMismatch, i, fmt::format("is {}, expected a text", shown((*list)[i])));
            continue;
        }
        if (!seen.insert(*text).second)
            report(kDuplicateElements, i, fmt::format("is {} once more", quote(*text)));
        texts.emplace_back(*text);
    }
    return texts.size() == list->size() ? texts : std::vector<std::string_view>();
}

void MemberReader::setExtensions(std::vector<std::string_view> used, std::vector<std::string_view> known) {
    used_ = std::set<std::string_view>(used.begin(), used.end());
    known_ = std::set<std::string_view>(known.begin(), known.end());
}

MemberReader::Extensions MemberReader::readExtensions(const Properties& object, Owner owner) {
    Extensions read;
    const Properties* extensions = readObject(object, "extensions");
    if (extensions == nullptr) return read;
    const auto scope = place_.enter("extensions");
    for (const auto& [name, value] : extensions->entries()) {
        const Properties* members = asObject(&value);
        if (members == nullptr) {
            reportType(name, value, "an object");
            members = &noMembers();
        }
        if (!known_.contains(name)) {
            if (!used_.contains(name)) report(kUndeclaredExtension, name, "is not in extensionsUsed");
            ++read.count;
            read.hasUnknown = true;
            continue;
        }
        const KnownPlace* known = findKnownPlace(name, owner);
        if (known == nullptr) {
            report(kUnexpectedExtensionObject, name, "has no meaning in this object");
            continue;
        }
        if (known->standsAlone && extensions->entries().size() > 1)
            report(kMultipleExtensions, name, "stands beside other extensions that may contradict it");
        ++read.count;
        read.known.push_back({name, members});
    }
    return read;
}

}  // namespace rigkiln::gltf_validation
