#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/magic.hpp"
#include "formats/swat3/skeleton_layout.hpp"

/// Layout of a GSA, written once for all codecs; see skeleton_layout.hpp.
namespace rigkiln::swat3 {

inline constexpr std::uint16_t kBoneMarker = 0xFFFF;

template <class Codec, class File>
void describeGsaHead(Codec& codec, File& file) {
    codec.magic(kGsaMagic, file.repeatsMagicTail);
    describeVersion(codec, file);
    codec.number("unknown0", file.unknown0);
    codec.number("frameRate", file.frameRate);
    codec.number("unknown1", file.unknown1);
    describeSkeletons(codec, file.skeletons);
    codec.optionalConstant("marker", kBoneMarker, file.hasMarker);
    if constexpr (!Codec::kReads) {
        if (!file.hasMarker && file.animatedBones.size() == kBoneMarker) {
            codec.failAt(codec.offset(), "animatedBoneCount",
                         fmt::format("{} without a marker would be read as one", kBoneMarker));
        }
    }
    codec.count("animatedBoneCount", file.animatedBones, 2);
    describeRecords(codec, "animatedBone", file.animatedBones, [&](auto& bone) { codec.number("", bone); });
}

template <class Codec, class File>
void describeFrame(Codec& codec, File& file, std::size_t i) {
    const std::size_t width = rotationsPerFrame(file);
    auto& frame = file.frames[i];
    codec.numbers("originPosition", frame.originPosition);
    codec.numbers("originRotation", frame.originRotation);
    codec.numbers("rootPosition", frame.rootPosition);
    codec.rotations("rotations", std::span(file.rotations).subspan(i * width, width));
    if (!file.hasEventCounts) return;
    codec.count("eventCount", file.events[i], 2);
    describeEach(codec, "event", file.events[i], [&](auto& event) { codec.text("octets", event); });
}

// Checks the sizes of a writer's arrays; a reader makes them correct itself.
template <class Codec, class File>
void checkFrameArrays(Codec& codec, const File& file) {
    const std::size_t rotations = file.frames.size() * rotationsPerFrame(file);
    if (file.rotations.size() != rotations) {
        codec.failAt(codec.offset(), "rotations",
                     fmt::format("{} rotations, {} frames of {} are expected", file.rotations.size(),
                                 file.frames.size(), rotationsPerFrame(file)));
    }
    const std::size_t lists = file.hasEventCounts ? file.frames.size() : 0;
    if (file.events.size() != lists) {
        codec.failAt(codec.offset(), "events",
                     fmt::format("{} lists of events, {} are expected", file.events.size(), lists));
    }
}

/// Describes the frames. Precondition: hasEventCounts is set.
template <class Codec, class File>
void describeGsaBody(Codec& codec, File& file) {
    constexpr std::size_t kFrameSize = 40;  // minimum, without rotations and events
    const std::size_t width = rotationsPerFrame(file);
    const std::size_t countSize = file.hasEventCounts ? sizeof(std::uint16_t) : 0;
    codec.count("frameCount", file.frames, kFrameSize + width * sizeof(Float4) + countSize);
    if constexpr (Codec::kReads) {
        file.rotations.resize(file.frames.size() * width);
        if (file.hasEventCounts) file.events.resize(file.frames.size());
    } else {
        checkFrameArrays(codec, file);
    }
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const auto scope = codec.enter("frame", i);
        describeFrame(codec, file, i);
    }
}

}  // namespace rigkiln::swat3
