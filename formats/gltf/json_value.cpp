#include "formats/gltf/json_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "formats/gltf/count_json.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::gltf {
namespace {

/// Builds a Value from the parser's events, without recursion.
class ValueBuilder {
public:
    using Json = nlohmann::json;

    ValueBuilder(std::string_view what, std::uint64_t mostLevels) : what_(what), mostLevels_(mostLevels) {}

    // Interface of the parser, which prescribes these names.
    // NOLINTBEGIN(readability-identifier-naming)
    bool null() { return add(Value()); }
    bool boolean(bool value) { return add(Value(value)); }
    bool number_integer(Json::number_integer_t value) { return add(Value(std::int64_t{value})); }
    bool number_unsigned(Json::number_unsigned_t value) {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return add(Value(static_cast<double>(value)));
        return add(Value(static_cast<std::int64_t>(value)));
    }
    bool number_float(Json::number_float_t value, const Json::string_t& /*text*/) {
        return add(Value(value));
    }
    bool string(Json::string_t& value) { return add(Value(std::move(value))); }
    bool binary(Json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) { return open(true); }
    bool key(Json::string_t& name) {
        open_.back().key = std::move(name);
        return true;
    }
    bool end_object() {
        checkNames(open_.back().members);
        return close(Value(std::move(open_.back().members)));
    }
    bool start_array(std::size_t /*size*/) { return open(false); }
    bool end_array() { return close(Value(std::move(open_.back().elements))); }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) const {
        std::string_view problem = error.what();
        const std::size_t end = problem.find("] ");
        if (end != std::string_view::npos) problem.remove_prefix(end + 2);
        fail("{} at character {}: {}", what_, position, quote(problem, 200));
    }
    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] Value take() && { return std::move(root_); }

private:
    struct Frame {
        bool isObject = false;
        std::string key{};
        Properties members{};
        ValueList elements{};
    };

    bool open(bool isObject) {
        checkStop();
        if (open_.size() == mostLevels_)
            failWith(kBeyondLimit, "{} nests deeper than {} levels", what_, mostLevels_);
        open_.push_back({.isObject = isObject});
        return true;
    }

    bool close(Value value) {
        open_.pop_back();
        return add(std::move(value));
    }

    bool add(Value value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (open_.back().isObject) {
            open_.back().members.append(std::move(open_.back().key), std::move(value));
        } else {
            open_.back().elements.push_back(std::move(value));
        }
        return true;
    }

    void checkNames(const Properties& members) const {
        std::vector<std::string_view> names;
        names.reserve(members.entries().size());
        for (const Properties::Entry& entry : members.entries())
            names.emplace_back(entry.first);
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice != names.end()) fail("{} has the member {} twice in one object", what_, quote(*twice));
    }

    std::string_view what_;
    std::uint64_t mostLevels_;
    std::vector<Frame> open_;
    Value root_;
};

template <class Type>
const Type* contentAs(const Value* value) {
    return value == nullptr ? nullptr : std::get_if<Type>(&value->content());
}

}  // namespace

Value parseJson(std::string_view text, std::string_view what, const ReadLimits& limits) {
    if (text.size() > kMaximumJsonBytes) {
        fail("{} has {} bytes, at most {} ({}) are read", what, text.size(), kMaximumJsonBytes,
             byteCountText(kMaximumJsonBytes));
    }
    // Counted at first: three bytes of text, such as "{},", become kilobytes.
    const std::size_t count = countJson(text, {}).values;
    if (count > limits.jsonValues)
        failWith(kBeyondLimit, "{} has {} values, at most {} are read", what, count, limits.jsonValues);
    ValueBuilder builder(what, limits.jsonLevels);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).take();
}

const Properties* asObject(const Value* value) {
    return contentAs<Properties>(value);
}

const ValueList* asList(const Value* value) {
    return contentAs<ValueList>(value);
}

const std::string* asText(const Value* value) {
    return contentAs<std::string>(value);
}

std::optional<double> asNumber(const Value* value) {
    if (const auto* number = contentAs<double>(value)) return *number;
    if (const auto* number = contentAs<float>(value)) return static_cast<double>(*number);
    if (const auto* number = contentAs<std::int64_t>(value)) return static_cast<double>(*number);
    return std::nullopt;
}

std::optional<std::int64_t> asInteger(const Value* value) {
    if (const auto* whole = contentAs<std::int64_t>(value)) return *whole;
    // Some writers write 1.0 for 1, and mean it. The sign of -0.0 would be lost.
    const auto* number = contentAs<double>(value);
    constexpr double kMostExact = 9007199254740992.0;  // 2^53
    const bool isWhole = number != nullptr && std::trunc(*number) == *number &&
                         std::abs(*number) <= kMostExact && !(*number == 0.0 && std::signbit(*number));
    return isWhole ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

std::optional<bool> asFlag(const Value* value) {
    const auto* flag = contentAs<bool>(value);
    return flag == nullptr ? std::nullopt : std::optional(*flag);
}

const Value* member(const Value* object, std::string_view name) {
    const Properties* members = asObject(object);
    return members == nullptr ? nullptr : members->find(name);
}

const Value* element(const Value* object, std::string_view list, std::size_t index) {
    const ValueList* elements = asList(member(object, list));
    return elements == nullptr || index >= elements->size() ? nullptr : &(*elements)[index];
}

std::string_view typeName(const Value& value) {
    static constexpr std::array<std::string_view, 8> kNames = {
        "null", "true or false", "a number", "a number", "a number", "a text", "a list", "an object"};
    return kNames.at(value.content().index());
}

}  // namespace rigkiln::gltf
