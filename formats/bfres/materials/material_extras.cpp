#include "formats/bfres/materials/material_extras.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "formats/bfres/base/property_map.hpp"
#include "formats/bfres/base/user_data_value.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t at, std::endian order) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < sizeof(word); ++i) {
        const std::size_t from = order == std::endian::big ? i : sizeof(word) - 1 - i;
        word = word << 8U | std::to_integer<std::uint32_t>(bytes[at + from]);
    }
    return word;
}

enum class WordKind : std::uint8_t { Bool, Int, Uint, Float };

/// Types come in groups of four, for one to four components. All types behind these groups are floats:
/// matrices and transforms.
WordKind wordKind(std::uint8_t type) {
    if (type < 4) return WordKind::Bool;
    if (type < 8) return WordKind::Int;
    if (type < 12) return WordKind::Uint;
    return WordKind::Float;
}

Value wordValue(std::uint32_t word, WordKind kind) {
    switch (kind) {
        case WordKind::Bool:
            return word != 0;
        case WordKind::Int:
            return std::int64_t{std::bit_cast<std::int32_t>(word)};
        case WordKind::Uint:
            return std::int64_t{word};
        case WordKind::Float:
            break;
    }
    return std::bit_cast<float>(word);
}

/// Texture transforms begin with a mode: the program whose order of operations applies.
bool beginsWithMode(std::uint8_t type) {
    constexpr std::uint8_t kTextureTransform = 30;
    return type == kTextureTransform || type == kTextureTransform + 1;
}

Value parameterValue(const ShaderParameter& parameter, std::span<const std::byte> bytes, std::endian order) {
    ValueList values;
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes.size(); at += sizeof(std::uint32_t)) {
        const WordKind kind =
            at == 0 && beginsWithMode(parameter.type) ? WordKind::Uint : wordKind(parameter.type);
        values.push_back(wordValue(wordAt(bytes, at, order), kind));
    }
    if (values.size() == 1) return std::move(values.front());
    return values;
}

/// Returns the values of the parameters. Parameters may share bytes, so it stops before their sizes exceed
/// the parameter data.
Properties parameters(const Material& material, std::endian order) {
    PropertyMap result;
    std::size_t left = material.parameterData.size();
    for (const ShaderParameter& parameter : material.parameters) {
        const std::span<const std::byte> data(material.parameterData);
        if (parameter.offset > data.size() || parameter.size > data.size() - parameter.offset) continue;
        if (parameter.size > left) break;
        left -= parameter.size;
        result.add(parameter.name,
                   parameterValue(parameter, data.subspan(parameter.offset, parameter.size), order));
    }
    return std::move(result).take();
}

Properties names(const ShaderAssign::Names& pairs) {
    PropertyMap result;
    for (const auto& [name, value] : pairs)
        result.add(name, toUtf8(value));
    return std::move(result).take();
}

Properties shader(const ShaderAssign& assign) {
    Properties result;
    result.set("archive", toUtf8(assign.archive));
    result.set("model", toUtf8(assign.model));
    result.set("revision", assign.revision);
    if (!assign.options.empty()) result.set("options", names(assign.options));
    return result;
}

template <class Element>
Value infoValue(const std::vector<Element>& elements) {
    const auto one = [](const Element& element) -> Value {
        if constexpr (std::is_same_v<Element, std::string>) {
            return toUtf8(element);
        } else {
            return element;
        }
    };
    if (elements.size() == 1) return one(elements.front());
    ValueList values;
    for (const Element& element : elements)
        values.push_back(one(element));
    return values;
}

}  // namespace

Properties materialExtras(const Material& material, const Layout& layout) {
    Properties extras;
    Properties samplers;
    const std::size_t count = std::min(material.samplers.size(), material.textures.size());
    for (std::size_t i = 0; i < count; ++i)
        samplers.set(toUtf8(material.samplers[i].name), toUtf8(material.textures[i]));
    if (!samplers.empty()) extras.set("samplers", std::move(samplers));
    if (material.shader) extras.set("shader", shader(*material.shader));
    if (material.renderState) {
        ValueList words;
        for (const std::uint32_t word : *material.renderState)
            words.emplace_back(word);
        extras.set("render_state", std::move(words));
    }
    PropertyMap infos;
    for (const RenderInfo& info : material.renderInfos)
        infos.add(info.name, std::visit([](const auto& values) { return infoValue(values); }, info.values));
    if (!material.renderInfos.empty()) extras.set("render_info", std::move(infos).take());
    Properties values = parameters(material, layout.order());
    if (!values.empty()) extras.set("parameters", std::move(values));
    if (!material.userData.empty()) extras.set("user_data", userDataValue(material.userData));
    return extras;
}

}  // namespace rigkiln::bfres
