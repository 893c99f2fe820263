#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/materials/material.hpp"
#include "formats/bfres/materials/material_records.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kTextureSize = 8;
constexpr std::size_t kSamplerSize = 0x18;

// Reads a dictionary whose data are offsets of strings.
ShaderAssign::Names readNames(BfresReader& file, std::string_view field, Place dictionary) {
    ShaderAssign::Names names;
    for (DictionaryEntry& entry : readDictionary(file, field, dictionary)) {
        names.emplace_back(std::move(entry.key),
                           entry.data == 0 ? std::string() : file.textAt(field, entry.data));
    }
    return names;
}

ShaderAssign readShader(BfresReader& file, Place place) {
    const auto scope = file.enter("shader");
    ShaderAssign shader;
    ShaderPlaces places;
    ByteReader in = file.open("shader", place);
    RecordReader record(file, in);
    describeShader(record, shader, places);
    shader.attributes = readNames(file, "attributes", places.attributes);
    shader.samplers = readNames(file, "samplers", places.samplers);
    shader.options = readNames(file, "options", places.options);
    return shader;
}

RenderInfo readRenderInfo(BfresReader& file, Place place) {
    RenderInfo info;
    ByteReader in = file.open("renderInfo", place);
    const auto count = in.read<std::uint16_t>("count");
    const auto type = in.read<std::uint8_t>("type");
    in.take("padding", 1);
    info.name = file.readText(in, "name");
    const Place values = in.offset();
    switch (type) {
        case 0:
            info.values = file.readArray<std::int32_t>("values", values, count);
            break;
        case 1:
            info.values = file.readArray<float>("values", values, count);
            break;
        case 2: {
            ByteReader texts = file.openArray("values", values, count, sizeof(std::uint32_t));
            std::vector<std::string> list(count);
            for (std::string& text : list)
                text = file.readText(texts, "value");
            info.values = std::move(list);
            break;
        }
        default:
            in.fail("type", fmt::format("{}, 0 to 2 are known", type));
    }
    return info;
}

void readTextures(BfresReader& file, const MaterialPlaces& places, Material& material) {
    const bool isSwitch = file.layout().isSwitch();
    ByteReader in = file.openArray("textures", places.textures, places.textureCount, kTextureSize);
    for (std::size_t i = 0; i < places.textureCount; ++i) {
        material.textures.push_back(file.readText(in, "texture"));
        if (!isSwitch) in.take("texture", sizeof(std::uint32_t));  // 0 when the texture is in another file
    }
}

void readSamplers(BfresReader& file, const MaterialPlaces& places, Material& material) {
    if (file.layout().isSwitch()) {
        for (DictionaryEntry& entry : readDictionary(file, "samplers", places.samplerDictionary))
            material.samplers.push_back({.name = std::move(entry.key), .words = {}});
        return;
    }
    ByteReader in = file.openArray("samplers", places.samplers, places.samplerCount, kSamplerSize);
    for (std::size_t i = 0; i < places.samplerCount; ++i) {
        const auto scope = in.enter("sampler", i);
        std::uint8_t index = 0;
        RecordReader record(file, in);
        describeSampler(record, material.samplers.emplace_back(), index);
    }
}

void readParameters(BfresReader& file, const MaterialPlaces& places, Material& material) {
    ByteReader in =
        file.openArray("parameters", places.parameters, places.parameterCount, parameterSize(file.layout()));
    for (std::size_t i = 0; i < places.parameterCount; ++i) {
        const auto scope = in.enter("parameter", i);
        RecordReader record(file, in);
        describeParameter(record, material.parameters.emplace_back());
    }
    material.parameterData = file.readBytes("data", places.data, places.dataSize);
}

}  // namespace

std::size_t materialSize(const Layout& layout) {
    if (!layout.isSwitch()) return 0x4C;
    return layout.isAtLeast(version::kShortHeaders) ? 0xB0 : 0xB8;
}

Material readMaterial(BfresReader& file, Place section) {
    Material material;
    MaterialPlaces places;
    ByteReader in = file.open("material", section);
    RecordReader record(file, in);
    if (file.layout().isSwitch()) {
        describeSwitchMaterial(record, material, places);
    } else {
        describeWiiUMaterial(record, material, places);
    }
    readTextures(file, places, material);
    readSamplers(file, places, material);
    if (file.layout().isSwitch()) return material;

    if (places.shader != 0) material.shader = readShader(file, places.shader);
    if (places.renderState != 0) {
        ByteReader state = file.openArray("renderState", places.renderState, 1, sizeof(RenderState));
        material.renderState = state.readArray<std::uint32_t, 12>("renderState");
    }
    const std::vector<DictionaryEntry> infos = readDictionary(file, "renderInfos", places.renderInfos);
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const auto scope = file.enter("renderInfo", i);
        material.renderInfos.push_back(readRenderInfo(file, infos[i].data));
    }
    readParameters(file, places, material);
    material.userData = readUserData(file, places.userData);
    return material;
}

}  // namespace rigkiln::bfres
