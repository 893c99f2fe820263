#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "pipeline/binary/byte_writer.hpp"

/// Writes fields of GSM and GSA files one by one, so that tests need not trust the encoders.
namespace rigkiln::swat3 {

inline void writeText(ByteWriter& file, std::string_view text) {
    file.write(static_cast<std::uint16_t>(text.size()));
    file.writeText(text);
}

inline void writeFloats(ByteWriter& file, std::initializer_list<float> values) {
    for (const float value : values)
        file.write(value);
}

inline void writeShorts(ByteWriter& file, std::initializer_list<int> values) {
    for (const int value : values)
        file.write(static_cast<std::uint16_t>(value));
}

}  // namespace rigkiln::swat3
