#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "pipeline/base/error_codes.hpp"

namespace rigkiln {

/// Reports bad input found while decoding: the path of the field, the offset in the file and the problem.
/// Thrown inside one format module and caught at its boundary; never crosses module boundaries.
class FormatError : public std::runtime_error {
public:
    FormatError(const std::string& path, std::size_t offset, const std::string& problem);

    [[nodiscard]] std::size_t offset() const { return offset_; }
    /// Returns "bone[3].name at 0x1A4".
    [[nodiscard]] std::string_view place() const;
    [[nodiscard]] std::string_view problem() const;
    [[nodiscard]] Error toError(const ErrorCode& code = kDamaged) const;

private:
    std::size_t offset_;
    std::size_t problemBegin_;  ///< in what(), because copies of an exception must not throw
};

/// Reports a file model that its format cannot represent (a name longer than its length field allows, too
/// many elements).
class EncodeError : public std::runtime_error {
public:
    EncodeError(const std::string& path, const std::string& problem);

    [[nodiscard]] Error toError() const;

private:
    std::size_t pathSize_;
};

}  // namespace rigkiln
