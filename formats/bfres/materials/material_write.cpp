#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/materials/material.hpp"
#include "formats/bfres/materials/material_records.hpp"

namespace rigkiln::bfres {

namespace {

template <class Number>
Number checkedCount(std::string_view what, std::size_t count) {
    if (count > std::numeric_limits<Number>::max()) {
        throw EncodeError("material", fmt::format("{} {}, at most {} fit", count, what,
                                                  std::numeric_limits<Number>::max()));
    }
    return static_cast<Number>(count);
}

Label labelFor(BfresWriter& out, std::size_t count) {
    return count == 0 ? Label() : out.newLabel();
}

MaterialLabels labelsOf(BfresWriter& out, const Material& material) {
    MaterialLabels labels;
    labels.samplerCount = checkedCount<std::uint8_t>("samplers", material.samplers.size());
    labels.textureCount = checkedCount<std::uint8_t>("textures", material.textures.size());
    if (out.layout().isSwitch() && !hasTextureNames(out.layout())) return labels;
    labels.textures = labelFor(out, material.textures.size());
    labels.samplerDictionary = labelFor(out, material.samplers.size());
    if (out.layout().isSwitch()) return labels;

    labels.renderInfoCount = checkedCount<std::uint16_t>("render infos", material.renderInfos.size());
    labels.parameterCount = checkedCount<std::uint16_t>("parameters", material.parameters.size());
    labels.dataSize = checkedCount<std::uint16_t>("bytes of parameters", material.parameterData.size());
    labels.rawSize = labels.dataSize;
    labels.samplers = labelFor(out, material.samplers.size());
    labels.renderInfos = labelFor(out, material.renderInfos.size());
    labels.parameters = labelFor(out, material.parameters.size());
    labels.parameterDictionary = labelFor(out, material.parameters.size());
    labels.data = labelFor(out, material.parameterData.size());
    labels.renderState = labelFor(out, material.renderState ? 1 : 0);
    labels.shader = labelFor(out, material.shader ? 1 : 0);
    labels.userData = userDataLabels(out, material.userData);
    return labels;
}

void writeTextures(BfresWriter& out, const Material& material, Label label) {
    if (!label) return;
    out.define(label);
    for (const std::string& texture : material.textures) {
        out.text(texture);
        if (!out.layout().isSwitch()) out.place({});
    }
}

void writeSamplers(BfresWriter& out, const Material& material, const MaterialLabels& labels) {
    if (!labels.samplerDictionary) return;
    std::vector<Label> data;
    if (labels.samplers) {
        out.define(labels.samplers);
        for (std::size_t i = 0; i < material.samplers.size(); ++i) {
            data.push_back(out.here());
            auto index = static_cast<std::uint8_t>(i);
            RecordWriter record(out);
            describeSampler(record, material.samplers[i], index);
        }
    }
    out.define(labels.samplerDictionary);
    writeDictionary(out, keysOf(material.samplers), data);
}

void writeParameters(BfresWriter& out, const Material& material, const MaterialLabels& labels) {
    if (labels.parameters) {
        std::vector<Label> data;
        out.define(labels.parameters);
        for (const ShaderParameter& parameter : material.parameters) {
            data.push_back(out.here());
            RecordWriter record(out);
            describeParameter(record, parameter);
        }
        out.define(labels.parameterDictionary);
        writeDictionary(out, keysOf(material.parameters), data);
    }
    if (!labels.data) return;
    out.define(labels.data);
    out.bytes().writeBytes(material.parameterData);
    out.align(4);
}

void writeValues(BfresWriter& out, const RenderInfo& info) {
    if (const auto* integers = std::get_if<std::vector<std::int32_t>>(&info.values)) {
        out.bytes().writeAll(std::span<const std::int32_t>(*integers));
    } else if (const auto* floats = std::get_if<std::vector<float>>(&info.values)) {
        out.bytes().writeAll(std::span<const float>(*floats));
    } else {
        for (const std::string& text : std::get<std::vector<std::string>>(info.values))
            out.text(text);
    }
}

void writeRenderInfos(BfresWriter& out, const Material& material, Label label) {
    if (!label) return;
    std::vector<Label> data;
    for (const RenderInfo& info : material.renderInfos) {
        const std::size_t count = std::visit([](const auto& values) { return values.size(); }, info.values);
        data.push_back(out.here());
        out.bytes().write(checkedCount<std::uint16_t>("values", count));
        out.bytes().write(static_cast<std::uint8_t>(info.values.index()));
        out.zeroes(1);
        out.text(info.name);
        writeValues(out, info);
    }
    out.define(label);
    writeDictionary(out, keysOf(material.renderInfos), data);
}

void writeNames(BfresWriter& out, const ShaderAssign::Names& names, Label label) {
    if (!label) return;
    out.define(label);
    writeTextDictionary(out, names);
}

void writeShader(BfresWriter& out, const Material& material, Label label) {
    if (!label) return;
    const ShaderAssign& shader = *material.shader;
    const ShaderLabels labels{
        .attributeCount = checkedCount<std::uint8_t>("shader attributes", shader.attributes.size()),
        .samplerCount = checkedCount<std::uint8_t>("shader samplers", shader.samplers.size()),
        .optionCount = checkedCount<std::uint16_t>("shader options", shader.options.size()),
        .attributes = labelFor(out, shader.attributes.size()),
        .samplers = labelFor(out, shader.samplers.size()),
        .options = labelFor(out, shader.options.size())};
    out.define(label);
    RecordWriter record(out);
    describeShader(record, shader, labels);
    writeNames(out, shader.attributes, labels.attributes);
    writeNames(out, shader.samplers, labels.samplers);
    writeNames(out, shader.options, labels.options);
}

void writeContents(BfresWriter& out, const Material& material, const MaterialLabels& labels) {
    writeTextures(out, material, labels.textures);
    writeSamplers(out, material, labels);
    if (out.layout().isSwitch()) return;
    writeParameters(out, material, labels);
    writeRenderInfos(out, material, labels.renderInfos);
    if (labels.renderState) {
        out.define(labels.renderState);
        out.bytes().writeAll(std::span<const std::uint32_t>(*material.renderState));
    }
    writeShader(out, material, labels.shader);
    writeUserData(out, material.userData, labels.userData);
}

}  // namespace

void writeMaterials(BfresWriter& out, const std::vector<Material>& materials,
                    const std::vector<Label>& labels) {
    std::vector<MaterialLabels> targets;
    for (std::size_t i = 0; i < materials.size(); ++i) {
        targets.push_back(labelsOf(out, materials[i]));
        out.define(labels[i]);
        RecordWriter record(out);
        if (out.layout().isSwitch()) {
            describeSwitchMaterial(record, materials[i], targets.back());
        } else {
            describeWiiUMaterial(record, materials[i], targets.back());
        }
    }
    for (std::size_t i = 0; i < materials.size(); ++i)
        writeContents(out, materials[i], targets[i]);
}

}  // namespace rigkiln::bfres
