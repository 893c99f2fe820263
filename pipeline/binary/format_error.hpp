#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace rigkiln {

/// Bad input met while decoding: which field of which element, where in the file, and what is wrong with it.
/// Thrown inside one format module and caught at its boundary; never crosses from module to module.
class FormatError : public std::runtime_error {
public:
    FormatError(const std::string& path, std::size_t offset, const std::string& problem);

    [[nodiscard]] std::size_t offset() const { return offset_; }

private:
    std::size_t offset_;
};

/// A file model that its format cannot hold (a name longer than its length field, too many elements).
class EncodeError : public std::runtime_error {
public:
    EncodeError(const std::string& path, const std::string& problem);
};

}  // namespace rigkiln
