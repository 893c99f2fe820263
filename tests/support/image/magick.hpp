#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/support/image/read_image.hpp"

/// Compares our decoded pixels with those of ImageMagick, an independent decoder.
namespace rigkiln::test {

struct PixelSize {
    unsigned width;
    unsigned height;
};

/// Sizes of images. Three leave partly filled rows or packets, one does not.
inline constexpr std::array<PixelSize, 4> kTrialSizes = {{{1, 1}, {3, 5}, {17, 9}, {64, 64}}};

/// ImageMagick as a command; empty where PATH has none. tools/setup installs it, so tests fail without it.
[[nodiscard]] const std::string& magickProgram();

/// Random bytes, reproducible from the state of the generator.
[[nodiscard]] Bytes noise(std::size_t size, std::mt19937& random);

/// Collects commands for several images and runs them in one ImageMagick process.
class MagickCommands {
public:
    void add(const std::string& commands);
    /// Fails the test when ImageMagick fails.
    void run() const;

private:
    std::string text_;
};

/// Expects that ImageMagick and the module read the same pixels from files of the module's format, up to a
/// difference of `tolerance` in each channel.
void expectSameAsMagick(const ImageModule& module, const std::vector<std::filesystem::path>& files,
                        int tolerance);

/// ImageMagick widens channels of five bits by repeating their high bits where we round, or the other way
/// round. It leaves the low bits of widened four-bit channels 0.
inline constexpr int kFiveBitTolerance = 1;
inline constexpr int kFourBitTolerance = 15;

}  // namespace rigkiln::test
