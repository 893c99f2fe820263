#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// Seven bits of a number are in each byte, the lowest first. Rows have a hundred numbers, most of one byte.
struct PackedNumber {
    static constexpr unsigned kBitsPerByte = 7;
    static constexpr std::uint64_t kMore = 0x80;  ///< another byte follows
    static constexpr std::size_t kMostBytes = 10;
};

/// Writes numbers and texts as few bytes. A text that was written before takes its number only, and a new one
/// repeats no beginning that it shares with the text before it: paths do.
class PackedWriter {
public:
    PackedWriter();
    PackedWriter(const PackedWriter&) = delete;
    PackedWriter& operator=(const PackedWriter&) = delete;
    ~PackedWriter() = default;
    void number(std::uint64_t value) {
        if (value >= PackedNumber::kMore || next_ == end_) return longNumber(value);
        *next_++ = static_cast<char>(value);
    }
    void signedNumber(std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        number(value < 0 ? ~(bits << 1U) : bits << 1U);
    }
    void fixed(std::uint64_t value);  ///< eight bytes, for hashes
    void real(double value);
    void text(std::string_view value);
    /// Writes a text as it is, for those that neither repeat nor begin alike.
    void plainText(std::string_view value);

    /// Returns what was written, and nothing is written any more.
    [[nodiscard]] std::string take();

private:
    void longNumber(std::uint64_t value);
    void makeRoom(std::size_t size);
    void append(std::string_view bytes);
    [[nodiscard]] std::size_t find(std::string_view text) const;

    /// Number of texts that are searched one by one, which is faster than a map.
    static constexpr std::size_t kFewTexts = 16;
    struct Text {
        std::size_t begin = 0;  ///< in all_
        std::size_t size = 0;
    };
    [[nodiscard]] std::string_view textAt(std::size_t place) const {
        const Text& text = place < kFewTexts ? few_[place] : more_[place - kFewTexts];
        return std::string_view(all_).substr(text.begin, text.size);
    }

    std::string bytes_;  ///< those that are written, and room for more
    char* next_;         ///< in these
    char* end_;
    // Texts in the order of their numbers. Most rows have few: they take no allocation of their own.
    std::string all_;  ///< one after another
    std::array<Text, kFewTexts> few_;
    std::vector<Text> more_;
    std::size_t count_ = 0;
    std::map<std::string, std::size_t, std::less<>> places_;  ///< of all texts, if there are many
};

/// Reads what PackedWriter wrote; safe for any bytes. Everything after the first failure reads as zero and
/// empty, so that callers ask once, at the end.
class PackedReader {
public:
    explicit PackedReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint64_t number() {
        if (hasFailed_ || bytes_.empty()) return longNumber();
        const auto first = static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_.front()));
        if (first >= PackedNumber::kMore) return longNumber();
        bytes_.remove_prefix(1);
        return first;
    }
    [[nodiscard]] std::int64_t signedNumber() {
        const std::uint64_t bits = number();
        return static_cast<std::int64_t>((bits & 1U) != 0 ? ~(bits >> 1U) : bits >> 1U);
    }
    [[nodiscard]] std::uint64_t fixed();
    [[nodiscard]] double real();
    [[nodiscard]] std::string text();
    /// Returns a part of the bytes.
    [[nodiscard]] std::string_view plainText() { return take(count()); }
    /// Reads a number of elements. Fails when there are fewer bytes left than elements.
    [[nodiscard]] std::size_t count() { return static_cast<std::size_t>(below(bytes_.size() + 1)); }
    /// Reads a number below `end`.
    [[nodiscard]] std::uint64_t below(std::uint64_t end) {
        const std::uint64_t value = number();
        if (!hasFailed_ && value < end) return value;
        fail();
        return 0;
    }

    void fail() { hasFailed_ = true; }
    [[nodiscard]] bool hasFailed() const { return hasFailed_; }
    /// Whether everything was read, to the last byte.
    [[nodiscard]] bool isDone() const { return !hasFailed_ && bytes_.empty(); }

private:
    [[nodiscard]] std::uint64_t longNumber();
    [[nodiscard]] std::string_view take(std::size_t size);

    std::string_view bytes_;
    std::vector<std::string> known_;
    std::size_t textBytes_ = 0;
    bool hasFailed_ = false;
};

}  // namespace rigkiln
