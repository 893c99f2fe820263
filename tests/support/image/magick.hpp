#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/support/image/read_image.hpp"

/// Our pixels against those of a decoder that somebody else wrote.
namespace rigkiln::test {

struct PixelSize {
    unsigned width;
    unsigned height;
};

/// Some that leave rows and packets with remainders, and one that does not.
inline constexpr std::array<PixelSize, 4> kTrialSizes = {{{1, 1}, {3, 5}, {17, 9}, {64, 64}}};

/// ImageMagick as a command; empty where PATH has none. tools/setup installs it, so tests fail without it.
[[nodiscard]] const std::string& magickProgram();

/// Octets without a pattern, the same ones for the same generator.
[[nodiscard]] Bytes noise(std::size_t size, std::mt19937& random);

/// What ImageMagick is to do with one image after the other, in one process.
class MagickCommands {
public:
    void add(const std::string& commands);
    /// Fails the test when ImageMagick does.
    void run() const;

private:
    std::string text_;
};

/// Expects that ImageMagick and the module read the same pixels from files of the module's format, up to a
/// difference of `tolerance` in each channel.
void expectSameAsMagick(const ImageModule& module, const std::vector<std::filesystem::path>& files,
                        int tolerance);

/// ImageMagick repeats the high bits of a narrow channel where we round, and the other way round; of channels
/// of four bits it leaves the low bits 0.
inline constexpr int kFiveBitTolerance = 1;
inline constexpr int kFourBitTolerance = 15;

}  // namespace rigkiln::test
