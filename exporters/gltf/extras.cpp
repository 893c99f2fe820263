#include "exporters/gltf/extras.hpp"

#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

std::string hexadecimal(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(byte));
    }
    return text;
}

/// Opens the finished extras again for one more member.
void appendKey(ExtrasJson& extras, std::string_view key) {
    if (extras.empty()) {
        extras = '{';
    } else {
        extras.back() = ',';
    }
    appendJsonText(extras, key);
    extras += ':';
}

}  // namespace

void ExtrasWriter::addKey(std::string_view key) {
    json_ += json_.empty() ? '{' : ',';
    appendJsonText(json_, key);
    json_ += ':';
}

void ExtrasWriter::addText(std::string_view key, std::string_view text) {
    addKey(key);
    appendJsonText(json_, text);
}

void ExtrasWriter::addRecord(std::string_view key, const Properties& record) {
    if (!record.empty()) addText(key, toJson(record));
}

void ExtrasWriter::addPlain(std::string_view key, std::string_view json) {
    addKey(key);
    json_ += json;
}

void ExtrasWriter::addSourceName(std::string_view source, std::string_view written) {
    if (source == written) return;
    addText("rigkiln_name", source);
    if (!isUtf8(source)) addText("rigkiln_name_bytes", hexadecimal(source));
}

ExtrasJson ExtrasWriter::take() {
    if (!json_.empty()) json_ += '}';
    return std::exchange(json_, {});
}

Properties joined(Properties ours, const Properties& source) {
    // Extras of a file may have any number of members, and a lookup in Properties searches them all.
    std::unordered_set<std::string> taken;
    for (const Properties::Entry& entry : ours.entries())
        taken.insert(entry.first);
    for (const Properties::Entry& entry : source.entries()) {
        std::string name = entry.first;
        while (!taken.insert(name).second)
            name.insert(0, "source_");
        ours.append(std::move(name), entry.second);
    }
    return ours;
}

ExtrasJson namedExtras(std::string_view sourceName, std::string_view writtenName, std::string_view key,
                       const Properties& record) {
    ExtrasWriter extras;
    extras.addSourceName(sourceName, writtenName);
    extras.addRecord(key, record);
    return extras.take();
}

void appendText(ExtrasJson& extras, std::string_view key, std::string_view text) {
    appendKey(extras, key);
    appendJsonText(extras, text);
    extras += '}';
}

void appendPlain(ExtrasJson& extras, std::string_view key, std::string_view json) {
    appendKey(extras, key);
    extras += json;
    extras += '}';
}

}  // namespace rigkiln::gltf_export
