#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "formats/ctsa/ctsa_file.hpp"

/// Records behind the name, described once for reading, writing and dumping. `codec.number(field, value)`
/// reads, writes or prints a number.
namespace rigkiln::ctsa {

inline constexpr std::size_t kRowSize = 4 * sizeof(float);  ///< bytes of the four floats
inline constexpr std::size_t kFrameSize = 4 + 4 + 1;        ///< bytes of a frame, without padding

template <class Record, class Plain>
concept SameRecord = std::same_as<std::remove_const_t<Record>, Plain>;

template <class Codec, SameRecord<CtsaFile> File>
void describeRow(Codec& codec, File& file) {
    codec.number("leftU", file.leftU);
    codec.number("bottomV", file.bottomV);
    codec.number("topV", file.topV);
    codec.number("frameWidth", file.frameWidth);
}

template <class Codec, SameRecord<CtsaFrame> Frame>
void describeFrame(Codec& codec, Frame& frame) {
    codec.number("time", frame.time);
    codec.number("updates", frame.updates);
    codec.number("swapType", frame.swapType);
}

}  // namespace rigkiln::ctsa
