#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rigkiln {

/// A source file as it was read, kept so that a format that rigkiln also writes can have it back to the byte.
/// Whether it still says what the scene says is for the exporter of that format to find out.
struct SourceCopy {
    std::string format;  ///< id of the format module that reads it
    std::vector<std::byte> bytes;

    bool operator==(const SourceCopy&) const = default;
};

}  // namespace rigkiln
