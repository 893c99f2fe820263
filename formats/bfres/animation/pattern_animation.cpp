#include "formats/bfres/animation/pattern_animation.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::uint32_t kTextureDictionary = 0x03040002;  // older versions store textures as another list
constexpr std::size_t kMaterialSize = 0x1C;
constexpr std::size_t kPatternSize = 8;

template <class Target>
struct PatternTargets {
    Target model{};  ///< 0 in all known files
    Target bind{};
    Target materials{};
    Target textures{};
    std::uint16_t textureCount = 0;
    std::uint16_t materialCount = 0;
    UserDataTargets<Target> userData{};
};
using PatternPlaces = PatternTargets<Place>;
using PatternLabels = PatternTargets<Label>;

template <class Target>
struct PatternMaterialTargets {
    Target patterns{};
    Target curves{};
    Target baseTextures{};
    std::uint16_t patternCount = 0;
    std::uint16_t curveCount = 0;
};
using PatternMaterialPlaces = PatternMaterialTargets<Place>;
using PatternMaterialLabels = PatternMaterialTargets<Label>;

template <class Codec, class Record, class Places>
void describePatternAnimation(Codec& codec, Record& animation, Places& places) {
    codec.magic("FTXP");
    codec.text("name", animation.name);
    codec.text("path", animation.path);
    codec.field("flags", animation.flags);
    codec.field("userDataCount", places.userData.count);
    codec.field("frameCount", animation.frameCount);
    codec.field("textureCount", places.textureCount);
    codec.field("materialCount", places.materialCount);
    codec.field("patternCount", animation.patternCount);
    codec.field("curveCount", animation.curveCount);
    codec.field("bakedSize", animation.bakedSize);
    codec.place("model", places.model);
    codec.place("bindIndices", places.bind);
    codec.place("materials", places.materials);
    codec.place("textures", places.textures);
    codec.place("userData", places.userData.dictionary);
}

template <class Codec, class Record, class Places>
void describeMaterial(Codec& codec, Record& material, Places& places) {
    codec.field("patternCount", places.patternCount);
    codec.field("curveCount", places.curveCount);
    codec.field("firstCurve", material.firstCurve);
    codec.field("firstPattern", material.firstPattern);
    codec.text("name", material.material);
    codec.place("patterns", places.patterns);
    codec.place("curves", places.curves);
    codec.place("baseTextures", places.baseTextures);
}

template <class Codec, class Record>
void describePattern(Codec& codec, Record& pattern) {
    codec.field("curve", pattern.curve);
    codec.field("unknown0x01", pattern.unknown0x01);
    codec.pad(2);
    codec.text("sampler", pattern.sampler);
}

void readPatterns(BfresReader& file, const PatternMaterialPlaces& places, MaterialPatterns& material) {
    ByteReader in = file.openArray("patterns", places.patterns, places.patternCount, kPatternSize);
    material.patterns.resize(places.patternCount);
    for (std::size_t i = 0; i < material.patterns.size(); ++i) {
        const auto scope = in.enter("pattern", i);
        RecordReader record(file, in);
        describePattern(record, material.patterns[i]);
    }
    if (places.baseTextures == 0) return;
    const auto base = file.readArray<std::uint16_t>("baseTextures", places.baseTextures, places.patternCount);
    for (std::size_t i = 0; i < base.size(); ++i)
        material.patterns[i].baseTexture = base[i];
}

MaterialPatterns readMaterial(BfresReader& file, ByteReader& in) {
    MaterialPatterns material;
    PatternMaterialPlaces places;
    RecordReader record(file, in);
    describeMaterial(record, material, places);
    readPatterns(file, places, material);
    material.curves = readCurves(file, places.curves, places.curveCount);
    return material;
}

std::uint16_t checkedCount(std::string_view what, std::size_t count) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (count > kMost)
        throw EncodeError("patterns", fmt::format("{} {}, at most {} fit", count, what, kMost));
    return static_cast<std::uint16_t>(count);
}

PatternLabels labelsOf(BfresWriter& out, const PatternAnimation& animation) {
    PatternLabels labels;
    labels.textureCount = checkedCount("textures", animation.textures.size());
    labels.materialCount = checkedCount("materials", animation.materials.size());
    if (animation.bindIndices && animation.bindIndices->size() != animation.materials.size()) {
        throw EncodeError(
            "patterns.bindIndices",
            fmt::format("{} for {} materials", animation.bindIndices->size(), animation.materials.size()));
    }
    if (animation.bindIndices) labels.bind = out.newLabel();
    if (!animation.materials.empty()) labels.materials = out.newLabel();
    if (!animation.textures.empty()) labels.textures = out.newLabel();
    labels.userData = userDataLabels(out, animation.userData);
    return labels;
}

PatternMaterialLabels labelsOf(BfresWriter& out, const MaterialPatterns& material) {
    PatternMaterialLabels labels;
    labels.patternCount = checkedCount("patterns", material.patterns.size());
    labels.curveCount = checkedCount("curves", material.curves.size());
    if (!material.patterns.empty()) {
        labels.patterns = out.newLabel();
        labels.baseTextures = out.newLabel();
    }
    if (!material.curves.empty()) labels.curves = out.newLabel();
    return labels;
}

void writeMaterialContents(BfresWriter& out, const MaterialPatterns& material,
                           const PatternMaterialLabels& labels) {
    if (labels.patterns) out.define(labels.patterns);
    for (const TexturePattern& pattern : material.patterns) {
        RecordWriter record(out);
        describePattern(record, pattern);
    }
    if (labels.curves) out.define(labels.curves);
    writeCurves(out, material.curves);
    if (labels.baseTextures) out.define(labels.baseTextures);
    for (const TexturePattern& pattern : material.patterns)
        out.bytes().write(pattern.baseTexture);
    out.align(4);
}

void writeMaterials(BfresWriter& out, const PatternAnimation& animation) {
    std::vector<PatternMaterialLabels> labels;
    labels.reserve(animation.materials.size());
    for (const MaterialPatterns& material : animation.materials) {
        PatternMaterialLabels& one = labels.emplace_back(labelsOf(out, material));
        RecordWriter record(out);
        describeMaterial(record, material, one);
    }
    for (std::size_t i = 0; i < labels.size(); ++i)
        writeMaterialContents(out, animation.materials[i], labels[i]);
}

// A dictionary entry is a name and the offset of a texture, which may be in another file.
void writeTextures(BfresWriter& out, const PatternAnimation& animation, Label label) {
    if (!label) return;
    std::vector<Label> references;
    for (const std::string& texture : animation.textures) {
        references.push_back(out.here());
        out.text(texture);
        out.place({});
    }
    out.define(label);
    writeDictionary(out, animation.textures, references);
}

}  // namespace

bool hasPatternAnimations(const Layout& layout) {
    return !layout.isSwitch() && layout.isAtLeast(kTextureDictionary);
}

PatternAnimation readPatternAnimation(BfresReader& file, Place section) {
    PatternAnimation animation;
    PatternPlaces places;
    ByteReader in = file.open("animation", section);
    RecordReader record(file, in);
    describePatternAnimation(record, animation, places);
    if (places.bind != 0)
        animation.bindIndices =
            file.readArray<std::uint16_t>("bindIndices", places.bind, places.materialCount);
    ByteReader materials = file.openArray("materials", places.materials, places.materialCount, kMaterialSize);
    for (std::size_t i = 0; i < places.materialCount; ++i) {
        const auto scope = materials.enter("material", i);
        animation.materials.push_back(readMaterial(file, materials));
    }
    for (const DictionaryEntry& entry : readDictionary(file, "textures", places.textures))
        animation.textures.push_back(entry.key);
    if (animation.textures.size() != places.textureCount) {
        in.fail("textureCount", fmt::format("{}, the dictionary has {} entries", places.textureCount,
                                            animation.textures.size()));
    }
    animation.userData = readUserData(file, places.userData);
    return animation;
}

void writePatternAnimation(BfresWriter& out, const PatternAnimation& animation, Label label) {
    PatternLabels labels = labelsOf(out, animation);
    out.define(label);
    RecordWriter record(out);
    describePatternAnimation(record, animation, labels);
    if (labels.bind) {
        out.define(labels.bind);
        out.bytes().writeAll(std::span<const std::uint16_t>(*animation.bindIndices));
        out.align(4);
    }
    if (labels.materials) out.define(labels.materials);
    writeMaterials(out, animation);
    writeTextures(out, animation, labels.textures);
    writeUserData(out, animation.userData, labels.userData);
}

}  // namespace rigkiln::bfres
