#include "formats/bfres/model/skeleton.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/dictionary.hpp"
#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

template <class Target>
struct SkeletonTargets {
    Target dictionary{};
    Target bones{};
    Target matrixToBone{};
    Target inverseBinds{};
    std::uint16_t boneCount = 0;
};
using SkeletonPlaces = SkeletonTargets<Place>;
using SkeletonLabels = SkeletonTargets<Label>;

bool hasInverseBinds(const Layout& layout) {
    return layout.isSwitch() || layout.isAtLeast(version::kWideFrames);
}

std::size_t boneSize(const Layout& layout) {
    if (!layout.isSwitch()) return layout.isAtLeast(version::kWideFrames) ? 0x40 : 0x70;
    if (layout.isAtLeast(version::kShortBones)) return 0x58;
    return layout.isAtLeast(version::kWideBones) ? 0x60 : 0x50;
}

template <class Codec, class Record, class Places>
void describeCounts(Codec& codec, Record& skeleton, Places& places) {
    codec.field("boneCount", places.boneCount);
    codec.field("smoothCount", skeleton.smoothCount);
    codec.field("rigidCount", skeleton.rigidCount);
    codec.pad(2);
}

template <class Codec, class Record, class Places>
void describeSkeleton(Codec& codec, Record& skeleton, Places& places) {
    describeSectionStart(codec, "FSKL", skeleton.flags);
    const bool isSwitch = codec.layout().isSwitch();
    if (!isSwitch) {
        codec.field("flags", skeleton.flags);
        describeCounts(codec, skeleton, places);
    }
    codec.place("dictionary", places.dictionary);
    codec.place("bones", places.bones);
    codec.place("matrixToBone", places.matrixToBone);
    if (hasInverseBinds(codec.layout())) codec.place("inverseBinds", places.inverseBinds);
    if (!isSwitch) {
        codec.pad(4);
        return;
    }
    constexpr std::size_t kReserved = 16;
    codec.pad(codec.layout().isAtLeast(version::kWideBones) ? kReserved : 0);
    if (!codec.layout().isAtLeast(version::kShortHeaders)) {
        codec.pad(8);
        codec.field("flags", skeleton.flags);
    }
    describeCounts(codec, skeleton, places);
}

template <class Codec, class Record>
void describeBoneNumbers(Codec& codec, Record& bone, std::uint16_t& userDataCount) {
    codec.field("index", bone.index);
    codec.field("parent", bone.parent);
    codec.field("smoothMatrix", bone.smoothMatrix);
    codec.field("rigidMatrix", bone.rigidMatrix);
    codec.field("billboard", bone.billboard);
    codec.field("userDataCount", userDataCount);
    codec.field("flags", bone.flags);
    codec.field("scale", bone.scale);
    codec.field("rotation", bone.rotation);
    codec.field("translation", bone.translation);
}

template <class Codec, class Record, class Places>
void describeBone(Codec& codec, Record& bone, Places& userData) {
    codec.text("name", bone.name);
    if (!codec.layout().isSwitch()) {
        describeBoneNumbers(codec, bone, userData.count);
        codec.place("userData", userData.dictionary);
        if (!hasInverseBinds(codec.layout())) codec.field("inverseBind", bone.oldInverseBind);
        return;
    }
    codec.place("userData", userData.array);
    codec.place("userDataDictionary", userData.dictionary);
    constexpr std::size_t kNarrow = 0x50;
    codec.pad(boneSize(codec.layout()) - kNarrow);
    describeBoneNumbers(codec, bone, userData.count);
}

void readBones(BfresReader& file, Place bones, std::size_t count, Skeleton& skeleton) {
    ByteReader in = file.openArray("bones", bones, count, boneSize(file.layout()));
    skeleton.bones.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto scope = in.enter("bone", i);
        const ByteReader start = in;
        Bone& bone = skeleton.bones.emplace_back();
        UserDataPlaces userData;
        RecordReader record(file, in);
        describeBone(record, bone, userData);
        if (bone.parent < kNone || bone.parent >= static_cast<std::int64_t>(i)) {
            start.fail("parent", fmt::format("{}, -1 or a bone before bone {} is expected", bone.parent, i));
        }
        bone.userData = readUserData(file, userData);
    }
}

void readMatrices(BfresReader& file, const SkeletonPlaces& places, Skeleton& skeleton) {
    const std::size_t count = std::size_t{skeleton.smoothCount} + skeleton.rigidCount;
    if (count != 0) {
        const ByteReader in = file.open("matrixToBone", places.matrixToBone);
        skeleton.matrixToBone = file.readArray<std::uint16_t>("matrixToBone", places.matrixToBone, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (skeleton.matrixToBone[i] < skeleton.bones.size()) continue;
            in.fail("matrixToBone", fmt::format("matrix {} is of bone {}, there are {}", i,
                                                skeleton.matrixToBone[i], skeleton.bones.size()));
        }
    }
    if (!hasInverseBinds(file.layout()) || skeleton.smoothCount == 0) return;
    ByteReader in =
        file.openArray("inverseBinds", places.inverseBinds, skeleton.smoothCount, sizeof(Matrix34));
    skeleton.inverseBinds = in.readArrays<float, 12>("inverseBinds", skeleton.smoothCount);
}

void checkForWriting(const Skeleton& skeleton, const Layout& layout) {
    constexpr std::size_t kMost = std::numeric_limits<std::int16_t>::max();
    if (skeleton.bones.size() > kMost) {
        throw EncodeError("skeleton.bones",
                          fmt::format("{} bones, at most {} fit", skeleton.bones.size(), kMost));
    }
    const std::size_t matrices = std::size_t{skeleton.smoothCount} + skeleton.rigidCount;
    if (skeleton.matrixToBone.size() != matrices) {
        throw EncodeError("skeleton.matrixToBone",
                          fmt::format("{} entries, {} are expected", skeleton.matrixToBone.size(), matrices));
    }
    const std::size_t binds = hasInverseBinds(layout) ? skeleton.smoothCount : 0;
    if (skeleton.inverseBinds.size() != binds) {
        throw EncodeError("skeleton.inverseBinds",
                          fmt::format("{} matrices, {} are expected", skeleton.inverseBinds.size(), binds));
    }
}

SkeletonLabels labelsOf(BfresWriter& out, const Skeleton& skeleton) {
    checkForWriting(skeleton, out.layout());
    SkeletonLabels labels;
    labels.dictionary = out.newLabel();
    labels.bones = out.newLabel();
    if (!skeleton.matrixToBone.empty()) labels.matrixToBone = out.newLabel();
    if (!skeleton.inverseBinds.empty()) labels.inverseBinds = out.newLabel();
    labels.boneCount = static_cast<std::uint16_t>(skeleton.bones.size());
    return labels;
}

void writeBones(BfresWriter& out, const Skeleton& skeleton, const SkeletonLabels& labels) {
    out.define(labels.bones);
    std::vector<UserDataLabels> userData;
    std::vector<Label> data;
    std::vector<std::string> keys;
    for (const Bone& bone : skeleton.bones) {
        userData.push_back(userDataLabels(out, bone.userData));
        data.push_back(out.here());
        keys.push_back(bone.name);
        RecordWriter record(out);
        describeBone(record, bone, userData.back());
    }
    out.define(labels.dictionary);
    writeDictionary(out, keys, data);
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i)
        writeUserData(out, skeleton.bones[i].userData, userData[i]);
}

}  // namespace

Skeleton readSkeleton(BfresReader& file, Place section) {
    const auto scope = file.enter("skeleton");
    Skeleton skeleton;
    SkeletonPlaces places;
    ByteReader in = file.open("skeleton", section);
    RecordReader record(file, in);
    describeSkeleton(record, skeleton, places);
    readBones(file, places.bones, places.boneCount, skeleton);
    readMatrices(file, places, skeleton);
    return skeleton;
}

std::vector<std::string> readBoneNames(BfresReader& file, Place section) {
    Skeleton skeleton;
    SkeletonPlaces places;
    ByteReader in = file.open("skeleton", section);
    RecordReader record(file, in);
    describeSkeleton(record, skeleton, places);
    readBones(file, places.bones, places.boneCount, skeleton);
    std::vector<std::string> names;
    names.reserve(skeleton.bones.size());
    for (Bone& bone : skeleton.bones)
        names.push_back(std::move(bone.name));
    return names;
}

void writeSkeleton(BfresWriter& out, const Skeleton& skeleton, Label label) {
    const SkeletonLabels labels = labelsOf(out, skeleton);
    const std::size_t alignment = out.layout().offsetSize();
    out.align(alignment);
    out.define(label);
    {
        RecordWriter record(out);
        describeSkeleton(record, skeleton, labels);
    }
    out.align(alignment);
    writeBones(out, skeleton, labels);
    if (labels.matrixToBone) {
        out.align(alignment);
        out.define(labels.matrixToBone);
        out.bytes().writeAll(std::span<const std::uint16_t>(skeleton.matrixToBone));
    }
    if (labels.inverseBinds) {
        out.align(alignment);
        out.define(labels.inverseBinds);
        out.bytes().writeArrays(std::span<const Matrix34>(skeleton.inverseBinds));
    }
    out.align(alignment);
}

}  // namespace rigkiln::bfres
