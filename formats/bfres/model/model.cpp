#include "formats/bfres/model/model.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

template <class Target>
struct ModelTargets {
    Target skeleton{};
    Target vertexArrays{};
    Target shapes{};  ///< Switch
    Target shapeDictionary{};
    Target materials{};  ///< Switch
    Target materialDictionary{};
    UserDataTargets<Target> userData{};
    std::uint16_t vertexArrayCount = 0;
    std::uint16_t shapeCount = 0;
    std::uint16_t materialCount = 0;
};
using ModelPlaces = ModelTargets<Place>;
using ModelLabels = ModelTargets<Label>;

template <class Codec, class Places>
void describeModelCounts(Codec& codec, Places& places) {
    codec.field("vertexArrayCount", places.vertexArrayCount);
    codec.field("shapeCount", places.shapeCount);
    codec.field("materialCount", places.materialCount);
}

template <class Codec, class Record, class Places>
void describeWiiUModel(Codec& codec, Record& model, Places& places) {
    codec.magic("FMDL");
    codec.text("name", model.name);
    codec.text("path", model.path);
    codec.place("skeleton", places.skeleton);
    codec.place("vertexArrays", places.vertexArrays);
    codec.place("shapes", places.shapeDictionary);
    codec.place("materials", places.materialDictionary);
    codec.place("userData", places.userData.dictionary);
    describeModelCounts(codec, places);
    codec.field("userDataCount", places.userData.count);
    codec.field("totalVertexCount", model.totalVertexCount);
    if (codec.layout().isAtLeast(version::kModelWord)) codec.pad(4);
}

template <class Codec, class Record, class Places>
void describeSwitchModel(Codec& codec, Record& model, Places& places) {
    std::uint32_t flags = 0;
    describeSectionStart(codec, "FMDL", flags);
    codec.text("name", model.name);
    codec.text("path", model.path);
    codec.place("skeleton", places.skeleton);
    codec.place("vertexArrays", places.vertexArrays);
    codec.place("shapes", places.shapes);
    codec.place("shapeDictionary", places.shapeDictionary);
    codec.place("materials", places.materials);
    codec.place("materialDictionary", places.materialDictionary);
    const bool hasShaders = codec.layout().isAtLeast(version::kShortBones);
    if (hasShaders) codec.pad(8);
    codec.place("userData", places.userData.array);
    codec.place("userDataDictionary", places.userData.dictionary);
    codec.pad(8);
    describeModelCounts(codec, places);
    if (hasShaders) codec.pad(2);
    codec.field("userDataCount", places.userData.count);
    codec.pad(hasShaders ? 6 : 8);
}

template <class Codec, class Record, class Places>
void describeModel(Codec& codec, Record& model, Places& places) {
    if (codec.layout().isSwitch()) {
        describeSwitchModel(codec, model, places);
    } else {
        describeWiiUModel(codec, model, places);
    }
}

// Positions of the elements of a Wii U dictionary or a Switch array.
std::vector<Place> elementPlaces(BfresReader& file, std::string_view field, Place array, Place dictionary,
                                 std::size_t count, std::size_t size) {
    std::vector<Place> places;
    if (file.layout().isSwitch()) {
        (void)file.openArray(field, array, count, size);
        for (std::size_t i = 0; i < count; ++i)
            places.push_back(array + i * size);
        return places;
    }
    for (const DictionaryEntry& entry : readDictionary(file, field, dictionary))
        places.push_back(entry.data);
    if (places.size() != count) {
        file.open(field, dictionary == 0 ? 1 : dictionary)
            .fail(field, fmt::format("the dictionary has {} entries, {} are expected", places.size(), count));
    }
    return places;
}

void checkShapes(const ByteReader& in, const Model& model) {
    for (std::size_t i = 0; i < model.shapes.size(); ++i) {
        const auto scope = in.enter("shape", i);
        const Shape& shape = model.shapes[i];
        const auto check = [&](std::string_view field, std::size_t index, std::size_t count) {
            if (index >= count) in.fail(field, fmt::format("{}, there are {}", index, count));
        };
        check("vertexArray", shape.vertexArray, model.vertexArrays.size());
        check("material", shape.material, model.materials.size());
        if (model.skeleton) check("bone", shape.bone, model.skeleton->bones.size());
    }
}

void readParts(BfresReader& file, const ModelPlaces& places, Model& model) {
    const Layout& layout = file.layout();
    if (places.vertexArrayCount != 0) {
        const std::size_t size = vertexArraySize(layout);
        (void)file.openArray("vertexArrays", places.vertexArrays, places.vertexArrayCount, size);
        for (std::size_t i = 0; i < places.vertexArrayCount; ++i) {
            const auto scope = file.enter("vertexArray", i);
            model.vertexArrays.push_back(readVertexArray(file, places.vertexArrays + i * size));
        }
    }
    const std::vector<Place> shapes = elementPlaces(file, "shapes", places.shapes, places.shapeDictionary,
                                                    places.shapeCount, shapeSize(layout));
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const auto scope = file.enter("shape", i);
        model.shapes.push_back(readShape(file, shapes[i]));
    }
    const std::vector<Place> materials =
        elementPlaces(file, "materials", places.materials, places.materialDictionary, places.materialCount,
                      materialSize(layout));
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const auto scope = file.enter("material", i);
        model.materials.push_back(readMaterial(file, materials[i]));
    }
}

std::uint16_t checkedCount(std::string_view what, std::size_t count) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (count > kMost) throw EncodeError("model", fmt::format("{} {}, at most {} fit", count, what, kMost));
    return static_cast<std::uint16_t>(count);
}

ModelLabels labelsOf(BfresWriter& out, const Model& model) {
    const bool isSwitch = out.layout().isSwitch();
    ModelLabels labels;
    labels.vertexArrayCount = checkedCount("vertex arrays", model.vertexArrays.size());
    labels.shapeCount = checkedCount("shapes", model.shapes.size());
    labels.materialCount = checkedCount("materials", model.materials.size());
    if (model.skeleton) labels.skeleton = out.newLabel();
    if (!model.shapes.empty()) labels.shapeDictionary = out.newLabel();
    if (!model.materials.empty()) labels.materialDictionary = out.newLabel();
    if (isSwitch && !model.shapes.empty()) labels.shapes = out.newLabel();
    if (isSwitch && !model.materials.empty()) labels.materials = out.newLabel();
    if (!model.vertexArrays.empty()) labels.vertexArrays = out.newLabel();
    labels.userData = userDataLabels(out, model.userData);
    return labels;
}

template <class List>
std::vector<Label> newLabels(BfresWriter& out, const List& list) {
    std::vector<Label> labels(list.size());
    for (Label& label : labels)
        label = out.newLabel();
    return labels;
}

void startArray(BfresWriter& out, Label label) {
    out.align(out.layout().offsetSize());
    if (label) out.define(label);
}

void writeContents(BfresWriter& out, const Model& model, const ModelLabels& labels) {
    const std::vector<Label> vertexArrays = newLabels(out, model.vertexArrays);
    const std::vector<Label> shapes = newLabels(out, model.shapes);
    const std::vector<Label> materials = newLabels(out, model.materials);
    startArray(out, labels.vertexArrays);
    writeVertexArrays(out, model.vertexArrays, vertexArrays);
    if (model.skeleton) writeSkeleton(out, *model.skeleton, labels.skeleton);
    if (labels.shapeDictionary) {
        startArray(out, labels.shapeDictionary);
        writeDictionary(out, keysOf(model.shapes), shapes);
    }
    if (labels.materialDictionary) {
        startArray(out, labels.materialDictionary);
        writeDictionary(out, keysOf(model.materials), materials);
    }
    startArray(out, labels.shapes);
    writeShapes(out, model.shapes, shapes, vertexArrays);
    startArray(out, labels.materials);
    writeMaterials(out, model.materials, materials);
    writeUserData(out, model.userData, labels.userData);
    out.align(out.layout().offsetSize());
}

}  // namespace

std::size_t modelSize(const Layout& layout) {
    if (layout.isSwitch()) {
        const bool isV9 = layout.isAtLeast(version::kShortHeaders) && !layout.isAtLeast(version::kShortBones);
        return isV9 ? 0x70 : 0x78;
    }
    return layout.isAtLeast(version::kModelWord) ? 0x30 : 0x2C;
}

Model readModel(BfresReader& file, Place section) {
    Model model;
    ModelPlaces places;
    ByteReader in = file.open("model", section);
    const ByteReader start = in;
    RecordReader record(file, in);
    describeModel(record, model, places);
    if (places.skeleton != 0) model.skeleton = readSkeleton(file, places.skeleton);
    readParts(file, places, model);
    checkShapes(start, model);
    model.userData = readUserData(file, places.userData);
    return model;
}

std::vector<std::string> readModelBoneNames(BfresReader& file, Place section) {
    Model model;
    ModelPlaces places;
    ByteReader in = file.open("model", section);
    RecordReader record(file, in);
    describeModel(record, model, places);
    if (places.skeleton == 0) return {};
    return readBoneNames(file, places.skeleton);
}

void writeModels(BfresWriter& out, const std::vector<Model>& models, const std::vector<Label>& labels) {
    std::vector<ModelLabels> targets;
    for (std::size_t i = 0; i < models.size(); ++i) {
        targets.push_back(labelsOf(out, models[i]));
        out.define(labels[i]);
        RecordWriter record(out);
        describeModel(record, models[i], targets.back());
    }
    for (std::size_t i = 0; i < models.size(); ++i)
        writeContents(out, models[i], targets[i]);
}

}  // namespace rigkiln::bfres
