#include "formats/ctsa/ctsa_format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_checks.hpp"
#include "formats/ctsa/ctsa_dump.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_image.hpp"
#include "formats/ctsa/ctsa_issues.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "formats/ctsa/ctsa_options.hpp"
#include "formats/ctsa/ctsa_to_scene.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/conversion/texture_finder.hpp"

namespace rigkiln::ctsa {
namespace {

constexpr std::string_view kExtension = ".ctsa";

std::optional<Recognition> recognise(std::span<const std::byte> head, std::string_view extension) {
    if (head.empty() || !equalIgnoringCase(extension, kExtension)) return std::nullopt;
    return Recognition{.kind = AssetKind::Model, .description = "STEEL Sprite Studio animation"};
}

Result<Probe> probe(std::span<const std::byte> bytes, const ReadLimits& /*limits*/) {
    const Result<CtsaFile> file = decodeCtsa(bytes);
    if (!file) return file.error();
    return Probe{.jointCount = file->frames.size() + 1, .highestJoint = {}};
}

/// Whether the image is a PNG of grey with alpha, as images of palette indices are.
bool isGreyWithAlpha(std::span<const std::byte> image) {
    constexpr std::size_t kColorTypeAt = 25;
    constexpr std::byte kFirstOfPng{0x89};
    constexpr std::byte kGreyWithAlpha{4};
    return image.size() > kColorTypeAt && image.front() == kFirstOfPng &&
           image[kColorTypeAt] == kGreyWithAlpha;
}

/// Reads one animation and reports its oddities.
class Reader {
public:
    Reader(const ReadRequest& request, Diagnostics& diagnostics)
        : request_(request), diagnostics_(diagnostics) {}

    Result<Scene> read() {
        Result<CtsaOptions> options = readOptions(request_.options);
        if (!options) return options.error();
        options_ = std::move(*options);
        const Result<CtsaFile> file =
            decodeCtsa(request_.bytes, {.baseName = request_.name, .refusesTrailing = options_.isStrict});
        if (!file) return file.error();
        checkCtsa(*file, diagnostics_);

        scene_.name = request_.name;
        scene_.sourceFormat = "ctsa";
        const std::string own = nameText(file->name).utf8;
        const std::string fileName = toUtf8(request_.name);
        CtsaScene source{.file = *file,
                         .name = own.empty() ? std::string_view(fileName) : std::string_view(own),
                         .reading = {.fileName = own == fileName ? std::string() : fileName,
                                     .image = {},
                                     .sheet = {},
                                     .mode = options_.mode,
                                     .ticksPerSecond = options_.ticksPerSecond,
                                     .pixelsPerUnit = options_.pixelsPerUnit},
                         .image = {}};
        if (!file->frames.empty()) {
            if (const Status found = findSheetImage(*file, source); !found) return found.error();
        }
        if (const Status added = addToScene(source, scene_); !added) return added.error();
        return std::move(scene_);
    }

private:
    Status findSheetImage(const CtsaFile& file, CtsaScene& source) {
        const std::vector<std::string> beside = request_.companions.imagesBeside();
        const std::optional<std::string> name =
            options_.image.empty() ? chooseImage(beside, request_.name) : std::optional(options_.image);
        if (!name) {
            diagnostics_.add(kNoSheetImage, "sheet",
                             fmt::format("{} images lie beside it, none called {}; give `image`",
                                         beside.size(), quote(request_.name)));
            return Done{};
        }
        TextureFinder textures(scene_, request_.companions, diagnostics_);
        const auto texture = textures.find(*name, {.needsTraits = true});
        if (!texture) return Done{};
        const ImageTraits traits = textures.traitsOf(*texture);
        if (hasPalette(beside) && isGreyWithAlpha(scene_.textures[texture->value].encoded))
            diagnostics_.add(kIndexImage, "image " + quote(*name));
        const PixelSize size{.width = traits.width, .height = traits.height};
        if (const Status fits = checkGiven(size, *name); !fits) return fits.error();
        source.reading.image = *name;
        source.image =
            SheetImage{.file = toUtf8(*name), .texture = *texture, .alphaMode = alphaMode(traits.alpha)};
        // Without a known size the whole image is taken as the sheet.
        if (size.width == 0 || size.height == 0) return Done{};
        source.reading.sheet = findSheet(file, size, options_.sheet);
        reportSheet(file, source.reading.sheet, size);
        return Done{};
    }

    [[nodiscard]] Status checkGiven(PixelSize image, std::string_view name) const {
        if (!options_.sheet || image.width == 0) return Done{};
        if (options_.sheet->width <= image.width && options_.sheet->height <= image.height) return Done{};
        return kUnsuitableOption.at(
            "option sheet", fmt::format("is {}x{}, larger than the image {} of {}x{}", options_.sheet->width,
                                        options_.sheet->height, quote(name), image.width, image.height));
    }

    static AlphaMode alphaMode(AlphaKind alpha) {
        switch (alpha) {
            case AlphaKind::None:
                return AlphaMode::Opaque;
            case AlphaKind::Binary:
                return AlphaMode::Mask;
            case AlphaKind::Smooth:
                break;
        }
        return AlphaMode::Blend;
    }

    void reportSheet(const CtsaFile& file, const Sheet& sheet, PixelSize image) {
        if (sheet.source == SheetSource::Ambiguous) {
            diagnostics_.add(
                kSheetSize, "sheet",
                fmt::format("image {}x{}, {} widths and {} heights would do; give `sheet`", image.width,
                            image.height, sheet.possibleWidths, sheet.possibleHeights));
        }
        if (sheet.source == SheetSource::Found) {
            diagnostics_.add(kPaddedImage, "sheet",
                             fmt::format("{}x{} in an image of {}x{}", sheet.size.width, sheet.size.height,
                                         image.width, image.height));
        }
        if (!framePixels(file, sheet.size)) {
            diagnostics_.add(kFrameWithoutPixels, "sheet",
                             fmt::format("{}x{} pixels", sheet.size.width, sheet.size.height));
        }
    }

    const ReadRequest& request_;
    Diagnostics& diagnostics_;
    CtsaOptions options_;
    Scene scene_;
};

Result<Scene> read(const ReadRequest& request, Diagnostics& diagnostics) {
    return Reader(request, diagnostics).read();
}

constexpr std::array<const IssueKind*, 9> kSceneIssues = {
    &kNoSheetImage,    &kSheetSize,         &kPaddedImage, &kIndexImage,    &kFrameWithoutPixels,
    &kTextureNotFound, &kTextureUnreadable, &kTextureOdd,  &kTextureResized};

constexpr auto kIssues = [] {
    std::array<const IssueKind*, kCtsaFileIssues.size() + kSceneIssues.size()> all{};
    std::copy(kCtsaFileIssues.begin(), kCtsaFileIssues.end(), all.begin());
    std::copy(kSceneIssues.begin(), kSceneIssues.end(), all.begin() + kCtsaFileIssues.size());
    return all;
}();

constexpr std::array kExtensions = {kExtension};
constexpr std::array<std::string_view, 1> kVersions = {"any"};  // files store no version

}  // namespace

constinit const FormatModule kCtsaFormat{
    .id = "ctsa",
    .title = "STEEL Sprite Studio animation",
    .extensions = kExtensions,
    .versions = kVersions,
    .reads = Feature::Skeleton | Feature::Mesh | Feature::Material | Feature::Texture | Feature::Clip |
             Feature::Visibility,
    .revision = 1,
    .isKnownByName = true,
    .family = "ctsa",
    .options = kCtsaOptions,
    .issues = kIssues,
    .recognise = recognise,
    .probe = probe,
    .read = read,
    .reencode = reencodeCtsa,
    .dump = dumpCtsa,
};

}  // namespace rigkiln::ctsa
