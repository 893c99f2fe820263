#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/ctsa/ctsa_file.hpp"

/// Wraps the codec for tests: functions return the value, or the text of the error.
namespace rigkiln::ctsa {

using Bytes = std::vector<std::byte>;

inline Bytes bytesOf(std::initializer_list<unsigned> octets) {
    Bytes bytes;
    for (const unsigned octet : octets)
        bytes.push_back(static_cast<std::byte>(octet));
    return bytes;
}

template <class Value>
Value valueOf(Result<Value> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

template <class Value>
std::string problemOf(const Result<Value>& result) {
    return result ? "no error" : result.error().text();
}

inline Bytes encoded(const CtsaFile& file) {
    return valueOf(encodeCtsa(file));
}

inline CtsaFile decoded(std::span<const std::byte> bytes) {
    return valueOf(decodeCtsa(bytes));
}

/// Encodes the model and decodes it again.
inline CtsaFile again(const CtsaFile& file) {
    return decoded(encoded(file));
}

}  // namespace rigkiln::ctsa
