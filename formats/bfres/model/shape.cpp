#include "formats/bfres/model/shape.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kSwitchIndexAlignment = 8;
constexpr std::size_t kBoundingSize = 24;

template <class Target>
struct ShapeTargets {
    Target vertices{};
    Target meshes{};
    Target skinBones{};
    Target keyShapes{};
    Target keyShapeDictionary{};  ///< Switch
    Target boundings{};
    Target radii{};  ///< Wii U from 4.5, Switch
    float radius = 0;
    std::uint16_t skinBoneCount = 0;
    std::uint8_t meshCount = 0;
    std::uint16_t boundingNodes = 0;
};
using ShapePlaces = ShapeTargets<Place>;
using ShapeLabels = ShapeTargets<Label>;

template <class Codec, class Record>
void describeIndices(Codec& codec, Record& shape) {
    codec.field("index", shape.index);
    codec.field("material", shape.material);
    codec.field("bone", shape.bone);
    codec.field("vertexArray", shape.vertexArray);
}

template <class Codec, class Record, class Places>
void describeShapeCounts(Codec& codec, Record& shape, Places& places) {
    codec.field("skinBoneCount", places.skinBoneCount);
    codec.field("skinCount", shape.skinCount);
    codec.field("meshCount", places.meshCount);
    codec.field("keyShapeCount", shape.keyShapeCount);
    codec.field("targetAttributeCount", shape.targetAttributeCount);
}

template <class Codec, class Record, class Places>
void describeWiiUShape(Codec& codec, Record& shape, Places& places) {
    codec.magic("FSHP");
    codec.text("name", shape.name);
    codec.field("flags", shape.flags);
    describeIndices(codec, shape);
    describeShapeCounts(codec, shape, places);
    codec.field("boundingNodes", places.boundingNodes);
    if (codec.layout().isAtLeast(version::kRadiusArray)) {
        codec.place("radii", places.radii);
    } else {
        codec.field("radius", places.radius);
    }
    codec.place("vertices", places.vertices);
    codec.place("meshes", places.meshes);
    codec.place("skinBones", places.skinBones);
    codec.place("keyShapes", places.keyShapes);
    codec.place("boundings", places.boundings);  // or bounding nodes, if there are any
    codec.pad(4);
}

template <class Codec, class Record, class Places>
void describeSwitchShape(Codec& codec, Record& shape, Places& places) {
    describeSectionStart(codec, "FSHP", shape.flags);
    codec.text("name", shape.name);
    codec.place("vertices", places.vertices);
    codec.place("meshes", places.meshes);
    codec.place("skinBones", places.skinBones);
    codec.place("keyShapes", places.keyShapes);
    codec.place("keyShapeDictionary", places.keyShapeDictionary);
    codec.place("boundings", places.boundings);
    codec.place("radii", places.radii);
    codec.pad(8);
    const bool isShort = codec.layout().isAtLeast(version::kShortHeaders);
    if (!isShort) codec.field("flags", shape.flags);
    describeIndices(codec, shape);
    describeShapeCounts(codec, shape, places);
    codec.pad(isShort ? 2 : 6);
}

struct MeshPlaces {
    Place subMeshes = 0;
    Place buffer = 0;         ///< Wii U
    Place size = 0;           ///< Switch
    std::uint32_t start = 0;  ///< in the bulk data
    std::uint16_t subMeshCount = 0;
};

std::size_t meshSize(const Layout& layout) {
    return layout.isSwitch() ? 0x38 : 0x1C;
}

void readSubMeshes(BfresReader& file, const MeshPlaces& places, Mesh& mesh) {
    ByteReader in = file.openArray("subMeshes", places.subMeshes, places.subMeshCount, sizeof(SubMesh));
    for (std::size_t i = 0; i < places.subMeshCount; ++i) {
        SubMesh& subMesh = mesh.subMeshes.emplace_back();
        subMesh.offset = in.read<std::uint32_t>("subMesh.offset");
        subMesh.count = in.read<std::uint32_t>("subMesh.count");
    }
}

void readWiiUMesh(BfresReader& file, ByteReader& in, Mesh& mesh, MeshPlaces& places) {
    RecordReader record(file, in);
    record.field("primitive", mesh.primitive);
    record.field("indexFormat", mesh.indexFormat);
    record.field("indexCount", mesh.indexCount);
    record.field("subMeshCount", places.subMeshCount);
    record.pad(2);
    record.place("subMeshes", places.subMeshes);
    record.place("indices", places.buffer);
    record.field("firstVertex", mesh.firstVertex);
    ByteReader buffer = file.open("indices", places.buffer);
    mesh.indices = readBuffer(file, buffer);
}

void readSwitchMesh(BfresReader& file, ByteReader& in, Mesh& mesh, MeshPlaces& places) {
    RecordReader record(file, in);
    record.place("subMeshes", places.subMeshes);
    record.pad(16);
    record.place("size", places.size);
    record.field("start", places.start);
    record.field("primitive", mesh.primitive);
    record.field("indexFormat", mesh.indexFormat);
    record.field("indexCount", mesh.indexCount);
    record.field("firstVertex", mesh.firstVertex);
    record.field("subMeshCount", places.subMeshCount);
    record.pad(2);
    const auto size = file.open("size", places.size).read<std::uint32_t>("size");
    mesh.indices.bytes = file.readBytes("indices", file.bulkStart() + places.start, size);
}

Mesh readMesh(BfresReader& file, ByteReader& in) {
    Mesh mesh;
    MeshPlaces places;
    const ByteReader start = in;
    if (file.layout().isSwitch()) {
        readSwitchMesh(file, in, mesh, places);
    } else {
        readWiiUMesh(file, in, mesh, places);
    }
    readSubMeshes(file, places, mesh);
    const std::uint64_t needed =
        std::uint64_t{mesh.indexCount} * indexSize(file.layout().console, mesh.indexFormat);
    if (needed > mesh.indices.bytes.size()) {
        start.fail("indexCount", fmt::format("{} indices need {} bytes, the buffer has {}", mesh.indexCount,
                                             needed, mesh.indices.bytes.size()));
    }
    return mesh;
}

void readRadii(BfresReader& file, const ShapePlaces& places, Shape& shape) {
    if (file.layout().isSwitch()) return;
    if (!file.layout().isAtLeast(version::kRadiusArray)) {
        shape.radii = {places.radius};
    } else if (places.radii != 0) {
        shape.radii = file.readArray<float>("radii", places.radii, places.meshCount);
    }
}

ShapeLabels labelsOf(BfresWriter& out, const Shape& shape, const std::vector<Label>& vertexArrays) {
    constexpr std::size_t kMostMeshes = std::numeric_limits<std::uint8_t>::max();
    constexpr std::size_t kMostBones = std::numeric_limits<std::uint16_t>::max();
    if (shape.meshes.size() > kMostMeshes || shape.skinBones.size() > kMostBones) {
        throw EncodeError("shape",
                          fmt::format("{} meshes and {} bones, at most {} and {} fit", shape.meshes.size(),
                                      shape.skinBones.size(), kMostMeshes, kMostBones));
    }
    ShapeLabels labels;
    if (shape.vertexArray < vertexArrays.size()) labels.vertices = vertexArrays[shape.vertexArray];
    labels.meshCount = static_cast<std::uint8_t>(shape.meshes.size());
    labels.skinBoneCount = static_cast<std::uint16_t>(shape.skinBones.size());
    if (!shape.meshes.empty()) labels.meshes = out.newLabel();
    if (!shape.skinBones.empty()) labels.skinBones = out.newLabel();
    labels.boundings = out.newLabel();
    const Layout& layout = out.layout();
    if (layout.isSwitch()) return labels;
    const bool hasArray = layout.isAtLeast(version::kRadiusArray);
    const std::size_t expected = hasArray ? shape.meshes.size() : 1;
    if (shape.radii.size() != expected && !(hasArray && shape.radii.empty())) {
        throw EncodeError("shape.radii", fmt::format("{}, {} are expected", shape.radii.size(), expected));
    }
    if (hasArray && !shape.radii.empty()) labels.radii = out.newLabel();
    if (!hasArray) labels.radius = shape.radii.front();
    return labels;
}

struct MeshLabels {
    Label subMeshes;
    Label buffer;
    Label bulk;
};

void writeMeshHeader(BfresWriter& out, const Mesh& mesh, const MeshLabels& labels) {
    ByteWriter& bytes = out.bytes();
    const auto subMeshCount = static_cast<std::uint16_t>(mesh.subMeshes.size());
    if (out.layout().isSwitch()) {
        out.place(labels.subMeshes);
        out.zeroes(16);
        out.place(labels.buffer);
        out.bulkOffset(labels.bulk);
        bytes.write(mesh.primitive);
        bytes.write(mesh.indexFormat);
        bytes.write(mesh.indexCount);
        bytes.write(mesh.firstVertex);
        bytes.write(subMeshCount);
        out.zeroes(2);
        return;
    }
    bytes.write(mesh.primitive);
    bytes.write(mesh.indexFormat);
    bytes.write(mesh.indexCount);
    bytes.write(subMeshCount);
    out.zeroes(2);
    out.place(labels.subMeshes);
    out.place(labels.buffer);
    bytes.write(mesh.firstVertex);
}

void writeMeshes(BfresWriter& out, const Shape& shape) {
    std::vector<MeshLabels> labels;
    const bool isSwitch = out.layout().isSwitch();
    for (const Mesh& mesh : shape.meshes) {
        MeshLabels& one = labels.emplace_back();
        if (!mesh.subMeshes.empty()) one.subMeshes = out.newLabel();
        one.buffer = out.newLabel();
        if (isSwitch) one.bulk = out.addBulk(mesh.indices.bytes, kSwitchIndexAlignment);
        writeMeshHeader(out, mesh, one);
    }
    for (std::size_t i = 0; i < shape.meshes.size(); ++i) {
        const Mesh& mesh = shape.meshes[i];
        if (labels[i].subMeshes) out.define(labels[i].subMeshes);
        for (const SubMesh& subMesh : mesh.subMeshes) {
            out.bytes().write(subMesh.offset);
            out.bytes().write(subMesh.count);
        }
        out.define(labels[i].buffer);
        if (isSwitch) {
            out.bytes().write(static_cast<std::uint32_t>(mesh.indices.bytes.size()));
            out.zeroes(12);
        } else {
            writeBuffer(out, mesh.indices, 4);
        }
    }
}

void writeShapeContents(BfresWriter& out, const Shape& shape, const ShapeLabels& labels) {
    const std::size_t alignment = out.layout().offsetSize();
    if (labels.meshes) out.define(labels.meshes);
    writeMeshes(out, shape);
    if (labels.skinBones) out.define(labels.skinBones);
    out.bytes().writeAll(std::span<const std::uint16_t>(shape.skinBones));
    out.align(alignment);
    out.define(labels.boundings);
    for (const Mesh& mesh : shape.meshes)
        out.zeroes(kBoundingSize * (1 + mesh.subMeshes.size()));
    if (labels.radii) {
        out.define(labels.radii);
        out.bytes().writeAll(std::span<const float>(shape.radii));
    }
    out.align(alignment);
}

}  // namespace

std::size_t indexSize(Console console, std::uint32_t indexFormat) {
    if (console == Console::Switch) return indexFormat > 2 ? 0 : std::size_t{1} << indexFormat;
    if (indexFormat == 4 || indexFormat == 0) return 2;
    return indexFormat == 9 || indexFormat == 1 ? 4 : 0;
}

std::vector<std::uint64_t> indicesOf(const Mesh& mesh, Console console) {
    const std::size_t size = indexSize(console, mesh.indexFormat);
    std::vector<std::uint64_t> indices;
    if (size == 0) return indices;
    const bool isLittle = console == Console::Switch || mesh.indexFormat < 2;
    indices.reserve(mesh.indexCount);
    for (std::size_t i = 0; i < mesh.indexCount; ++i) {
        std::uint64_t index = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const std::size_t from = i * size + (isLittle ? size - 1 - k : k);
            index = index << 8U | std::to_integer<std::uint64_t>(mesh.indices.bytes[from]);
        }
        indices.push_back(index + mesh.firstVertex);
    }
    return indices;
}

std::size_t shapeSize(const Layout& layout) {
    if (!layout.isSwitch()) return 0x38;
    return layout.isAtLeast(version::kShortHeaders) ? 0x60 : 0x70;
}

Shape readShape(BfresReader& file, Place section) {
    Shape shape;
    ShapePlaces places;
    ByteReader in = file.open("shape", section);
    RecordReader record(file, in);
    if (file.layout().isSwitch()) {
        describeSwitchShape(record, shape, places);
    } else {
        describeWiiUShape(record, shape, places);
    }
    shape.skinBones = file.readArray<std::uint16_t>("skinBones", places.skinBones, places.skinBoneCount);
    readRadii(file, places, shape);
    ByteReader meshes = file.openArray("meshes", places.meshes, places.meshCount, meshSize(file.layout()));
    for (std::size_t i = 0; i < places.meshCount; ++i) {
        const auto scope = meshes.enter("mesh", i);
        shape.meshes.push_back(readMesh(file, meshes));
    }
    return shape;
}

void writeShapes(BfresWriter& out, const std::vector<Shape>& shapes, const std::vector<Label>& labels,
                 const std::vector<Label>& vertexArrays) {
    std::vector<ShapeLabels> targets;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        targets.push_back(labelsOf(out, shapes[i], vertexArrays));
        out.define(labels[i]);
        RecordWriter record(out);
        if (out.layout().isSwitch()) {
            describeSwitchShape(record, shapes[i], targets.back());
        } else {
            describeWiiUShape(record, shapes[i], targets.back());
        }
    }
    for (std::size_t i = 0; i < shapes.size(); ++i)
        writeShapeContents(out, shapes[i], targets[i]);
}

}  // namespace rigkiln::bfres
