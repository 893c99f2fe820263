#include "tests/support/image/magick.hpp"

#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace rigkiln::test {
namespace {

bool succeeds(const std::string& command) {
    return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

int distance(std::uint8_t ours, std::byte theirs) {
    return std::abs(int{ours} - std::to_integer<int>(theirs));
}

void expectNear(const Image& ours, const Bytes& theirs, int tolerance) {
    ASSERT_EQ(ours.pixels.size(), theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        ASSERT_LE(distance(ours.pixels[i], theirs[i]), tolerance)
            << fmt::format("pixel {}, {}, channel {}: ours {}, theirs {}", i / 4 % ours.width,
                           i / 4 / ours.width, i % 4, ours.pixels[i], std::to_integer<int>(theirs[i]));
    }
}

std::filesystem::path pixelsPath(const std::filesystem::path& file) {
    return file.string() + ".rgba";
}

}  // namespace

const std::string& magickProgram() {
    static const std::string kProgram = [] {
        // `convert` may be any program; Debian's has a name of its own beside it.
        for (const char* name : {"magick", "convert-im6.q16", "convert"}) {
            if (succeeds(std::string(name) + " -version | grep -q '^Version: ImageMagick'"))
                return std::string(name);
        }
        return std::string();
    }();
    return kProgram;
}

Bytes noise(std::size_t size, std::mt19937& random) {
    Bytes bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random() & 0xFFU);
    return bytes;
}

void MagickCommands::add(const std::string& commands) {
    text_ += " \\( " + commands + " +delete \\)";
}

void MagickCommands::run() const {
    const std::string command = magickProgram() + text_ + " xc:none null:";  // `convert` needs a last image
    ASSERT_TRUE(succeeds(command)) << command;
}

void expectSameAsMagick(const ImageModule& module, const std::vector<std::filesystem::path>& files,
                        int tolerance) {
    // Without -auto-orient, ImageMagick keeps the rows of a TGA in their stored order.
    MagickCommands commands;
    for (const auto& file : files) {
        commands.add(fmt::format("{}:'{}' -auto-orient -depth 8 -write rgba:'{}'", module.id, file.string(),
                                 pixelsPath(file).string()));
    }
    commands.run();
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        Diagnostics diagnostics;
        const Bytes bytes = readBytes(file);
        const Result<Image> image = module.read(bytes, diagnostics);
        ASSERT_TRUE(image) << image.error().text();
        expectNear(*image, readBytes(pixelsPath(file)), tolerance);
    }
}

}  // namespace rigkiln::test
