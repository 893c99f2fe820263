#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rigkiln {

/// A source file as it was read. Formats that rigkiln also writes can restore it byte for byte. The exporter
/// of that format has to check that it still matches the scene.
struct SourceCopy {
    std::string format;  ///< id of the format module that reads the bytes
    std::vector<std::byte> bytes;

    bool operator==(const SourceCopy&) const = default;
};

}  // namespace rigkiln
