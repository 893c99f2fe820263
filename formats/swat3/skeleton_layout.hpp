#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/swat3/skeleton_block.hpp"

/// Layout of the beginning of both files, written once for all codecs: FieldReader fills the model,
/// FieldWriter encodes it, FieldDumper prints it. The calls are in file order.
namespace rigkiln::swat3 {

inline constexpr std::size_t kSmallestSkeleton = 6;
inline constexpr std::size_t kSmallestBone = 34;

/// Reason why a skeleton is not a forest of bones with distinct ids.
struct SkeletonFault {
    std::size_t bone = 0;
    std::string_view field;
    std::string problem;
};
[[nodiscard]] std::optional<SkeletonFault> findFault(const Skeleton& skeleton);

/// Bytes from the start of the skeleton's record to the id or link of the faulty bone.
[[nodiscard]] std::size_t offsetInRecord(const Skeleton& skeleton, const SkeletonFault& fault);

inline constexpr std::uint8_t kVersionMajor = 4;

/// Another minor version may still have this layout. Other major versions are unknown and refused.
template <class Codec, class File>
void describeVersion(Codec& codec, File& file) {
    codec.number("versionMinor", file.versionMinor);
    const std::size_t start = codec.offset();
    codec.number("versionMajor", file.versionMajor);
    if constexpr (Codec::kChecks) {
        if (file.versionMajor != kVersionMajor) {
            codec.failAt(start, "versionMajor",
                         fmt::format("{}, {} is expected", file.versionMajor, kVersionMajor));
        }
    }
}

template <class Codec, class Elements, class Describe>
void describeEach(Codec& codec, std::string_view name, Elements& elements, const Describe& describe) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto scope = codec.enter(name, i);
        describe(elements[i]);
    }
}

template <class Codec, class Elements, class Describe>
void describeRecords(Codec& codec, std::string_view name, Elements& elements, const Describe& describe) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto scope = codec.enterRecord(name, i, elements.size());
        describe(elements[i]);
    }
}

template <class Codec, class BoneRecord>
void describeBone(Codec& codec, BoneRecord& bone) {
    codec.number("id", bone.id);
    codec.text("name", bone.name);
    codec.number("link", bone.link);
    codec.numbers("position", bone.position);
    codec.numbers("rotation", bone.rotation);
}

template <class Codec, class SkeletonRecord>
void describeSkeleton(Codec& codec, SkeletonRecord& skeleton) {
    const std::size_t start = codec.offset();
    codec.number("id", skeleton.id);
    codec.text("name", skeleton.name);
    codec.count("boneCount", skeleton.bones, kSmallestBone);
    describeEach(codec, "bone", skeleton.bones, [&](auto& bone) { describeBone(codec, bone); });
    if constexpr (Codec::kChecks) {
        if (const auto fault = findFault(skeleton)) {
            const auto scope = codec.enter("bone", fault->bone);
            codec.failAt(start + offsetInRecord(skeleton, *fault), fault->field, fault->problem);
        }
    }
}

template <class Codec, class Skeletons>
void describeSkeletons(Codec& codec, Skeletons& skeletons) {
    codec.count("skeletonCount", skeletons, kSmallestSkeleton);
    describeEach(codec, "skeleton", skeletons, [&](auto& skeleton) { describeSkeleton(codec, skeleton); });
}

}  // namespace rigkiln::swat3
