#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace rigkiln {

/// Reports bad input found while decoding: the path of the field, the offset in the file and the problem.
/// Thrown inside one format module and caught at its boundary; never crosses module boundaries.
class FormatError : public std::runtime_error {
public:
    FormatError(const std::string& path, std::size_t offset, const std::string& problem);

    [[nodiscard]] std::size_t offset() const { return offset_; }

private:
    std::size_t offset_;
};

/// Reports a file model that its format cannot represent (a name longer than its length field allows, too
/// many elements).
class EncodeError : public std::runtime_error {
public:
    EncodeError(const std::string& path, const std::string& problem);
};

}  // namespace rigkiln
