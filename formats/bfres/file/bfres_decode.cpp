#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/file/bfres_header.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kSwitchEmbeddedSize = 0x10;

// Size of a section in the Switch's arrays; 0 when it is unknown and only the names are read.
std::size_t stepOf(Group group, const Layout& layout) {
    if (group == Group::Models) return modelSize(layout);
    if (group == Group::SkeletalAnimations) return skeletalAnimationSize(layout);
    return group == Group::EmbeddedFiles ? kSwitchEmbeddedSize : 0;
}

void checkSize(const ByteReader& in, const HeaderRecord<Place>& header, std::size_t fileSize) {
    if (header.fileSize > fileSize) {
        in.fail("fileSize", fmt::format("{} bytes, the file has {}", header.fileSize, fileSize));
    }
    if (header.fileSize < fileSize) {
        in.fail("fileSize",
                fmt::format("{} bytes, {} more follow", header.fileSize, fileSize - header.fileSize));
    }
}

HeaderRecord<Place> readHeader(BfresReader& file) {
    HeaderRecord<Place> header;
    ByteReader in = file.start();
    RecordReader record(file, in);
    describeHeader(record, header);
    checkSize(file.start(), header, file.fileSize());
    return header;
}

std::vector<SectionPlace> readGroup(BfresReader& file, Group group, const GroupTargets<Place>& places) {
    const auto scope = file.enter(groupTitle(group));
    std::vector<SectionPlace> sections;
    std::vector<DictionaryEntry> entries = readDictionary(file, "dictionary", places.dictionary);
    const bool isSwitch = file.layout().isSwitch();
    const std::size_t step = stepOf(group, file.layout());
    // The Switch may leave out the dictionary of a single section.
    if (isSwitch && places.dictionary == 0 && places.count != 0) {
        (void)file.openArray("array", places.array, places.count, std::max<std::size_t>(step, 1));
        entries.resize(places.count);
    }
    if (entries.size() != places.count) {
        file.start().fail("count",
                          fmt::format("{}, the dictionary has {} entries", places.count, entries.size()));
    }
    if (isSwitch && step != 0) (void)file.openArray("array", places.array, places.count, step);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Place place = isSwitch ? (step == 0 ? 0 : places.array + i * step) : entries[i].data;
        sections.push_back({.key = std::move(entries[i].key), .place = place});
    }
    return sections;
}

EmbeddedFile readEmbedded(BfresReader& file, const SectionPlace& section) {
    const std::span<const std::byte> bytes = viewEmbedded(file, section.place);
    return {.name = section.key, .bytes = {bytes.begin(), bytes.end()}};
}

template <class Read>
auto readAll(BfresReader& file, const Contents& contents, Group group, const Read& read) {
    std::vector<decltype(read(file, Place{}))> list;
    if (!isRead(group, file.layout())) return list;
    const std::vector<SectionPlace>& sections = contents.of(group);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto scope = file.enter(groupTitle(group), i);
        list.push_back(read(file, sections[i].place));
    }
    return list;
}

}  // namespace

std::string_view groupTitle(Group group) {
    static constexpr std::array<std::string_view, kGroupCount> kTitles = {"FMDL models",
                                                                          "FTEX textures",
                                                                          "FSKA skeletal animations",
                                                                          "FSHU shader parameters",
                                                                          "FSHU shader colours",
                                                                          "FSHU texture transforms",
                                                                          "FTXP texture patterns",
                                                                          "FVIS bone visibility",
                                                                          "FVIS material visibility",
                                                                          "FSHA shape animations",
                                                                          "FSCN scenes",
                                                                          "embedded files",
                                                                          "FMAA material animations"};
    return kTitles[static_cast<std::size_t>(group)];
}

bool isRead(Group group, const Layout& layout) {
    switch (group) {
        case Group::Models:
        case Group::SkeletalAnimations:
        case Group::EmbeddedFiles:
            return true;
        case Group::Textures:
            return hasTextures(layout);
        case Group::TexturePatterns:
            return hasPatternAnimations(layout);
        case Group::BoneVisibility:
        case Group::MaterialVisibility:
            return hasVisibilityAnimations(layout);
        default:
            return false;
    }
}

std::span<const std::byte> viewEmbedded(BfresReader& file, Place section) {
    ByteReader in = file.open("embedded", section);
    const Place data = file.readPlace(in, "data");
    const auto size = in.read<std::uint32_t>("size");
    return file.viewBytes("data", data, size);
}

Contents readContents(BfresReader& file) {
    const HeaderRecord<Place> header = readHeader(file);
    Contents contents;
    contents.name = header.name;
    contents.alignment = file.layout().isSwitch() ? header.alignmentLog : header.alignment;
    if (header.bufferInfo != 0) {
        ByteReader in = file.open("bufferInfo", header.bufferInfo);
        in.take("bufferInfo", sizeof(std::uint64_t));
        contents.bulkStart = file.readPlace(in, "bufferStart");
    }
    file.setBulkStart(contents.bulkStart);
    for (std::size_t i = 0; i < kGroupCount; ++i)
        contents.groups[i] = readGroup(file, static_cast<Group>(i), header.groups[i]);
    return contents;
}

namespace {

// Decodes everything except skeletal animations, textures and embedded files.
BfresFile decodeMost(BfresReader& file, const Contents& contents) {
    BfresFile model;
    model.layout = file.layout();
    model.name = contents.name;
    model.alignment = contents.alignment;
    model.models = readAll(file, contents, Group::Models, readModel);
    model.patternAnimations = readAll(file, contents, Group::TexturePatterns, readPatternAnimation);
    model.boneVisibility = readAll(file, contents, Group::BoneVisibility, readVisibilityAnimation);
    model.materialVisibility = readAll(file, contents, Group::MaterialVisibility, readVisibilityAnimation);
    for (std::size_t i = 0; i < kGroupCount; ++i) {
        if (isRead(static_cast<Group>(i), file.layout())) continue;
        for (const SectionPlace& section : contents.groups[i])
            model.unread[i].push_back(section.key);
    }
    return model;
}

/// Returns the readable headers. Damage in the others is reported when their image is looked for.
std::vector<Texture> readTextureHeaders(BfresReader& file, const Contents& contents) {
    std::vector<Texture> headers;
    if (!hasTextures(file.layout())) return headers;
    for (const SectionPlace& section : contents.of(Group::Textures)) {
        try {
            TextureData data;
            headers.push_back(readTextureHeader(file, section.place, data));
        } catch (const FormatError&) {
            continue;
        }
    }
    return headers;
}

}  // namespace

BfresFile decodeBfres(std::span<const std::byte> bytes, const FieldListener* listener) {
    FieldPath path;
    BfresReader file(bytes, path, readLayout(bytes));
    file.setListener(listener);
    const Contents contents = readContents(file);
    BfresFile model = decodeMost(file, contents);
    model.skeletalAnimations = readAll(file, contents, Group::SkeletalAnimations, readSkeletalAnimation);
    model.textures = readAll(file, contents, Group::Textures, readTexture);
    for (const SectionPlace& section : contents.of(Group::EmbeddedFiles))
        model.embeddedFiles.push_back(readEmbedded(file, section));
    return model;
}

BfresFile decodeBfresForScene(std::span<const std::byte> bytes) {
    FieldPath path;
    BfresReader file(bytes, path, readLayout(bytes));
    const Contents contents = readContents(file);
    BfresFile model = decodeMost(file, contents);
    for (const SectionPlace& section : contents.of(Group::EmbeddedFiles))
        model.embeddedFiles.push_back({.name = section.key, .bytes = {}});
    model.textures = readTextureHeaders(file, contents);
    return model;
}

SkeletalAnimations::SkeletalAnimations(std::span<const std::byte> bytes)
    : file_(bytes, path_, readLayout(bytes)), sections_(readContents(file_).of(Group::SkeletalAnimations)) {}

SkeletalAnimation SkeletalAnimations::next() {
    const auto scope = file_.enter(groupTitle(Group::SkeletalAnimations), next_);
    return readSkeletalAnimation(file_, sections_[next_++].place);
}

StringPlaces readStringPool(std::span<const std::byte> bytes) {
    FieldPath path;
    BfresReader file(bytes, path, readLayout(bytes));
    const HeaderRecord<Place> header = readHeader(file);
    StringPlaces places;
    if (header.pool == 0) return places;
    constexpr std::size_t kAlignment = 4;
    ByteReader in = file.openArray("pool", header.pool, header.poolSize, 1);
    const std::size_t end = in.offset() + header.poolSize;
    while (in.offset() + sizeof(std::uint32_t) < end) {
        const auto size = in.read<std::uint32_t>("length");
        const Place place = in.offset();
        const std::span<const std::byte> text = in.take("text", size);
        places.try_emplace(std::string(reinterpret_cast<const char*>(text.data()), text.size()), place);
        in.take("end", 1);
        in.take("padding", std::min(in.left(), (kAlignment - in.offset() % kAlignment) % kAlignment));
    }
    return places;
}

}  // namespace rigkiln::bfres
