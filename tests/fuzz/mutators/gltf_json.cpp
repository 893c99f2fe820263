#include "tests/fuzz/mutators/gltf_json.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "formats/gltf/glb.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostValues = 20'000;
constexpr std::size_t kMostValueLevels = 64;

/// All values of a tree, itself first. False when there are more than it is worth.
bool collect(Json& value, std::size_t level, std::vector<Json*>& values) {
    if (values.size() == kMostValues || level == kMostValueLevels) return false;
    values.push_back(&value);
    if (!value.is_structured()) return true;
    return std::ranges::all_of(value, [&](Json& child) { return collect(child, level + 1, values); });
}

Json oddValue(Mutation& mutation) {
    switch (mutation.below(9)) {
        case 0:
            return nullptr;
        case 1:
            return mutation.oneIn(2);
        case 2:
            return "";
        case 3:
            return Json::array();
        case 4:
            return Json::object();
        case 5:
            return static_cast<std::int64_t>(mutation.oddNumber());
        case 6:
            return static_cast<double>(mutation.oddNumber()) / 3;
        case 7:
            return 1e308 * static_cast<double>(mutation.below(20));
        default:
            return mutation.below(8);
    }
}

void changeElements(Json& list, Mutation& mutation) {
    if (list.empty()) return;
    const std::size_t at = mutation.below(list.size());
    const Json copy = list[at];
    switch (mutation.below(4)) {
        case 0:
            list.erase(at);
            break;
        case 1:
            list[at].swap(list[mutation.below(list.size())]);
            break;
        case 2:
            list.push_back(copy);
            break;
        default:  // many: lists have limits
            for (std::size_t i = 0; i < mutation.below(40); ++i)
                list.push_back(copy);
    }
}

Json::iterator anyMember(Json& object, Mutation& mutation) {
    auto member = object.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(mutation.below(object.size())));
    return member;
}

/// Removes a member, repeats it under the name of another object's, or both.
void changeMembers(Json& object, const std::vector<Json*>& values, Mutation& mutation) {
    if (object.empty()) return;
    const auto member = anyMember(object, mutation);
    const std::string name = member.key();
    Json value = member.value();
    Json& other = *values[mutation.below(values.size())];
    const std::string otherName =
        other.is_object() && !other.empty() ? anyMember(other, mutation).key() : name;
    const bool isRemoved = mutation.oneIn(2);
    if (isRemoved) object.erase(name);
    if (!isRemoved || mutation.oneIn(2)) object[otherName] = std::move(value);
}

void changeNumber(Json& number, Mutation& mutation) {
    if (number.is_number_integer() && mutation.oneIn(2))
        number = number.get<std::int64_t>() / 2 +
                 static_cast<std::int64_t>(mutation.below(5));  // an index is likely to stay one
    else
        number = oddValue(mutation);
}

void changeString(Json& value, Mutation& mutation) {
    auto text = value.get<std::string>();
    mutation.change(text);
    value = std::move(text);
}

bool changeOnce(Json& json, Mutation& mutation) {
    std::vector<Json*> values;
    if (!collect(json, 0, values)) return false;
    Json& value = *mutation.anyOf(values);
    if (mutation.oneIn(4)) {
        const Json copy = *mutation.anyOf(values);  // may be a parent
        value = copy;
    } else if (mutation.oneIn(8)) {
        value = oddValue(mutation);
    } else if (value.is_array()) {
        changeElements(value, mutation);
    } else if (value.is_object()) {
        changeMembers(value, values, mutation);
    } else if (value.is_string()) {
        changeString(value, mutation);
    } else {
        changeNumber(value, mutation);
    }
    return true;
}

void writeChunk(ByteWriter& writer, std::uint32_t kind, std::span<const std::byte> bytes, char padding) {
    const std::size_t padded = (bytes.size() + 3) / 4 * 4;
    writer.write(static_cast<std::uint32_t>(padded));
    writer.write(kind);
    writer.writeBytes(bytes);
    writer.writeText(std::string(padded - bytes.size(), padding));
}

std::vector<std::byte> toGlb(std::string_view json, std::span<const std::byte> binary) {
    constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
    constexpr std::uint32_t kBinaryChunk = 0x004E4942;
    constexpr std::size_t kSizeAt = 8;
    ByteWriter writer;
    writer.writeText("glTF");
    writer.write(std::uint32_t{2});
    writer.write(std::uint32_t{0});
    writeChunk(writer, kJsonChunk, std::as_bytes(std::span(json)), ' ');
    if (!binary.empty()) writeChunk(writer, kBinaryChunk, binary, '\0');
    writer.patch(kSizeAt, static_cast<std::uint32_t>(writer.offset()));
    return std::move(writer).finish();
}

std::optional<gltf::Container> split(std::span<const std::byte> input) {
    try {
        return gltf::splitContainer(input);
    } catch (const FormatError&) {
        return std::nullopt;
    }
}

}  // namespace

std::optional<std::vector<std::byte>> mutateGltfJson(std::span<const std::byte> input, Mutation& mutation) {
    const auto container = split(input);
    if (!container) return std::nullopt;
    Json json = Json::parse(container->json, nullptr, false);
    if (json.is_discarded()) return std::nullopt;
    std::vector<std::byte> binary(container->binary.begin(), container->binary.end());
    if (!binary.empty() && mutation.oneIn(5)) {
        mutation.change(binary);
    } else {
        for (std::size_t i = 0; i < 1 + mutation.below(3); ++i) {
            if (!changeOnce(json, mutation)) return std::nullopt;
        }
    }
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (container->isGlb) return toGlb(text, binary);
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}  // namespace rigkiln
