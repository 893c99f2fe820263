#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "formats/bfres/base/record_reader.hpp"
#include "formats/bfres/file/bfres_file.hpp"

/// The file headers, described once for both directions.
namespace rigkiln::bfres {

inline constexpr std::uint16_t kOrderMark = 0xFEFF;

template <class Target>
struct GroupTargets {
    Target array{};  ///< Switch
    Target dictionary{};
    std::uint16_t count = 0;
};

/// `Target` is Place when reading, Label when writing.
template <class Target>
struct HeaderRecord {
    std::uint32_t version = 0;
    std::uint16_t orderMark = kOrderMark;
    std::uint16_t headerSize = 0x10;  ///< Wii U
    std::uint32_t fileSize = 0;
    std::uint32_t alignment = 0;    ///< Wii U
    std::uint8_t alignmentLog = 0;  ///< Switch
    std::string name;
    std::uint32_t poolSize = 0;
    Target pool{};
    Target bufferInfo{};  ///< Switch
    std::array<GroupTargets<Target>, kGroupCount> groups{};

    [[nodiscard]] GroupTargets<Target>& of(Group group) { return groups[static_cast<std::size_t>(group)]; }
    [[nodiscard]] const GroupTargets<Target>& of(Group group) const {
        return groups[static_cast<std::size_t>(group)];
    }
};

/// Groups of each console, in the order of its header.
inline constexpr std::array kWiiUGroups = {
    Group::Models,           Group::Textures,       Group::SkeletalAnimations,
    Group::ShaderParameters, Group::ShaderColors,   Group::TextureTransforms,
    Group::TexturePatterns,  Group::BoneVisibility, Group::MaterialVisibility,
    Group::Shapes,           Group::Scenes,         Group::EmbeddedFiles};
inline constexpr std::array kSwitchAnimations = {Group::SkeletalAnimations, Group::MaterialAnimations,
                                                 Group::BoneVisibility, Group::Shapes, Group::Scenes};

template <class Codec, class Header>
void describeWiiUHeader(Codec& codec, Header& header) {
    codec.magic("FRES");
    codec.field("version", header.version);
    codec.field("byteOrder", header.orderMark);
    codec.field("headerSize", header.headerSize);
    codec.field("fileSize", header.fileSize);
    codec.field("alignment", header.alignment);
    codec.text("name", header.name);
    codec.field("poolSize", header.poolSize);
    codec.place("pool", header.pool);
    for (const Group group : kWiiUGroups)
        codec.place("dictionary", header.of(group).dictionary);
    for (const Group group : kWiiUGroups)
        codec.field("count", header.of(group).count);
    codec.pad(4);
}

template <class Codec, class Places>
void describePair(Codec& codec, Places& places) {
    codec.place("array", places.array);
    codec.place("dictionary", places.dictionary);
}

template <class Codec, class Header>
void describeSwitchHeader(Codec& codec, Header& header) {
    const bool isShort = codec.layout().isAtLeast(version::kShortHeaders);
    codec.magic("FRES    ");
    codec.field("version", header.version);
    codec.field("byteOrder", header.orderMark);
    codec.field("alignment", header.alignmentLog);
    codec.pad(1 + 4 + 2 + 2 + 4);  // the name again, flags, relocation table
    codec.field("fileSize", header.fileSize);
    codec.text("name", header.name);
    describePair(codec, header.of(Group::Models));
    codec.pad(isShort ? 32 : 0);
    for (const Group group : kSwitchAnimations)
        describePair(codec, header.of(group));
    codec.pad(8);
    codec.place("bufferInfo", header.bufferInfo);
    describePair(codec, header.of(Group::EmbeddedFiles));
    codec.pad(8);
    codec.place("pool", header.pool);
    codec.field("poolSize", header.poolSize);
    codec.field("count", header.of(Group::Models).count);
    codec.pad(isShort ? 4 : 0);
    for (const Group group : kSwitchAnimations)
        codec.field("count", header.of(group).count);
    codec.field("count", header.of(Group::EmbeddedFiles).count);
    codec.pad(isShort ? 2 : 6);
}

template <class Codec, class Header>
void describeHeader(Codec& codec, Header& header) {
    if (codec.layout().isSwitch()) {
        describeSwitchHeader(codec, header);
    } else {
        describeWiiUHeader(codec, header);
    }
}

}  // namespace rigkiln::bfres
