#include "pipeline/recipe/recipe_json.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/hex_text.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/recipe/json_tree.hpp"
#include "pipeline/recipe/recipe_members.hpp"

namespace rigkiln {
namespace {

/// Whether a text stands in JSON as it is, which nearly all names do.
bool isPlain(std::string_view text) {
    return std::ranges::all_of(text, [](char character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    });
}

/// Writes the members of one record as JSON, without a tree of it: a report has the digest of every recipe.
class RecordWriter {
public:
    explicit RecordWriter(std::string& json) : json_(json) {}

    template <class Value>
    void member(std::string_view name, const Value& value) {
        if (!isFirst_) json_ += ',';
        isFirst_ = false;
        append(json_, name);
        json_ += ':';
        append(json_, value);
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
    static void append(std::string& json, const Record& record) {
        json += '{';
        RecordWriter writer(json);
        describe(writer, record);
        json += '}';
    }

private:
    template <class Number>
    requires std::is_arithmetic_v<Number>
    static void append(std::string& json, const Number& number) {
        if constexpr (std::is_same_v<Number, bool>) {
            json += number ? "true" : "false";
        } else if constexpr (std::floating_point<Number>) {
            assert(std::isfinite(number));
            json += JsonTree(number).dump();
        } else {
            json += fmt::format_int(number).str();
        }
    }

    static void append(std::string& json, std::string_view text) {
        if (isPlain(text)) {
            json += '"';
            json += text;
            json += '"';
        } else if (isUtf8(text)) {
            json += JsonTree(text).dump();
        } else {
            json += '{';
            RecordWriter(json).member(kBytesName, toHex(text));
            json += '}';
        }
    }

    static void append(std::string& json, const std::string& text) { append(json, std::string_view(text)); }

    static void append(std::string& json, ImageEncoding encoding) {
        append(json,
               std::string_view(std::ranges::find(kEncodingWords, encoding, &EncodingWord::encoding)->word));
    }

    template <class Value>
    static void append(std::string& json, const std::optional<Value>& value) {
        if (value) {
            append(json, *value);
        } else {
            json += "null";
        }
    }

    template <class Value>
    static void append(std::string& json, const std::vector<Value>& values) {
        json += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) json += ',';
            append(json, values[i]);
        }
        json += ']';
    }

    template <class Value>
    static void append(std::string& json, const SharedValue<Value>& value) {
        append(json, *value);
    }

    static void append(std::string& json, const OptionValue& option) {
        std::visit([&](const auto& value) { append(json, value); }, option);
    }

    static void append(std::string& json, const OptionValues& options) {
        json += '{';
        RecordWriter writer(json);
        for (const auto& [name, value] : options.all())
            writer.member(name, value);
        json += '}';
    }

    static void append(std::string& json, const Step& step) {
        json += '{';
        RecordWriter writer(json);
        writer.member("id", std::string_view(stepId(step)));
        std::visit([&](const auto& alternative) { describe(writer, alternative); }, step);
        json += '}';
    }

    std::string& json_;
    bool isFirst_ = true;
};

std::string text(const XXH128_hash_t& hash) {
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string digestOf(const std::string& json) {
    return text(XXH3_128bits(json.data(), json.size()));
}

}  // namespace

std::string recipeToJson(const Recipe& recipe) {
    std::string json;
    RecordWriter::append(json, recipe);
    return json;
}

std::string recipeDigest(const Recipe& recipe) {
    return digestOf(recipeToJson(recipe));
}

std::string combinedDigest(std::span<const std::string> digests) {
    return combinedDigest(digests.size(), [digests](std::size_t i) { return digests[i]; });
}

std::string combinedDigest(std::size_t count, const std::function<std::string(std::size_t)>& digestOf) {
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    XXH3_128bits_reset(state.get());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string line = (i == 0 ? "" : "\n") + digestOf(i);
        XXH3_128bits_update(state.get(), line.data(), line.size());
    }
    return text(XXH3_128bits_digest(state.get()));
}

}  // namespace rigkiln
