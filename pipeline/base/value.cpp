#include "pipeline/base/value.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

template <class Number>
void appendNumber(std::string& json, Number number) {
    if (std::isnan(number)) {
        json += "\"NaN\"";
    } else if (std::isinf(number)) {
        json += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    } else {
        json += numberText(number);
    }
}

struct JsonAppender {
    std::string& json;

    void operator()(std::nullptr_t) const { json += "null"; }
    void operator()(bool value) const { json += value ? "true" : "false"; }
    void operator()(std::int64_t value) const { json += fmt::format("{}", value); }
    void operator()(float value) const { appendNumber(json, value); }
    void operator()(double value) const { appendNumber(json, value); }
    void operator()(const std::string& value) const { appendJsonText(json, value); }

    void operator()(const ValueList& list) const {
        json += '[';
        for (const Value& element : list) {
            if (&element != &list.front()) json += ',';
            appendJson(json, element);
        }
        json += ']';
    }

    void operator()(const Properties& properties) const {
        json += '{';
        for (const Properties::Entry& entry : properties.entries()) {
            if (&entry != &properties.entries().front()) json += ',';
            appendJsonText(json, entry.first);
            json += ':';
            appendJson(json, entry.second);
        }
        json += '}';
    }
};

void appendEscaped(std::string& json, char character) {
    switch (character) {
        case '"':
            json += "\\\"";
            break;
        case '\\':
            json += "\\\\";
            break;
        case '\n':
            json += "\\n";
            break;
        case '\t':
            json += "\\t";
            break;
        default:
            json += fmt::format("\\u{:04x}", static_cast<unsigned>(character));
    }
}

}  // namespace

void Properties::set(std::string_view name, Value value) {
    const auto found = std::ranges::find(entries_, name, &Entry::first);
    if (found == entries_.end()) {
        entries_.emplace_back(std::string(name), std::move(value));
    } else {
        found->second = std::move(value);
    }
}

void Properties::append(std::string name, Value value) {
    entries_.emplace_back(std::move(name), std::move(value));
}

const Value* Properties::find(std::string_view name) const {
    const auto found = std::ranges::find(entries_, name, &Entry::first);
    return found == entries_.end() ? nullptr : &found->second;
}

bool Properties::empty() const {
    return entries_.empty();
}

const std::vector<Properties::Entry>& Properties::entries() const {
    return entries_;
}

bool Properties::operator==(const Properties& other) const {
    return entries_ == other.entries_;
}

void appendJsonText(std::string& json, std::string_view text) {
    if (!isUtf8(text)) return appendJsonText(json, toUtf8(text));
    json += '"';
    // Appends runs of characters that need no escape at once; most texts need none.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char character = text[i];
        const bool isPlain =
            static_cast<unsigned char>(character) >= 0x20 && character != '"' && character != '\\';
        if (isPlain) continue;
        json += text.substr(begin, i - begin);
        begin = i + 1;
        appendEscaped(json, character);
    }
    json += text.substr(begin);
    json += '"';
}

void appendJson(std::string& json, const Value& value) {
    std::visit(JsonAppender{json}, value.content());
}

std::string toJson(const Value& value) {
    std::string json;
    appendJson(json, value);
    return json;
}

}  // namespace rigkiln
