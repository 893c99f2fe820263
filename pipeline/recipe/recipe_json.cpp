#include "pipeline/recipe/recipe_json.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "pipeline/base/text.hpp"
#include "pipeline/recipe/json_tree.hpp"
#include "pipeline/recipe/recipe_members.hpp"

namespace rigkiln {
namespace {

std::string toHex(std::string_view bytes) {
    std::string hex;
    hex.reserve(bytes.size() * 2);
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        hex += kHexDigits[byte / 16U];
        hex += kHexDigits[byte % 16U];
    }
    return hex;
}

/// Collects the members of one record.
class RecordWriter {
public:
    RecordWriter() { members_.reserve(8); }

    template <class Value>
    void member(std::string_view name, const Value& value) {
        members_.emplace_back(std::string(name), toTree(value));
    }

    /// Writes the members of a value beside those of its owner.
    template <class Value>
    void include(const SharedValue<Value>& value) {
        describe(*this, *value);
    }

    template <class... Allowed, class Steps>
    void steps(const Steps& steps) {
        member("steps", steps);
    }

    void version(std::string_view name, int version) { member(name, version); }

    template <class Record>
    static JsonTree toTree(const Record& record) {
        RecordWriter writer;
        describe(writer, record);
        return JsonTree(std::move(writer.members_));
    }

private:
    template <class Number>
    requires std::is_arithmetic_v<Number>
    static JsonTree toTree(const Number& number) {
        if constexpr (std::floating_point<Number>) assert(std::isfinite(number));
        return JsonTree(number);
    }

    static JsonTree toTree(const std::string& text) {
        if (isUtf8(text)) return JsonTree(text);
        RecordWriter writer;
        writer.member(kBytesName, toHex(text));
        return JsonTree(std::move(writer.members_));
    }

    static JsonTree toTree(ImageEncoding encoding) {
        return JsonTree(std::ranges::find(kEncodingWords, encoding, &EncodingWord::encoding)->word);
    }

    template <class Value>
    static JsonTree toTree(const std::optional<Value>& value) {
        return value ? toTree(*value) : JsonTree();
    }

    template <class Value>
    static JsonTree toTree(const std::vector<Value>& values) {
        JsonTree::array_t list;
        list.reserve(values.size());
        for (const Value& value : values)
            list.push_back(toTree(value));
        return JsonTree(std::move(list));
    }

    template <class Value>
    static JsonTree toTree(const SharedValue<Value>& value) {
        return toTree(*value);
    }

    static JsonTree toTree(const OptionValue& option) {
        return std::visit([](const auto& value) { return toTree(value); }, option);
    }

    static JsonTree toTree(const OptionValues& options) {
        JsonTree::object_t members;
        members.reserve(options.all().size());
        for (const auto& [name, value] : options.all())
            members.emplace_back(name, toTree(value));
        return JsonTree(std::move(members));
    }

    static JsonTree toTree(const Step& step) {
        RecordWriter writer;
        writer.member("id", std::string(stepId(step)));
        std::visit([&](const auto& alternative) { describe(writer, alternative); }, step);
        return JsonTree(std::move(writer.members_));
    }

    JsonTree::object_t members_;
};

std::string digestOf(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string recipeToJson(const Recipe& recipe) {
    return RecordWriter::toTree(recipe).dump();
}

std::string recipeDigest(const Recipe& recipe) {
    return digestOf(recipeToJson(recipe));
}

std::string combinedDigest(std::span<const std::string> digests) {
    return digestOf(fmt::format("{}", fmt::join(digests, "\n")));
}

}  // namespace rigkiln
