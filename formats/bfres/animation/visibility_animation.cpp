#include "formats/bfres/animation/visibility_animation.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kBitsPerBaseWord = 32;

template <class Target>
struct VisibilityTargets {
    Target model{};  ///< 0 in all known files
    Target bind{};
    Target names{};
    Target curves{};
    Target base{};
    std::uint16_t targetCount = 0;
    std::uint16_t curveCount = 0;
    UserDataTargets<Target> userData{};
};
using VisibilityPlaces = VisibilityTargets<Place>;
using VisibilityLabels = VisibilityTargets<Label>;

template <class Codec, class Record, class Places>
void describeVisibility(Codec& codec, Record& animation, Places& places) {
    codec.magic("FVIS");
    codec.text("name", animation.name);
    codec.text("path", animation.path);
    codec.field("flags", animation.flags);
    codec.field("userDataCount", places.userData.count);
    codec.field("frameCount", animation.frameCount);
    codec.field("targetCount", places.targetCount);
    codec.field("curveCount", places.curveCount);
    codec.field("bakedSize", animation.bakedSize);
    codec.place("model", places.model);
    codec.place("bindIndices", places.bind);
    codec.place("names", places.names);
    codec.place("curves", places.curves);
    codec.place("baseBits", places.base);
    codec.place("userData", places.userData.dictionary);
}

std::size_t wordsFor(std::size_t bits) {
    return (bits + kBitsPerBaseWord - 1) / kBitsPerBaseWord;
}

std::uint16_t checkedVisibilityCount(std::string_view what, std::size_t count) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (count > kMost) {
        throw EncodeError("visibility", fmt::format("{} {}, at most {} fit", count, what, kMost));
    }
    return static_cast<std::uint16_t>(count);
}

VisibilityLabels labelsOf(BfresWriter& out, const VisibilityAnimation& animation) {
    VisibilityLabels labels;
    labels.targetCount = checkedVisibilityCount("targets", animation.targets.size());
    labels.curveCount = checkedVisibilityCount("curves", animation.curves.size());
    if (animation.bindIndices && animation.bindIndices->size() != animation.targets.size()) {
        throw EncodeError(
            "visibility.bindIndices",
            fmt::format("{} for {} targets", animation.bindIndices->size(), animation.targets.size()));
    }
    if (animation.baseBits.size() != wordsFor(animation.targets.size())) {
        throw EncodeError("visibility.baseBits",
                          fmt::format("{} words, {} are expected", animation.baseBits.size(),
                                      wordsFor(animation.targets.size())));
    }
    if (animation.bindIndices) labels.bind = out.newLabel();
    if (!animation.targets.empty()) {
        labels.names = out.newLabel();
        labels.base = out.newLabel();
    }
    if (!animation.curves.empty()) labels.curves = out.newLabel();
    labels.userData = userDataLabels(out, animation.userData);
    return labels;
}

}  // namespace

bool hasVisibilityAnimations(const Layout& layout) {
    return !layout.isSwitch() && layout.isAtLeast(version::kWideFrames);
}

VisibilityAnimation readVisibilityAnimation(BfresReader& file, Place section) {
    VisibilityAnimation animation;
    VisibilityPlaces places;
    ByteReader in = file.open("animation", section);
    RecordReader record(file, in);
    describeVisibility(record, animation, places);
    if (places.bind != 0)
        animation.bindIndices = file.readArray<std::uint16_t>("bindIndices", places.bind, places.targetCount);
    ByteReader names = file.openArray("names", places.names, places.targetCount, file.layout().offsetSize());
    for (std::size_t i = 0; i < places.targetCount; ++i)
        animation.targets.push_back(file.readText(names, "name"));
    animation.curves = readCurves(file, places.curves, places.curveCount);
    animation.baseBits = file.readArray<std::uint32_t>("baseBits", places.base, wordsFor(places.targetCount));
    animation.userData = readUserData(file, places.userData);
    return animation;
}

void writeVisibilityAnimation(BfresWriter& out, const VisibilityAnimation& animation, Label label) {
    VisibilityLabels labels = labelsOf(out, animation);
    out.define(label);
    RecordWriter record(out);
    describeVisibility(record, animation, labels);
    if (labels.bind) {
        out.define(labels.bind);
        out.bytes().writeAll(std::span<const std::uint16_t>(*animation.bindIndices));
        out.align(4);
    }
    if (labels.names) out.define(labels.names);
    for (const std::string& name : animation.targets)
        out.text(name);
    if (labels.curves) out.define(labels.curves);
    writeCurves(out, animation.curves);
    if (labels.base) out.define(labels.base);
    out.bytes().writeAll(std::span<const std::uint32_t>(animation.baseBits));
    writeUserData(out, animation.userData, labels.userData);
}

}  // namespace rigkiln::bfres
