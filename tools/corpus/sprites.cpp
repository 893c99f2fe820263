#include "tools/corpus/sprites.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "formats/image/png.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

using Color = std::array<std::uint8_t, 4>;

void setPixel(Image& image, std::uint32_t x, std::uint32_t y, const Color& color) {
    const std::size_t at = (std::size_t{y} * image.width + x) * color.size();
    std::ranges::copy(color, image.pixels.begin() + static_cast<std::ptrdiff_t>(at));
}

Image makeClear(std::uint32_t width, std::uint32_t height) {
    Image image{.width = width, .height = height};
    image.pixels.resize(std::size_t{4} * width * height);
    return image;
}

/// Pixels of one frame, from its upper left corner.
class Frame {
public:
    Frame(Image& sheet, const SheetPlan& plan, std::uint32_t number)
        : sheet_(sheet),
          plan_(plan),
          left_(plan.left + number * plan.frameWidth),
          top_(plan.height - plan.bottom - plan.frameHeight) {}

    void fillDisc(double centerX, double centerY, double radius, const Color& color) {
        for (std::uint32_t y = 0; y < plan_.frameHeight; ++y) {
            for (std::uint32_t x = 0; x < plan_.frameWidth; ++x) {
                const double right = x + 0.5 - centerX;
                const double down = y + 0.5 - centerY;
                if (right * right + down * down <= radius * radius)
                    setPixel(sheet_, left_ + x, top_ + y, color);
            }
        }
    }

    void fill(std::uint32_t x, std::uint32_t y, const Color& color) {
        if (x < plan_.frameWidth && y < plan_.frameHeight) setPixel(sheet_, left_ + x, top_ + y, color);
    }

private:
    Image& sheet_;
    const SheetPlan& plan_;
    std::uint32_t left_;
    std::uint32_t top_;
};

ArtFile spriteFile(const std::string& path, const ctsa::CtsaFile& file) {
    Result<std::vector<std::byte>> bytes = ctsa::encodeCtsa(file);
    if (!bytes) throw std::logic_error(path + ": " + bytes.error().text());
    return {path, std::move(*bytes)};
}

}  // namespace

Image makeSheet(const SheetPlan& plan, std::uint64_t seed) {
    Random random(seed);
    Image sheet = makeClear(plan.width, plan.height);
    for (std::uint32_t number = 0; number < plan.frames; ++number) {
        Frame frame(sheet, plan, number);
        Color color = {0, 0, 0, 255};
        for (std::size_t channel = 0; channel < 3; ++channel)
            color.at(channel) = static_cast<std::uint8_t>(64 + random.below(192));
        const double phase = static_cast<double>(number) / plan.frames;
        const double height = phase * (1 - phase) * plan.frameHeight;
        const double radius = plan.frameHeight / 4.0;
        frame.fillDisc(plan.frameWidth / 2.0, plan.frameHeight - radius - height, radius, color);
        for (std::uint32_t dot = 0; dot < number; ++dot)
            frame.fill(1 + 2 * dot, 1, {255, 255, 255, 255});
    }
    return sheet;
}

Image makePadded(const Image& sheet) {
    Image padded = makeClear(std::bit_ceil(sheet.width), std::bit_ceil(sheet.height));
    const std::uint32_t left = (padded.width - sheet.width) / 2;
    const std::uint32_t top = (padded.height - sheet.height) / 2;
    for (std::uint32_t y = 0; y < sheet.height; ++y) {
        const auto row = sheet.pixels.begin() + static_cast<std::ptrdiff_t>(std::size_t{4} * y * sheet.width);
        const std::size_t at = (std::size_t{top + y} * padded.width + left) * 4;
        std::copy_n(row, std::size_t{4} * sheet.width,
                    padded.pixels.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return padded;
}

ctsa::CtsaFile makeSprite(const SheetPlan& plan, std::u16string name) {
    const auto part = [](std::uint32_t pixels, std::uint32_t of) {
        return static_cast<float>(static_cast<double>(pixels) / of);
    };
    ctsa::CtsaFile file;
    file.name = std::move(name);
    file.prefixSize = ctsa::shortestPrefix(file.name.size());
    file.leftU = part(plan.left, plan.width);
    file.bottomV = part(plan.bottom, plan.height);
    file.topV = part(plan.bottom + plan.frameHeight, plan.height);
    file.frameWidth = part(plan.frameWidth, plan.width);
    for (std::uint32_t frame = 0; frame < plan.frames; ++frame) {
        constexpr std::uint32_t kByUpdates = 3;
        const bool isByUpdates = frame % kByUpdates == kByUpdates - 1;
        file.frames.push_back({.time = 80,
                               .updates = isByUpdates ? 5 : 0,
                               .swapType = isByUpdates ? ctsa::kSwapByUpdates : ctsa::kSwapByTime});
    }
    return file;
}

std::vector<ArtFile> makeSpriteFiles(std::uint64_t seed) {
    const SheetPlan hop{.width = 256, .height = 32, .frameWidth = 32, .frameHeight = 32, .frames = 8};
    SheetPlan half = hop;
    half.left = 4 * half.frameWidth;
    half.frames = 4;
    ctsa::CtsaFile empty = makeSprite(hop, u"Nothing");
    empty.frames.clear();
    empty.leftU = empty.bottomV = empty.topV = empty.frameWidth = -1;
    // Sides are primes, so that only one sheet size gives whole pixels.
    const SheetPlan torch{
        .width = 149, .height = 23, .left = 2, .bottom = 3, .frameWidth = 29, .frameHeight = 17, .frames = 5};
    std::vector<ArtFile> files;
    files.push_back(spriteFile("Sprites/Hopper/Hop.ctsa", makeSprite(hop, u"Hop")));
    files.push_back(spriteFile("Sprites/Hopper/Land.ctsa", makeSprite(half, u"Land")));
    files.push_back(spriteFile("Sprites/Hopper/Nothing.ctsa", empty));
    files.push_back({"Sprites/Hopper/Sheet.png", images::encodePng(makeSheet(hop, seed))});
    files.push_back(spriteFile("Sprites/Torch/Torch.ctsa", makeSprite(torch, u"Torch")));
    files.push_back({"Sprites/Torch/Torch.png", images::encodePng(makePadded(makeSheet(torch, seed + 1)))});
    return files;
}

std::vector<ArtFile> makeSpriteSeeds() {
    std::vector<ArtFile> seeds;
    for (const ArtFile& file : makeSpriteFiles(1)) {
        if (!file.path.ends_with(".ctsa")) continue;
        const std::string name = file.path.substr(file.path.rfind('/') + 1);
        for (const char* target : {"fuzz_ctsa", "fuzz_ctsa_back"})
            seeds.push_back({std::string(target) + "/" + name, file.bytes});
    }
    return seeds;
}

}  // namespace rigkiln::corpus
