#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rigkiln::image_format {

/// The blue of a normal map that stores red and green alone: the length of a normal is 1, so its z follows
/// from the others; it points out of the surface.
[[nodiscard]] inline std::uint8_t normalZ(std::uint8_t storedX, std::uint8_t storedY) {
    const double x = storedX / 127.5 - 1.0;
    const double y = storedY / 127.5 - 1.0;
    const double z = std::sqrt(std::max(0.0, 1.0 - x * x - y * y));
    return static_cast<std::uint8_t>(std::lround((z + 1.0) * 127.5));
}

/// The same of all pairs, for pictures: a look-up in 64 KiB takes a tenth of the time. Made once, safe to
/// call from many threads.
class NormalZTable {
public:
    [[nodiscard]] static const NormalZTable& get() {
        static const NormalZTable kTable;
        return kTable;
    }

    [[nodiscard]] std::uint8_t operator()(std::uint8_t storedX, std::uint8_t storedY) const {
        return values_[std::size_t{storedY} * kCount + storedX];
    }

private:
    static constexpr std::size_t kCount = 256;

    NormalZTable() : values_(kCount * kCount) {
        for (std::size_t i = 0; i < values_.size(); ++i)
            values_[i] =
                normalZ(static_cast<std::uint8_t>(i % kCount), static_cast<std::uint8_t>(i / kCount));
    }

    std::vector<std::uint8_t> values_;
};

}  // namespace rigkiln::image_format
