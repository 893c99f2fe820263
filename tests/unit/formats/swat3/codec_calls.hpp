#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Wraps the codecs for tests: functions return the value, or the text of the error.
namespace rigkiln::swat3 {

using Bytes = std::vector<std::byte>;

inline Result<Bytes> encode(const GsmFile& file) {
    return encodeGsm(file);
}
inline Result<Bytes> encode(const GsaFile& file) {
    return encodeGsa(file);
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

template <class File>
Bytes encoded(const File& file) {
    return valueOf(encode(file));
}

template <class File>
Result<File> decode(std::span<const std::byte> bytes, Strictness strictness = Strictness::Lenient) {
    Diagnostics diagnostics;
    if constexpr (std::is_same_v<File, GsmFile>) {
        return decodeGsm(bytes, diagnostics, strictness);
    } else {
        return decodeGsa(bytes, diagnostics, strictness);
    }
}

template <class File>
File decoded(std::span<const std::byte> bytes) {
    return valueOf(decode<File>(bytes));
}

/// Reason why the bytes are refused.
template <class File>
std::string decodeProblem(std::span<const std::byte> bytes) {
    return problemOf(decode<File>(bytes));
}

/// Findings, each as "id where: details", with "* " in front when it breaks a rule.
inline std::vector<std::string> textsOf(const std::vector<Finding>& findings) {
    std::vector<std::string> texts;
    texts.reserve(findings.size());
    for (const Finding& finding : findings) {
        texts.push_back(fmt::format("{}{} {}: {}", finding.breaksRule ? "* " : "", finding.kind->id,
                                    finding.where, finding.details));
    }
    return texts;
}

/// Overwrites the bytes at an offset with a 16-bit number.
inline void overwrite(Bytes& bytes, std::size_t offset, std::uint16_t number) {
    bytes.at(offset) = static_cast<std::byte>(number & 0xFF);
    bytes.at(offset + 1) = static_cast<std::byte>(number >> 8);
}

/// Decodes bytes: they are refused, or the decoded file encodes to exactly these bytes. Returns a description
/// of the fault; empty when there is none.
template <class File>
std::string faultOfHandling(std::span<const std::byte> bytes) {
    const Result<File> file = decode<File>(bytes);
    if (!file) return "";
    const Result<Bytes> again = encode(*file);
    if (!again) return "decodes and does not encode: " + again.error().text();
    return std::equal(again->begin(), again->end(), bytes.begin(), bytes.end()) ? "" : "encodes differently";
}

}  // namespace rigkiln::swat3
