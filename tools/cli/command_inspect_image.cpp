#include "tools/cli/command_inspect_image.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/image/image_facts.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::size_t kChannels = 4;
constexpr std::uint8_t kOpaquePixel = 255;

std::string_view alphaUse(const InspectedImage& image) {
    if (image.partly > 0) return "smooth";
    return image.transparent > 0 ? "binary" : "none";
}

std::string alphaText(const InspectedImage& image) {
    const auto all = static_cast<double>(std::size_t{image.width} * image.height);
    const auto share = [&](std::size_t pixels) { return 100 * static_cast<double>(pixels) / all; };
    if (image.partly == 0 && image.transparent == 0) return "every pixel is opaque";
    if (image.partly == 0)
        return fmt::format("{:.3g} % of the pixels are transparent, the others opaque",
                           share(image.transparent));
    return fmt::format("{:.3g} % of the pixels are transparent, {:.3g} % partly", share(image.transparent),
                       share(image.partly));
}

}  // namespace

Result<InspectedImage> inspectImage(const std::string& path, const ImageModule& format,
                                    std::span<const std::byte> file) {
    InspectedImage image{.path = path, .sizeBytes = file.size(), .format = &format};
    const Result<Image> pixels = format.read(file, image.diagnostics);
    if (!pixels) return pixels.error();
    Result<images::ImageFacts> facts = images::readImageFacts(format.id, file);
    if (!facts) return facts.error();
    image.width = pixels->width;
    image.height = pixels->height;
    image.coding = std::move(facts->coding);
    image.levels = facts->levels;
    for (std::size_t alpha = kChannels - 1; alpha < pixels->pixels.size(); alpha += kChannels) {
        const std::uint8_t opacity = pixels->pixels[alpha];
        image.transparent += opacity == 0 ? 1U : 0U;
        image.partly += opacity != 0 && opacity != kOpaquePixel ? 1U : 0U;
    }
    return image;
}

std::string imageText(const InspectedImage& image) {
    std::string text =
        fmt::format("{}: {}, {}\n", toUtf8(image.path), image.format->title, byteCountText(image.sizeBytes));
    text += fmt::format("{} x {} pixels", image.width, image.height);
    if (!image.coding.empty()) text += ", " + image.coding;
    if (image.levels > 1) text += fmt::format(", {} mip levels", image.levels);
    text += fmt::format("\nalpha: {}\n", alphaText(image));
    for (const Issue& issue : image.diagnostics.issues()) {
        text += fmt::format("{} [{}] {}: {}\n", toString(issue.kind->severity), issue.kind->id,
                            issue.details.empty() ? issue.where : issue.details, issue.kind->sentence);
    }
    return text;
}

std::string imageJson(const InspectedImage& image) {
    nlohmann::ordered_json json = {{"file", toUtf8(image.path)},
                                   {"image", image.format->id},
                                   {"description", image.format->title},
                                   {"bytes", image.sizeBytes},
                                   {"width", image.width},
                                   {"height", image.height},
                                   {"coding", image.coding},
                                   {"levels", image.levels},
                                   {"alpha", alphaUse(image)},
                                   {"transparent_pixels", image.transparent},
                                   {"partly_transparent_pixels", image.partly},
                                   {"issues", nlohmann::ordered_json::array()}};
    for (const Issue& issue : image.diagnostics.issues()) {
        json["issues"].push_back({{"id", issue.kind->id},
                                  {"severity", toString(issue.kind->severity)},
                                  {"where", toUtf8(issue.where)},
                                  {"details", toUtf8(issue.details)}});
    }
    return json.dump(2);
}

}  // namespace rigkiln::cli
