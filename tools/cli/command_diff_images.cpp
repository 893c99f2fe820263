#include "tools/cli/command_diff_images.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/image/image_facts.hpp"
#include "library/conversion/conversion_request.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_images.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/usable_image.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

constexpr double kChannelRange = 255;

struct ReadImage {
    const ImageModule* format = nullptr;
    Image image{};
    images::ImageFacts facts{};
};

/// Reads a file that may be an image; nothing when it is of another kind.
Result<std::optional<ReadImage>> readImage(FileTree& files, const std::string& path) {
    using Found = std::optional<ReadImage>;
    const std::string source = resolvedPath(path);
    const Result<RecognisedFile> recognised = recogniseFile(registries().formats, files, source);
    if (!recognised) return recognised.error();
    if (recognised->format != nullptr || recognised->archive != nullptr) return Found();
    const Result<SharedBytes> bytes = files.readShared(source);
    if (!bytes) return bytes.error();
    const ImageModule* format = imageFormatOf(registries().images, path, *bytes);
    if (format == nullptr) return Found();
    Diagnostics ignored;
    Result<Image> image = format->read(*bytes, ignored);
    if (!image) return inFile(path, image.error());
    Result<images::ImageFacts> facts = images::readImageFacts(format->id, *bytes);
    if (!facts) return inFile(path, facts.error());
    return Found(ReadImage{.format = format, .image = std::move(*image), .facts = std::move(*facts)});
}

/// "32 x 32 pixels, PNG, 8 bits, 3 mip levels"
std::string describe(const ReadImage& file) {
    std::string text =
        fmt::format("{} x {} pixels, {}", file.image.width, file.image.height, file.format->title);
    if (!file.facts.coding.empty()) text += ", " + file.facts.coding;
    if (file.facts.levels > 1) text += fmt::format(", {} mip levels", file.facts.levels);
    return text;
}

nlohmann::ordered_json jsonOf(const std::string& path, const ReadImage& file) {
    return {{"file", toUtf8(path)},        {"image", file.format->id},    {"width", file.image.width},
            {"height", file.image.height}, {"coding", file.facts.coding}, {"levels", file.facts.levels}};
}

Error oneImage(const ImagePair& files, bool isLeft) {
    const std::string& image = isLeft ? files.left : files.right;
    const std::string& other = isLeft ? files.right : files.left;
    return usageError(
        image,
        fmt::format("is an image and {} is none; give two images, or two models or clips", quote(other)));
}

std::string textOfPair(const ImagePair& files, const ReadImage& left, const ReadImage& right,
                       const std::optional<ImageDifference>& difference, bool isSame) {
    std::string text = fmt::format("A: {}: {}\nB: {}: {}\n", toUtf8(files.left), describe(left),
                                   toUtf8(files.right), describe(right));
    if (isSame) {
        text += fmt::format("the same: {} pixels", left.image.pixels.size() / 4);
        if (difference) text += fmt::format("; within the tolerance: {}", textOf(*difference));
    } else {
        text += fmt::format("different: {}", textOf(*difference));
    }
    return text + "\n";
}

}  // namespace

Result<std::optional<ImageDiff>> diffImages(const ImagePair& files) {
    using Found = std::optional<ImageDiff>;
    FileTree tree(registries().containers, {}, 0);
    const Result<std::optional<ReadImage>> left = readImage(tree, files.left);
    if (!left) return left.error();
    const Result<std::optional<ReadImage>> right = readImage(tree, files.right);
    if (!right) return right.error();
    if (!*left && !*right) return Found();
    if (!*left || !*right) return oneImage(files, left->has_value());
    const std::optional<ImageDifference> difference = comparePixels((*left)->image, (*right)->image);
    const bool isSame = !difference || (difference->problem.empty() &&
                                        difference->largest <= files.tolerance * kChannelRange);
    if (!files.json)
        return Found(
            ImageDiff{.text = textOfPair(files, **left, **right, difference, isSame), .isSame = isSame});
    nlohmann::ordered_json json = {{"left", jsonOf(files.left, **left)},
                                   {"right", jsonOf(files.right, **right)},
                                   {"within", isSame},
                                   {"number_tolerance", files.tolerance}};
    if (difference) {
        json["difference"] = {{"text", textOf(*difference)},
                              {"pixels", difference->pixels},
                              {"differing_pixels", difference->differing},
                              {"largest", difference->largest},
                              {"opacity_alone", difference->alphaOnly}};
        if (difference->differing > 0)
            json["difference"]["first"] = {difference->first.width, difference->first.height};
    }
    return Found(ImageDiff{.text = json.dump(2) + "\n", .isSame = isSame});
}

}  // namespace rigkiln::cli
