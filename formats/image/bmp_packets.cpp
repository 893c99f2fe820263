#include "formats/image/bmp_packets.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

namespace rigkiln::images {
namespace {

constexpr std::size_t kPacketBytes = 2;
constexpr std::size_t kMaximumBmpPacketPixels = 255;

// Second byte of an escape (first byte 0). Larger values count the literal pixels that follow.
constexpr unsigned kEndOfRow = 0;
constexpr unsigned kEndOfImage = 1;
constexpr unsigned kMove = 2;

class Unpacker {
public:
    Unpacker(ByteReader& reader, const BmpHeader& header)
        : reader_(reader),
          width_(header.width),
          height_(header.height),
          isHalfOctets_(header.packing == BmpPacking::Rle4) {
        const std::size_t pixels = width_ * height_;
        const std::size_t settable = reader.left() / kPacketBytes * kMaximumBmpPacketPixels;
        if (pixels > kMaximumUnsetPixels && pixels > settable) {
            reader.fail(
                "packets",
                fmt::format("{} pixels, {} bytes are left in file and can set {}; at most {} may stay "
                            "unset",
                            pixels, reader.left(), settable, kMaximumUnsetPixels));
        }
        result_.indices.resize(pixels);
        result_.unsetPixels = pixels;
    }

    UnpackedBmp unpack() && {
        while (!isEnded_ && !isWhole())
            readPacket();
        return std::move(result_);
    }

private:
    [[nodiscard]] bool isWhole() const { return y_ >= height_ || (y_ + 1 == height_ && x_ >= width_); }

    void readPacket() {
        const auto row = reader_.enter("row", y_);
        const auto pixel = reader_.enter("pixel", x_);
        const unsigned count = reader_.read<std::uint8_t>("packet");
        const std::byte value = reader_.take("packet value", 1).front();
        if (count > 0) {
            setRun(count, value);
        } else {
            readEscape(std::to_integer<unsigned>(value));
        }
    }

    void readEscape(unsigned code) {
        switch (code) {
            case kEndOfRow:
                x_ = 0;
                ++y_;
                break;
            case kEndOfImage:
                isEnded_ = true;
                break;
            case kMove:
                x_ = std::min(width_, x_ + reader_.read<std::uint8_t>("columns to move"));
                y_ += reader_.read<std::uint8_t>("rows to move");
                break;
            default:
                setEach(code);
                break;
        }
    }

    // A 4-bit run alternates between the two half bytes of its value.
    void setRun(std::size_t count, std::byte value) {
        for (std::byte& index : nextPixels(count)) {
            index = isHalfOctets_ ? value >> 4U : value;
            if (isHalfOctets_) value = value << 4U | value >> 4U;
        }
    }

    void setEach(std::size_t count) {
        const std::size_t size = isHalfOctets_ ? (count + 1) / 2 : count;
        const std::span<const std::byte> values = reader_.take("colours", size);
        if (size % 2 != 0) reader_.take("padding", std::min<std::size_t>(1, reader_.left()));
        const std::span<std::byte> indices = nextPixels(count);
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = isHalfOctets_ ? halfOctet(values, i) : values[i];
    }

    static std::byte halfOctet(std::span<const std::byte> values, std::size_t i) {
        return i % 2 == 0 ? values[i / 2] >> 4U : values[i / 2] & std::byte{0x0F};
    }

    // Takes the next `count` pixels, cut at the end of the row, and counts them as set.
    std::span<std::byte> nextPixels(std::size_t count) {
        const std::size_t kept = std::min(count, width_ - x_);
        const auto pixels = std::span(result_.indices).subspan(y_ * width_ + x_, kept);
        result_.cutPixels += count - kept;
        result_.unsetPixels -= kept;
        x_ += kept;
        return pixels;
    }

    ByteReader& reader_;
    std::size_t width_;
    std::size_t height_;
    bool isHalfOctets_;
    UnpackedBmp result_;
    std::size_t x_ = 0;
    std::size_t y_ = 0;
    bool isEnded_ = false;
};

}  // namespace

UnpackedBmp unpackBmp(ByteReader& reader, const BmpHeader& header) {
    return Unpacker(reader, header).unpack();
}

}  // namespace rigkiln::images
