#include "formats/gltf/extras_reader.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kName = "rigkiln_name";
constexpr std::string_view kNameBytes = "rigkiln_name_bytes";
/// Copies of all clip records, for programs that drop the extras of animations; read by clip_records.
constexpr std::string_view kClips = "rigkiln_clips";
constexpr std::string_view kAsset = "rigkiln_asset";
/// In front of members that make way for one of our own (docs/extras.md).
constexpr std::string_view kMadeWay = "source_";

std::optional<unsigned> digit(char character) {
    if (character >= '0' && character <= '9') return static_cast<unsigned>(character - '0');
    if (character >= 'a' && character <= 'f') return static_cast<unsigned>(character - 'a') + 10U;
    return std::nullopt;
}

std::optional<std::string> fromHexadecimal(std::string_view digits) {
    if (digits.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    bytes.reserve(digits.size() / 2);
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const auto high = digit(digits[i]);
        const auto low = digit(digits[i + 1]);
        if (!high || !low) return std::nullopt;
        bytes += static_cast<char>(*high << 4U | *low);
    }
    return bytes;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::string originalName(const Value* extras, std::string_view written) {
    if (const std::string* bytes = asText(member(extras, kNameBytes))) {
        if (auto name = fromHexadecimal(*bytes)) return std::move(*name);
    }
    const std::string* name = asText(member(extras, kName));
    return name == nullptr ? std::string(written) : *name;
}

bool hasOnlyNames(const Value& extras) {
    const Properties* members = asObject(&extras);
    return members != nullptr && std::ranges::all_of(members->entries(), [](const Properties::Entry& entry) {
               return entry.first == kName || entry.first == kNameBytes;
           });
}

const Value* Record::take(std::string_view name, bool (*isFitting)(const Value& value)) {
    const Value* found = members_.find(name);
    if (found == nullptr || !isFitting(*found)) return nullptr;
    taken_.emplace_back(name);
    return found;
}

std::optional<bool> Record::takeFlag(std::string_view name) {
    return asFlag(take(name, [](const Value& value) { return asFlag(&value).has_value(); }));
}

std::optional<double> Record::takeNumber(std::string_view name) {
    return asNumber(take(name, [](const Value& value) { return asNumber(&value).has_value(); }));
}

std::optional<std::uint32_t> Record::takeCount(std::string_view name) {
    const auto count = asInteger(take(name, [](const Value& value) {
        const auto number = asInteger(&value);
        return number && *number >= 0 && *number <= std::numeric_limits<std::uint32_t>::max();
    }));
    return count ? std::optional(static_cast<std::uint32_t>(*count)) : std::nullopt;
}

std::optional<std::string> Record::takeText(std::string_view name) {
    const std::string* text =
        asText(take(name, [](const Value& value) { return asText(&value) != nullptr; }));
    return text == nullptr ? std::nullopt : std::optional(*text);
}

std::optional<ValueList> Record::takeList(std::string_view name) {
    const ValueList* list = asList(take(name, [](const Value& value) { return asList(&value) != nullptr; }));
    return list == nullptr ? std::nullopt : std::optional(*list);
}

std::optional<Properties> Record::takeObject(std::string_view name) {
    const Properties* object =
        asObject(take(name, [](const Value& value) { return asObject(&value) != nullptr; }));
    return object == nullptr ? std::nullopt : std::optional(*object);
}

Properties Record::rest() const {
    std::vector<std::string> occupied = taken_;
    Properties rest;
    for (const Properties::Entry& entry : members_.entries()) {
        if (contains(taken_, entry.first)) continue;
        std::string_view name = entry.first;
        if (name.starts_with(kMadeWay) && contains(occupied, name.substr(kMadeWay.size()))) {
            occupied.push_back(entry.first);
            name.remove_prefix(kMadeWay.size());
        }
        // Restoring a name cannot collide: its holder was taken, or is renamed back itself.
        rest.append(std::string(name), entry.second);
    }
    return rest;
}

std::optional<Properties> readRecord(const Value& value, const std::string& where, Diagnostics& diagnostics) {
    try {
        if (const std::string* text = asText(&value)) {
            const Value parsed = parseJson(*text, "the text");
            if (const Properties* object = asObject(&parsed)) return *object;
            fail("the text is {}, expected an object", typeName(parsed));
        }
        if (const Properties* object = asObject(&value)) return *object;
        fail("is {}, expected an object", typeName(value));
    } catch (const GltfError& error) {
        diagnostics.add(kRecordUnreadable, where, error.what());
    }
    return std::nullopt;
}

OwnExtras readExtras(const Value* object, std::string_view written, std::string_view key,
                     const std::string& where, Diagnostics& diagnostics) {
    const Value* extras = member(object, "extras");
    OwnExtras read{.name = originalName(extras, written)};
    if (extras == nullptr) return read;
    const Properties* members = asObject(extras);
    if (members == nullptr) {
        read.others.set("extras", *extras);
        return read;
    }
    for (const auto& [name, value] : members->entries()) {
        if (name == key) {
            read.record = readRecord(value, fmt::format("{}.extras.{}", where, name), diagnostics);
        } else if (name != kName && name != kNameBytes && name != kClips && name != kAsset) {
            read.others.append(name, value);
        }
    }
    return read;
}

Properties joinedExtras(Properties rest, const Properties& others, const std::string& where,
                        Diagnostics& diagnostics, std::span<const std::string_view> ours) {
    std::set<std::string, std::less<>> names;
    for (const Properties::Entry& entry : rest.entries())
        names.insert(entry.first);
    for (const auto& [name, value] : others.entries()) {
        const bool isOurs = std::ranges::find(ours, name) != ours.end();
        std::string kept = isOurs ? fmt::format("{}{}", kMadeWay, name) : name;
        if (names.insert(kept).second) {
            rest.append(std::move(kept), value);
        } else {
            diagnostics.add(kExtrasLost, fmt::format("{}.extras.{}", where, toUtf8(name)),
                            "our record has that name too");
        }
    }
    return rest;
}

}  // namespace rigkiln::gltf
