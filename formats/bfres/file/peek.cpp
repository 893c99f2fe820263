#include "formats/bfres/file/peek.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "formats/bfres/model/model.hpp"

namespace rigkiln::bfres {
namespace {

/// Reads numbers from the beginning of a file.
class HeadReader {
public:
    HeadReader(std::span<const std::byte> head, std::endian order) : head_(head), order_(order) {}

    /// Returns 0 behind the available bytes, and notes how many were needed.
    std::uint64_t number(std::uint64_t at, std::size_t size) {
        constexpr std::uint64_t kNoFile = std::uint64_t{1} << 40U;
        if (at >= kNoFile) return 0;  // larger than any file
        if (at + size > head_.size()) {
            wants_ = std::max(wants_, static_cast<std::size_t>(at + size));
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t from = order_ == std::endian::big ? i : size - 1 - i;
            value = value << 8U | std::to_integer<std::uint64_t>(head_[static_cast<std::size_t>(at) + from]);
        }
        return value;
    }
    std::uint64_t word(std::uint64_t at) { return number(at, 4); }
    std::size_t count(std::uint64_t at) { return static_cast<std::size_t>(number(at, 2)); }

    /// Target of a Wii U offset field; 0 for none, and for targets before the file.
    std::uint64_t target(std::uint64_t at) {
        const auto distance = static_cast<std::int32_t>(static_cast<std::uint32_t>(word(at)));
        const std::int64_t place = static_cast<std::int64_t>(at) + distance;
        return distance == 0 || place < 0 ? 0 : static_cast<std::uint64_t>(place);
    }

    [[nodiscard]] std::size_t wants() const { return wants_; }

private:
    std::span<const std::byte> head_;
    std::endian order_;
    std::size_t wants_ = 0;
};

Peek peekWiiU(HeadReader& in) {
    constexpr std::uint64_t kModelDictionary = 0x20;
    constexpr std::uint64_t kCounts = 0x50;
    constexpr std::size_t kAnimationGroups = 9;  // behind models and textures
    Peek found;
    found.modelCount = in.count(kCounts);
    found.textureCount = in.count(kCounts + 2);
    for (std::size_t group = 0; group < kAnimationGroups; ++group)
        found.animationCount += in.count(kCounts + 4 + group * 2);
    const std::uint64_t dictionary = in.target(kModelDictionary);
    for (std::size_t i = 0; i < found.modelCount && dictionary != 0 && !found.hasShapes; ++i) {
        constexpr std::uint64_t kShapeCount = 0x22;
        const std::uint64_t node = dictionary + 8 + 16 * (i + 1);
        const std::uint64_t model = in.target(node + 12);
        if (model != 0) found.hasShapes = in.count(model + kShapeCount) > 0;
    }
    return found;
}

Peek peekSwitch(HeadReader& in, const Layout& layout) {
    constexpr std::uint64_t kModelArray = 0x28;
    const bool isShort = layout.isAtLeast(version::kShortHeaders);
    const std::uint64_t counts = isShort ? 0xDC : 0xBC;
    constexpr std::size_t kAnimationGroups = 5;
    Peek found;
    found.modelCount = in.count(counts);
    for (std::size_t group = 0; group < kAnimationGroups; ++group)
        found.animationCount += in.count(counts + (isShort ? 6 : 2) + group * 2);
    const std::uint64_t models = in.number(kModelArray, 8);
    const bool isOldest = !isShort;
    const bool isNewest = layout.isAtLeast(version::kShortBones);
    const std::uint64_t shapeCount = isOldest || isNewest ? 0x6A : 0x62;
    for (std::size_t i = 0; i < found.modelCount && models != 0 && !found.hasShapes; ++i)
        found.hasShapes = in.count(models + i * modelSize(layout) + shapeCount) > 0;
    return found;
}

}  // namespace

Peek peek(std::span<const std::byte> head, const Layout& layout) {
    HeadReader in(head, layout.order());
    Peek found = layout.isSwitch() ? peekSwitch(in, layout) : peekWiiU(in);
    found.wants = found.hasShapes ? 0 : in.wants();  // shapes decide the kind, and are read after the counts
    return found;
}

}  // namespace rigkiln::bfres
