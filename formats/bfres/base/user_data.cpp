#include "formats/bfres/base/user_data.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"

namespace rigkiln::bfres {

namespace {

enum class UserDataType : std::uint8_t { Integer, Float, Text, WideText, Byte };

constexpr std::size_t kSwitchEntrySize = 0x40;

/// Reads up to the terminating unit 0. The length in front, which counts units, is not needed.
std::u16string readWideText(BfresReader& file, ByteReader& in) {
    const Place place = file.readPlace(in, "value");
    std::u16string text;
    if (place == 0) return text;
    ByteReader units = file.open("value", place);
    while (const auto unit = units.read<std::uint16_t>("value"))
        text += static_cast<char16_t>(unit);
    (void)file.openArray("value", place, text.size() + 1, sizeof(char16_t));
    return text;
}

UserData::Values readValues(BfresReader& file, std::uint8_t type, Place values, std::uint32_t count) {
    switch (static_cast<UserDataType>(type)) {
        case UserDataType::Integer:
            return file.readArray<std::int32_t>("values", values, count);
        case UserDataType::Float:
            return file.readArray<float>("values", values, count);
        case UserDataType::Text: {
            ByteReader in = file.openArray("values", values, count, file.layout().offsetSize());
            std::vector<std::string> texts(count);
            for (std::string& text : texts)
                text = file.readText(in, "value");
            return texts;
        }
        case UserDataType::WideText: {
            ByteReader in = file.openArray("values", values, count, file.layout().offsetSize());
            std::vector<std::u16string> texts(count);
            for (std::u16string& text : texts)
                text = readWideText(file, in);
            return texts;
        }
        case UserDataType::Byte:
            return file.readBytes("values", values, count);
    }
    file.open("type", values).fail("type", fmt::format("{}, 0 to 4 are known", type));
}

// Layout on the Wii U: name, u16 count, type, values. On the Switch: name, offset of the values, u32 count,
// type.
UserData readEntry(BfresReader& file, ByteReader in) {
    UserData data;
    data.name = file.readText(in, "name");
    if (file.layout().isSwitch()) {
        const Place values = file.readPlace(in, "values");
        const auto count = in.read<std::uint32_t>("count");
        const auto type = in.read<std::uint8_t>("type");
        data.values = readValues(file, type, count == 0 ? in.offset() : values, count);
        return data;
    }
    const auto count = in.read<std::uint16_t>("count");
    const auto type = in.read<std::uint8_t>("type");
    in.take("padding", 1);
    data.values = readValues(file, type, in.offset(), count);
    return data;
}

struct ValueWriter {
    BfresWriter& out;
    std::vector<Label> wideTexts{};

    void operator()(const std::vector<std::int32_t>& values) const {
        out.bytes().writeAll(std::span<const std::int32_t>(values));
    }
    void operator()(const std::vector<float>& values) const {
        out.bytes().writeAll(std::span<const float>(values));
    }
    void operator()(const std::vector<std::byte>& values) const { out.bytes().writeBytes(values); }
    void operator()(const std::vector<std::string>& values) const {
        for (const std::string& text : values)
            out.text(text);
    }
    void operator()(const std::vector<std::u16string>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            wideTexts.push_back(out.newLabel());
            out.place(wideTexts.back());
        }
    }
};

void writeValues(BfresWriter& out, const UserData& data) {
    ValueWriter writer{.out = out};
    std::visit(writer, data.values);
    for (std::size_t i = 0; i < writer.wideTexts.size(); ++i) {
        out.define(writer.wideTexts[i]);
        for (const char16_t unit : std::get<std::vector<std::u16string>>(data.values)[i])
            out.bytes().write(static_cast<std::uint16_t>(unit));
        out.bytes().write(std::uint16_t{0});
    }
    out.align(out.layout().isSwitch() ? 8 : 4);
}

std::size_t countOf(const UserData& data) {
    return std::visit([](const auto& values) { return values.size(); }, data.values);
}

void writeSwitchEntries(BfresWriter& out, std::span<const UserData> list) {
    std::vector<Label> values;
    for (const UserData& data : list) {
        const Place start = out.offset();
        out.text(data.name);
        values.push_back(out.newLabel());
        out.place(values.back());
        out.bytes().write(static_cast<std::uint32_t>(countOf(data)));
        out.bytes().write(static_cast<std::uint8_t>(data.values.index()));
        out.zeroes(kSwitchEntrySize - static_cast<std::size_t>(out.offset() - start));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        out.define(values[i]);
        writeValues(out, list[i]);
    }
}

void writeWiiUEntry(BfresWriter& out, const UserData& data, Label label) {
    if (countOf(data) > std::numeric_limits<std::uint16_t>::max()) {
        throw EncodeError("userData", fmt::format("{} values, at most {} fit", countOf(data),
                                                  std::numeric_limits<std::uint16_t>::max()));
    }
    out.define(label);
    out.text(data.name);
    out.bytes().write(static_cast<std::uint16_t>(countOf(data)));
    out.bytes().write(static_cast<std::uint8_t>(data.values.index()));
    out.zeroes(1);
    writeValues(out, data);
}

}  // namespace

std::vector<UserData> readUserData(BfresReader& file, const UserDataPlaces& places) {
    std::vector<UserData> list;
    if (places.dictionary == 0) return list;
    const std::vector<DictionaryEntry> entries = readDictionary(file, "userData", places.dictionary);
    if (entries.size() != places.count) {
        file.open("userData", places.dictionary)
            .fail("userData", fmt::format("{} entries, {} are expected", entries.size(), places.count));
    }
    const bool isSwitch = file.layout().isSwitch();
    if (isSwitch) (void)file.openArray("userData", places.array, entries.size(), kSwitchEntrySize);
    list.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto scope = file.enter("userData", i);
        list.push_back(readEntry(
            file, file.open("data", isSwitch ? places.array + i * kSwitchEntrySize : entries[i].data)));
    }
    return list;
}

UserDataLabels userDataLabels(BfresWriter& out, std::span<const UserData> list) {
    UserDataLabels labels;
    if (list.empty()) return labels;
    labels.dictionary = out.newLabel();
    if (out.layout().isSwitch()) labels.array = out.newLabel();
    labels.count = static_cast<std::uint16_t>(list.size());
    return labels;
}

void writeUserData(BfresWriter& out, std::span<const UserData> list, const UserDataLabels& labels) {
    if (list.empty()) return;
    std::vector<std::string> keys;
    std::vector<Label> data;
    keys.reserve(list.size());
    for (const UserData& entry : list)
        keys.push_back(entry.name);
    if (out.layout().isSwitch()) {
        out.align(8);
        out.define(labels.array);
        writeSwitchEntries(out, list);
        out.align(8);
        out.define(labels.dictionary);
        writeDictionary(out, keys, {});
        return;
    }
    for (std::size_t i = 0; i < list.size(); ++i)
        data.push_back(out.newLabel());
    out.define(labels.dictionary);
    writeDictionary(out, keys, data);
    for (std::size_t i = 0; i < list.size(); ++i)
        writeWiiUEntry(out, list[i], data[i]);
}

}  // namespace rigkiln::bfres
