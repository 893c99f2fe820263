#include "pipeline/state/packed_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace rigkiln {
namespace {

/// Limit of all texts of one row: shared beginnings could stand for far more bytes than there are.
constexpr std::size_t kMostTextBytes = std::size_t{64} << 20U;

/// Returns how many bytes two texts have in common from their beginnings on.
std::size_t sharedBytes(std::string_view left, std::string_view right) {
    constexpr std::size_t kAtOnce = sizeof(std::uint64_t);
    const std::size_t most = std::min(left.size(), right.size());
    std::size_t shared = 0;
    while (shared + kAtOnce <= most && std::memcmp(left.data() + shared, right.data() + shared, kAtOnce) == 0)
        shared += kAtOnce;
    while (shared < most && left[shared] == right[shared])
        ++shared;
    return shared;
}

}  // namespace

PackedWriter::PackedWriter() {
    // Most rows of units are shorter.
    constexpr std::size_t kRoom = 512;
    bytes_.resize(kRoom);
    next_ = bytes_.data();
    end_ = next_ + bytes_.size();
    all_.reserve(kRoom);
}

/// Makes room for as many more bytes at least.
void PackedWriter::makeRoom(std::size_t size) {
    if (static_cast<std::size_t>(end_ - next_) >= size) return;
    const auto written = static_cast<std::size_t>(next_ - bytes_.data());
    bytes_.resize(std::max(2 * bytes_.size(), written + size));
    next_ = bytes_.data() + written;
    end_ = bytes_.data() + bytes_.size();
}

/// Writes a number of any length.
void PackedWriter::longNumber(std::uint64_t value) {
    makeRoom(PackedNumber::kMostBytes);
    for (; value >= PackedNumber::kMore; value >>= PackedNumber::kBitsPerByte)
        *next_++ = static_cast<char>(static_cast<unsigned char>(value | PackedNumber::kMore));
    *next_++ = static_cast<char>(value);
}

void PackedWriter::append(std::string_view bytes) {
    if (bytes.empty()) return;
    makeRoom(bytes.size());
    std::memcpy(next_, bytes.data(), bytes.size());
    next_ += bytes.size();
}

std::string PackedWriter::take() {
    bytes_.resize(static_cast<std::size_t>(next_ - bytes_.data()));
    std::string taken = std::exchange(bytes_, {});
    next_ = end_ = bytes_.data();
    return taken;
}

void PackedWriter::fixed(std::uint64_t value) {
    makeRoom(sizeof value);
    std::memcpy(next_, &value, sizeof value);
    next_ += sizeof value;
}

void PackedWriter::real(double value) {
    fixed(std::bit_cast<std::uint64_t>(value));
}

/// Form: 0, length of the shared beginning, length of the rest, rest; or the number of a known text.
void PackedWriter::text(std::string_view value) {
    if (const std::size_t place = find(value); place < count_) {
        number(place + 1);
        return;
    }
    const std::string_view last = count_ == 0 ? std::string_view() : textAt(count_ - 1);
    const std::size_t shared = sharedBytes(value, last);
    number(0);
    number(shared);
    number(value.size() - shared);
    append(value.substr(shared));
    const Text text{.begin = all_.size(), .size = value.size()};
    all_ += value;
    if (count_ < kFewTexts) {
        few_[count_] = text;
    } else {
        more_.push_back(text);
    }
    ++count_;
    if (count_ > kFewTexts) {
        for (std::size_t i = places_.size(); i < count_; ++i)
            places_.emplace(textAt(i), i);
    }
}

/// Returns the place of a text, or the number of texts.
std::size_t PackedWriter::find(std::string_view text) const {
    if (count_ <= kFewTexts) {
        std::size_t place = 0;
        while (place < count_ && (few_[place].size != text.size() || textAt(place) != text))
            ++place;
        return place;
    }
    const auto known = places_.find(text);
    return known == places_.end() ? count_ : known->second;
}

void PackedWriter::plainText(std::string_view value) {
    number(value.size());
    append(value);
}

std::string_view PackedReader::take(std::size_t size) {
    if (hasFailed_ || size > bytes_.size()) {
        fail();
        return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
}

/// Reads a number of any length, or fails.
std::uint64_t PackedReader::longNumber() {
    if (hasFailed_) return 0;
    std::uint64_t value = 0;
    const std::size_t most = std::min(bytes_.size(), PackedNumber::kMostBytes);
    for (std::size_t i = 0; i < most; ++i) {
        const auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i]));
        value |= (byte & ~PackedNumber::kMore) << (PackedNumber::kBitsPerByte * i);
        if ((byte & PackedNumber::kMore) != 0) continue;
        bytes_.remove_prefix(i + 1);
        return value;
    }
    fail();
    return 0;
}

std::uint64_t PackedReader::fixed() {
    std::uint64_t value = 0;
    const std::string_view taken = take(sizeof value);
    if (!taken.empty()) std::memcpy(&value, taken.data(), sizeof value);
    return value;
}

double PackedReader::real() {
    return std::bit_cast<double>(fixed());
}

std::string PackedReader::text() {
    const std::uint64_t known = number();
    if (hasFailed_) return {};
    if (known > 0) {
        if (known <= known_.size() && textBytes_ + known_[known - 1].size() <= kMostTextBytes) {
            textBytes_ += known_[known - 1].size();
            return known_[known - 1];
        }
        fail();
        return {};
    }
    const std::uint64_t shared = number();
    const std::string_view rest = take(count());
    const std::size_t lastSize = known_.empty() ? 0 : known_.back().size();
    if (hasFailed_ || shared > lastSize || textBytes_ + shared + rest.size() > kMostTextBytes) {
        fail();
        return {};
    }
    std::string value = shared == 0 ? std::string() : known_.back().substr(0, shared);
    value += rest;
    textBytes_ += value.size();
    known_.push_back(value);
    return value;
}

}  // namespace rigkiln
