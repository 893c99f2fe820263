#include "tools/optimize/byte_cut.hpp"

#include <algorithm>

namespace rigkiln::optimize {
namespace {

/// Sorts the ranges and joins those that overlap or touch.
std::vector<ByteRange> joined(std::vector<ByteRange> ranges) {
    std::ranges::sort(ranges, {}, &ByteRange::begin);
    std::vector<ByteRange> result;
    for (const ByteRange& range : ranges) {
        if (range.begin >= range.end) continue;
        if (!result.empty() && range.begin <= result.back().end)
            result.back().end = std::max(result.back().end, range.end);
        else
            result.push_back(range);
    }
    return result;
}

}  // namespace

ByteCut::ByteCut(std::vector<ByteRange> leaving, std::vector<ByteRange> staying) {
    const std::vector<ByteRange> kept = joined(std::move(staying));
    const auto cut = [&](std::size_t begin, std::size_t end) {
        begin = (begin + 3) / 4 * 4;
        if (end <= begin) return;
        const std::size_t whole = (end - begin) / 4 * 4;
        if (whole > 0) cuts_.push_back({begin, begin + whole});
    };
    auto next = kept.begin();
    for (const ByteRange& range : joined(std::move(leaving))) {
        std::size_t begin = range.begin;
        while (next != kept.end() && next->end <= begin)
            ++next;
        for (auto keep = next; keep != kept.end() && keep->begin < range.end; ++keep) {
            if (keep->begin > begin) cut(begin, keep->begin);
            begin = std::max(begin, keep->end);
        }
        if (begin < range.end) cut(begin, range.end);
    }
}

std::size_t ByteCut::moved(std::size_t offset) const {
    std::size_t gone = 0;
    for (const ByteRange& cut : cuts_) {
        if (cut.begin >= offset) break;
        gone += std::min(cut.end, offset) - cut.begin;
    }
    return offset - gone;
}

std::vector<std::byte> ByteCut::applied(std::span<const std::byte> bytes) const {
    std::vector<std::byte> result;
    result.reserve(bytes.size());
    std::size_t begin = 0;
    for (const ByteRange& cut : cuts_) {
        const auto piece = bytes.subspan(begin, cut.begin - begin);
        result.insert(result.end(), piece.begin(), piece.end());
        begin = cut.end;
    }
    const auto rest = bytes.subspan(begin);
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
}

}  // namespace rigkiln::optimize
