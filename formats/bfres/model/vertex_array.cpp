#include "formats/bfres/model/vertex_array.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/base/record_reader.hpp"
#include "formats/bfres/model/vertex_format.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kBufferSize = 0x18;      // Wii U
constexpr std::size_t kSwitchSizeSize = 0x10;  // per entry of the sizes and of the strides
constexpr std::size_t kSwitchAlignment = 8;    // of the buffers of an array
constexpr std::size_t kVertexAlignment = 64;

template <class Target>
struct VertexTargets {
    Target attributes{};
    Target dictionary{};
    Target buffers{};  ///< Wii U
    Target sizes{};    ///< Switch
    Target strides{};
    std::uint8_t attributeCount = 0;
    std::uint8_t bufferCount = 0;
};

struct VertexPlaces : VertexTargets<Place> {
    std::uint32_t start = 0;  ///< of the first buffer in the bulk data (Switch)
};
struct VertexLabels : VertexTargets<Label> {
    Label firstBuffer{};  ///< in the bulk data (Switch)
};

void describeStart(RecordReader& codec, VertexPlaces& places) {
    codec.field("start", places.start);
}

struct SwitchVertexWriter : RecordWriter {
    explicit SwitchVertexWriter(BfresWriter& writer) : RecordWriter(writer), bfres(writer) {}
    BfresWriter& bfres;
};

void describeStart(SwitchVertexWriter& codec, const VertexLabels& labels) {
    if (labels.firstBuffer) {
        codec.bfres.bulkOffset(labels.firstBuffer);
    } else {
        codec.pad(sizeof(std::uint32_t));
    }
}

template <class Codec, class Record, class Places>
void describeWiiUVertices(Codec& codec, Record& array, Places& places) {
    codec.magic("FVTX");
    codec.field("attributeCount", places.attributeCount);
    codec.field("bufferCount", places.bufferCount);
    codec.field("index", array.index);
    codec.field("vertexCount", array.vertexCount);
    codec.field("skinCount", array.skinCount);
    codec.pad(3);
    codec.place("attributes", places.attributes);
    codec.place("attributeDictionary", places.dictionary);
    codec.place("buffers", places.buffers);
    codec.pad(4);
}

template <class Codec, class Record, class Places>
void describeSwitchVertices(Codec& codec, Record& array, Places& places) {
    std::uint32_t flags = 0;
    describeSectionStart(codec, "FVTX", flags);
    codec.place("attributes", places.attributes);
    codec.place("attributeDictionary", places.dictionary);
    codec.pad(24);
    codec.place("sizes", places.sizes);
    codec.place("strides", places.strides);
    codec.pad(8);
    describeStart(codec, places);
    codec.field("attributeCount", places.attributeCount);
    codec.field("bufferCount", places.bufferCount);
    codec.field("index", array.index);
    codec.field("vertexCount", array.vertexCount);
    codec.field("skinCount", array.skinCount);
    codec.pad(3);
}

std::size_t attributeSize(const Layout& layout) {
    return layout.isSwitch() ? 0x10 : 0x0C;
}

VertexAttribute readAttribute(BfresReader& file, ByteReader& in) {
    VertexAttribute attribute;
    RecordReader record(file, in);
    record.text("name", attribute.name);
    if (!file.layout().isSwitch()) {
        record.field("buffer", attribute.buffer);
        record.pad(1);
        record.field("offset", attribute.offset);
        record.field("format", attribute.format);
        return attribute;
    }
    std::array<std::uint8_t, 2> format{};  // big-endian on the Switch too
    record.field("format", format);
    attribute.format = std::uint32_t{format[0]} << 8U | format[1];
    record.pad(2);
    record.field("offset", attribute.offset);
    record.field("buffer", attribute.buffer);
    record.pad(1);
    return attribute;
}

void writeAttribute(BfresWriter& out, const VertexAttribute& attribute) {
    out.text(attribute.name);
    if (!out.layout().isSwitch()) {
        out.bytes().write(attribute.buffer);
        out.zeroes(1);
        out.bytes().write(attribute.offset);
        out.bytes().write(attribute.format);
        return;
    }
    out.bytes().write(static_cast<std::uint8_t>(attribute.format >> 8U & 0xFFU));
    out.bytes().write(static_cast<std::uint8_t>(attribute.format & 0xFFU));
    out.zeroes(2);
    out.bytes().write(attribute.offset);
    out.bytes().write(std::uint16_t{attribute.buffer});
}

void readSwitchBuffers(BfresReader& file, const VertexPlaces& places, VertexArray& array) {
    ByteReader sizes = file.openArray("sizes", places.sizes, places.bufferCount, kSwitchSizeSize);
    ByteReader strides = file.openArray("strides", places.strides, places.bufferCount, kSwitchSizeSize);
    std::uint64_t position = file.bulkStart() + places.start;
    for (std::size_t i = 0; i < places.bufferCount; ++i) {
        const auto scope = sizes.enter("buffer", i);
        const auto size = sizes.read<std::uint32_t>("size");
        sizes.take("padding", kSwitchSizeSize - sizeof(std::uint32_t));
        VertexBuffer& buffer = array.buffers.emplace_back();
        const auto stride = strides.read<std::uint32_t>("stride");
        if (stride > std::numeric_limits<std::uint16_t>::max())
            strides.fail("stride", fmt::format("{} bytes, at most 65535 are expected", stride));
        buffer.stride = static_cast<std::uint16_t>(stride);
        strides.take("padding", kSwitchSizeSize - sizeof(std::uint32_t));
        position += (kSwitchAlignment - position % kSwitchAlignment) % kSwitchAlignment;
        buffer.bytes = file.readBytes("data", position, size);
        position += size;
    }
}

void checkArray(const ByteReader& in, const VertexArray& array, const Layout& layout) {
    for (std::size_t i = 0; i < array.buffers.size(); ++i) {
        const auto scope = in.enter("buffer", i);
        const VertexBuffer& buffer = array.buffers[i];
        const std::uint64_t needed = std::uint64_t{array.vertexCount} * buffer.stride;
        if (needed > buffer.bytes.size()) {
            in.fail("size", fmt::format("{} bytes, {} vertices of {} bytes need {}", buffer.bytes.size(),
                                        array.vertexCount, buffer.stride, needed));
        }
    }
    for (std::size_t i = 0; i < array.attributes.size(); ++i) {
        const auto scope = in.enter("attribute", i);
        const VertexAttribute& attribute = array.attributes[i];
        if (attribute.buffer >= array.buffers.size()) {
            in.fail("buffer", fmt::format("{}, there are {}", attribute.buffer, array.buffers.size()));
        }
        const auto format = vertexFormat(layout.console, attribute.format);
        const std::size_t stride = array.buffers[attribute.buffer].stride;
        if (format && attribute.offset + format->size > stride) {
            in.fail("offset", fmt::format("bytes {} to {} lie outside the vertex of {} bytes",
                                          attribute.offset, attribute.offset + format->size - 1, stride));
        }
    }
}

VertexLabels labelsOf(BfresWriter& out, const VertexArray& array) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint8_t>::max();
    if (array.attributes.size() > kMost || array.buffers.size() > kMost) {
        throw EncodeError("vertices", fmt::format("{} attributes in {} buffers, at most {} fit",
                                                  array.attributes.size(), array.buffers.size(), kMost));
    }
    VertexLabels labels;
    labels.attributeCount = static_cast<std::uint8_t>(array.attributes.size());
    labels.bufferCount = static_cast<std::uint8_t>(array.buffers.size());
    if (!array.attributes.empty()) {
        labels.attributes = out.newLabel();
        labels.dictionary = out.newLabel();
    }
    if (array.buffers.empty()) return labels;
    if (!out.layout().isSwitch()) {
        labels.buffers = out.newLabel();
        return labels;
    }
    labels.sizes = out.newLabel();
    labels.strides = out.newLabel();
    // The buffers of an array are consecutive and equally aligned.
    for (std::size_t i = 0; i < array.buffers.size(); ++i) {
        const Label label = out.addBulk(array.buffers[i].bytes, kSwitchAlignment);
        if (i == 0) labels.firstBuffer = label;
    }
    return labels;
}

void writeSwitchNumbers(BfresWriter& out, const VertexArray& array, const VertexLabels& labels) {
    if (array.buffers.empty()) return;
    const auto writeOne = [&](std::uint32_t number) {
        out.bytes().write(number);
        out.zeroes(kSwitchSizeSize - sizeof(number));
    };
    out.define(labels.sizes);
    for (const VertexBuffer& buffer : array.buffers)
        writeOne(static_cast<std::uint32_t>(buffer.bytes.size()));
    out.define(labels.strides);
    for (const VertexBuffer& buffer : array.buffers)
        writeOne(buffer.stride);
}

void writeContents(BfresWriter& out, const VertexArray& array, const VertexLabels& labels) {
    if (labels.attributes) {
        std::vector<std::string> keys;
        std::vector<Label> data;
        out.define(labels.attributes);
        for (const VertexAttribute& attribute : array.attributes) {
            keys.push_back(attribute.name);
            data.push_back(out.here());
            writeAttribute(out, attribute);
        }
        out.define(labels.dictionary);
        writeDictionary(out, keys, data);
    }
    if (out.layout().isSwitch()) {
        writeSwitchNumbers(out, array, labels);
        return;
    }
    if (labels.buffers) out.define(labels.buffers);
    for (const VertexBuffer& buffer : array.buffers)
        writeBuffer(out, buffer, kVertexAlignment);
}

}  // namespace

std::size_t vertexArraySize(const Layout& layout) {
    if (!layout.isSwitch()) return 0x20;
    return layout.isAtLeast(version::kShortHeaders) ? 0x58 : 0x60;
}

VertexBuffer readBuffer(BfresReader& file, ByteReader& in) {
    VertexBuffer buffer;
    std::uint32_t size = 0;
    RecordReader record(file, in);
    record.pad(4);
    record.field("size", size);
    record.pad(4);
    record.field("stride", buffer.stride);
    record.field("copies", buffer.copies);
    record.pad(4);
    const Place data = file.readPlace(in, "data");
    buffer.bytes = file.readBytes("data", data, std::uint64_t{size} * buffer.copies);
    return buffer;
}

void writeBuffer(BfresWriter& out, const VertexBuffer& buffer, std::size_t alignment) {
    const std::size_t copies = buffer.copies;
    if (copies == 0 ? !buffer.bytes.empty() : buffer.bytes.size() % copies != 0) {
        throw EncodeError("buffer", fmt::format("{} bytes are not {} copies", buffer.bytes.size(), copies));
    }
    out.zeroes(4);
    out.bytes().write(static_cast<std::uint32_t>(copies == 0 ? 0 : buffer.bytes.size() / copies));
    out.zeroes(4);
    out.bytes().write(buffer.stride);
    out.bytes().write(buffer.copies);
    out.zeroes(4);
    out.place(out.addBulk(buffer.bytes, alignment));
}

VertexArray readVertexArray(BfresReader& file, Place section) {
    const Layout& layout = file.layout();
    VertexArray array;
    VertexPlaces places;
    ByteReader in = file.open("vertices", section);
    const ByteReader start = in;
    RecordReader record(file, in);
    if (layout.isSwitch()) {
        describeSwitchVertices(record, array, places);
    } else {
        describeWiiUVertices(record, array, places);
    }
    ByteReader attributes =
        file.openArray("attributes", places.attributes, places.attributeCount, attributeSize(layout));
    for (std::size_t i = 0; i < places.attributeCount; ++i) {
        const auto scope = attributes.enter("attribute", i);
        array.attributes.push_back(readAttribute(file, attributes));
    }
    if (layout.isSwitch()) {
        readSwitchBuffers(file, places, array);
    } else {
        ByteReader buffers = file.openArray("buffers", places.buffers, places.bufferCount, kBufferSize);
        for (std::size_t i = 0; i < places.bufferCount; ++i) {
            const auto scope = buffers.enter("buffer", i);
            array.buffers.push_back(readBuffer(file, buffers));
        }
    }
    checkArray(start, array, layout);
    return array;
}

void writeVertexArrays(BfresWriter& out, const std::vector<VertexArray>& arrays,
                       const std::vector<Label>& labels) {
    std::vector<VertexLabels> targets;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        targets.push_back(labelsOf(out, arrays[i]));
        out.define(labels[i]);
        if (out.layout().isSwitch()) {
            SwitchVertexWriter record(out);
            describeSwitchVertices(record, arrays[i], targets.back());
        } else {
            RecordWriter record(out);
            describeWiiUVertices(record, arrays[i], targets.back());
        }
    }
    for (std::size_t i = 0; i < arrays.size(); ++i)
        writeContents(out, arrays[i], targets[i]);
}

}  // namespace rigkiln::bfres
