#pragma once

#include <cstdint>

#include "formats/bfres/base/record_reader.hpp"
#include "formats/bfres/materials/material.hpp"

/// Structs of FMAT, described once for both directions.
namespace rigkiln::bfres {

template <class Target>
struct MaterialTargets {
    std::uint16_t renderInfoCount = 0;
    std::uint8_t samplerCount = 0;
    std::uint8_t textureCount = 0;
    std::uint16_t parameterCount = 0;
    std::uint16_t volatileCount = 0;
    std::uint16_t dataSize = 0;
    std::uint16_t rawSize = 0;
    Target renderInfos{};
    Target renderState{};
    Target shader{};
    Target textures{};
    Target samplers{};
    Target samplerDictionary{};
    Target parameters{};
    Target parameterDictionary{};
    Target data{};
    Target volatileBits{};
    UserDataTargets<Target> userData{};
};
using MaterialPlaces = MaterialTargets<Place>;
using MaterialLabels = MaterialTargets<Label>;

template <class Codec, class Record, class Places>
void describeWiiUMaterial(Codec& codec, Record& material, Places& places) {
    codec.magic("FMAT");
    codec.text("name", material.name);
    codec.field("flags", material.flags);
    codec.field("index", material.index);
    codec.field("renderInfoCount", places.renderInfoCount);
    codec.field("samplerCount", places.samplerCount);
    codec.field("textureCount", places.textureCount);
    codec.field("parameterCount", places.parameterCount);
    codec.field("volatileCount", places.volatileCount);
    codec.field("dataSize", places.dataSize);
    codec.field("rawSize", places.rawSize);
    codec.field("userDataCount", places.userData.count);
    codec.place("renderInfos", places.renderInfos);
    codec.place("renderState", places.renderState);
    codec.place("shader", places.shader);
    codec.place("textures", places.textures);
    codec.place("samplers", places.samplers);
    codec.place("samplerDictionary", places.samplerDictionary);
    codec.place("parameters", places.parameters);
    codec.place("parameterDictionary", places.parameterDictionary);
    codec.place("data", places.data);
    codec.place("userData", places.userData.dictionary);
    codec.place("volatileBits", places.volatileBits);
    codec.pad(4);
}

/// Of version 0.9 only the position of the name is known.
[[nodiscard]] inline bool hasTextureNames(const Layout& layout) {
    return !layout.isAtLeast(version::kShortHeaders) || layout.isAtLeast(version::kShortBones);
}

template <class Codec, class Record, class Places>
void describeSwitchMaterial(Codec& codec, Record& material, Places& places) {
    describeSectionStart(codec, "FMAT", material.flags);
    codec.text("name", material.name);
    if (codec.layout().isAtLeast(version::kShortBones)) {
        codec.pad(0x20 - 0x10);
        codec.place("textures", places.textures);
        codec.pad(0x38 - 0x28);
        codec.place("samplerDictionary", places.samplerDictionary);
        codec.pad(0xA2 - 0x40);
        codec.field("samplerCount", places.samplerCount);
        codec.field("textureCount", places.textureCount);
        codec.pad(0xB0 - 0xA4);
    } else if (!codec.layout().isAtLeast(version::kShortHeaders)) {
        codec.pad(0x38 - 0x18);
        codec.place("textures", places.textures);
        codec.pad(0x50 - 0x40);
        codec.place("samplerDictionary", places.samplerDictionary);
        codec.pad(0xA8 - 0x58);
        codec.field("samplerCount", places.samplerCount);
        codec.field("textureCount", places.textureCount);
        codec.pad(0xB8 - 0xAA);
    } else {
        codec.pad(0xB0 - 0x10);
    }
}

template <class Codec, class Record>
void describeSampler(Codec& codec, Record& sampler, std::uint8_t& index) {
    codec.field("words", sampler.words);
    codec.pad(4);
    codec.text("name", sampler.name);
    codec.field("index", index);
    codec.pad(3);
}

template <class Codec, class Record>
void describeParameter(Codec& codec, Record& parameter) {
    codec.field("type", parameter.type);
    codec.field("size", parameter.size);
    codec.field("offset", parameter.offset);
    std::int32_t callback = -1;
    std::uint32_t pointer = 0;
    if (codec.layout().isAtLeast(version::kModelWord)) {
        codec.field("callback", callback);
        codec.field("pointer", pointer);
    }
    codec.field("indices", parameter.indices);
    if (codec.layout().isAtLeast(version::kModelWord) && !codec.layout().isAtLeast(version::kWideFrames))
        codec.pad(4);
    codec.text("name", parameter.name);
}

[[nodiscard]] inline std::size_t parameterSize(const Layout& layout) {
    if (layout.isAtLeast(version::kWideFrames)) return 0x14;
    return layout.isAtLeast(version::kModelWord) ? 0x18 : 0x0C;
}

template <class Target>
struct ShaderTargets {
    std::uint8_t attributeCount = 0;
    std::uint8_t samplerCount = 0;
    std::uint16_t optionCount = 0;
    Target attributes{};
    Target samplers{};
    Target options{};
};
using ShaderPlaces = ShaderTargets<Place>;
using ShaderLabels = ShaderTargets<Label>;

template <class Codec, class Record, class Places>
void describeShader(Codec& codec, Record& shader, Places& places) {
    codec.text("archive", shader.archive);
    codec.text("model", shader.model);
    codec.field("revision", shader.revision);
    codec.field("attributeCount", places.attributeCount);
    codec.field("samplerCount", places.samplerCount);
    codec.field("optionCount", places.optionCount);
    codec.place("attributes", places.attributes);
    codec.place("samplers", places.samplers);
    codec.place("options", places.options);
}

}  // namespace rigkiln::bfres
