#include "formats/image/color_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rigkiln::images {
namespace {

constexpr std::size_t kKeyChannels = 4;

enum class State : std::uint8_t { Colored, Keyed, Reached };

/// Finds keyed pixels and fills their colours from the outside inwards.
class KeyedPixels {
public:
    KeyedPixels(Image& image, Rgb key) : image_(image), states_(image.pixels.size() / kKeyChannels) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            std::uint8_t* pixel = &image_.pixels[i * kKeyChannels];
            if (pixel[0] != key.red || pixel[1] != key.green || pixel[2] != key.blue) continue;
            states_[i] = State::Keyed;
            anyKeyed_ = true;
            for (std::size_t channel = 0; channel < kKeyChannels; ++channel)
                pixel[channel] = 0;
        }
    }

    [[nodiscard]] bool any() const { return anyKeyed_; }

    void fill() {
        std::vector<std::uint32_t> ring = firstRing();
        while (!ring.empty()) {
            for (const std::uint32_t pixel : ring)
                takeColor(pixel);
            for (const std::uint32_t pixel : ring)
                states_[pixel] = State::Colored;
            ring = ringBehind(ring);
        }
    }

private:
    /// Calls `visit` with the index of each neighbour and of the pixel itself.
    template <class Visit>
    void forNeighbours(std::uint32_t pixel, Visit visit) const {
        const std::uint32_t x = pixel % image_.width;
        const std::uint32_t y = pixel / image_.width;
        const std::uint32_t left = x == 0 ? 0 : x - 1;
        const std::uint32_t right = x + 1 == image_.width ? x : x + 1;
        const std::uint32_t top = y == 0 ? 0 : y - 1;
        const std::uint32_t bottom = y + 1 == image_.height ? y : y + 1;
        for (std::uint32_t row = top; row <= bottom; ++row) {
            for (std::uint32_t column = left; column <= right; ++column)
                visit(row * image_.width + column);
        }
    }

    std::vector<std::uint32_t> firstRing() {
        std::vector<std::uint32_t> ring;
        for (std::uint32_t pixel = 0; pixel < states_.size(); ++pixel) {
            if (states_[pixel] != State::Keyed) continue;
            bool isAtEdge = false;
            forNeighbours(
                pixel, [&](std::uint32_t other) { isAtEdge = isAtEdge || states_[other] == State::Colored; });
            if (isAtEdge) ring.push_back(pixel);
        }
        for (const std::uint32_t pixel : ring)
            states_[pixel] = State::Reached;
        return ring;
    }

    std::vector<std::uint32_t> ringBehind(const std::vector<std::uint32_t>& ring) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t pixel : ring) {
            forNeighbours(pixel, [&](std::uint32_t other) {
                if (states_[other] != State::Keyed) return;
                states_[other] = State::Reached;
                next.push_back(other);
            });
        }
        return next;
    }

    void takeColor(std::uint32_t pixel) {
        std::array<std::uint32_t, 3> sums{};
        std::uint32_t count = 0;
        forNeighbours(pixel, [&](std::uint32_t other) {
            if (states_[other] != State::Colored) return;
            ++count;
            for (std::size_t channel = 0; channel < sums.size(); ++channel)
                sums.at(channel) += image_.pixels[std::size_t{other} * kKeyChannels + channel];
        });
        if (count == 0) return;  // unreachable: every pixel of a ring has a coloured neighbour
        for (std::size_t channel = 0; channel < sums.size(); ++channel) {
            image_.pixels[std::size_t{pixel} * kKeyChannels + channel] =
                static_cast<std::uint8_t>((sums.at(channel) + count / 2) / count);
        }
    }

    Image& image_;
    std::vector<State> states_;  ///< by pixel
    bool anyKeyed_ = false;
};

}  // namespace

bool applyColorKey(Image& image, Rgb key) {
    KeyedPixels keyed(image, key);
    if (!keyed.any()) return false;
    keyed.fill();
    return true;
}

}  // namespace rigkiln::images
