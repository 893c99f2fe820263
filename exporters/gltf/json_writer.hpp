#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_export {

/// Writes JSON into one text, without white space. Numbers are the shortest text that reads back as the same
/// number. The caller keeps the order: `key` before each value of an object, an end for every begin.
class JsonWriter {
public:
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }

    /// Precondition: the name needs no escapes.
    void key(std::string_view name) {
        separate();
        json_ += '"';
        json_ += name;
        json_ += "\":";
        needsComma_ = false;
    }

    /// Writes a key that may need escapes.
    void textKey(std::string_view name) {
        separate();
        appendJsonText(json_, name);
        json_ += ':';
        needsComma_ = false;
    }

    void value(const Value& value) {
        separate();
        appendJson(json_, value);
    }

    template <class Number>
    requires(std::integral<Number> || std::floating_point<Number>) &&
        (!std::same_as<Number, bool>)void number(Number value) {
        separate();
        std::array<char, 32> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
        json_.append(buffer.data(), end);
    }

    void boolean(bool value) { raw(value ? "true" : "false"); }

    void text(std::string_view value) {
        separate();
        appendJsonText(json_, value);
    }

    /// Writes a value that is JSON already.
    void raw(std::string_view json) {
        separate();
        json_ += json;
    }

    template <class Number>
    void member(std::string_view name, Number value) {
        key(name);
        number(value);
    }

    void memberText(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }

    template <class Number, std::size_t Size>
    void memberNumbers(std::string_view name, std::span<const Number, Size> values) {
        key(name);
        beginArray();
        for (const Number value : values) {
            number(value);
        }
        endArray();
    }

    /// Reserves room for so many more bytes: a long text that grows by copying is in memory twice.
    void reserve(std::size_t octets) { json_.reserve(json_.size() + octets); }

    [[nodiscard]] std::string take() { return std::move(json_); }

private:
    void separate() {
        if (needsComma_) json_ += ',';
        needsComma_ = true;
    }
    void open(char bracket) {
        separate();
        json_ += bracket;
        needsComma_ = false;
    }
    void close(char bracket) {
        json_ += bracket;
        needsComma_ = true;
    }

    std::string json_;
    bool needsComma_ = false;
};

}  // namespace rigkiln::gltf_export
