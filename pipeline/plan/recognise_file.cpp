#include "pipeline/plan/recognise_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/content_problem.hpp"

namespace rigkiln {

std::string assetName(std::string_view path, const FormatModule& format) {
    const std::string_view name = splitName(path).name;
    const NameParts inner = splitName(name);
    const bool isPacked =
        std::ranges::find(format.extensions, foldCase(inner.extension)) != format.extensions.end();
    return std::string(isPacked ? inner.name : name);
}

namespace {

/// Returns the kind of a file that only its name assigns to the format.
AssetKind kindByName(const FormatModule& format, std::string_view path) {
    if (format.pairing == ClipPairing::None) return AssetKind::Model;
    if (!has(format.reads, Feature::Mesh)) return AssetKind::Clip;
    const std::string name = foldCase(assetName(path, format));
    const bool isClip = std::ranges::any_of(format.clipEndings,
                                            [&](std::string_view ending) { return name.ends_with(ending); });
    return isClip ? AssetKind::Clip : AssetKind::Unclear;
}

}  // namespace

RecognisedFile recognise(std::span<const FormatModule* const> formats, const std::string& path,
                         std::span<const std::byte> head) {
    const std::string_view extension = splitName(path).extension;
    for (const FormatModule* format : formats) {
        if (auto recognition = format->recognise(head, extension)) return {format, std::move(*recognition)};
    }
    const std::string folded = foldCase(extension);
    for (const FormatModule* format : formats) {
        if (std::ranges::find(format->extensions, folded) == format->extensions.end()) continue;
        return {format,
                {.kind = kindByName(*format, path), .description = std::string(format->title)},
                foreignContent(*format, path, head)};
    }
    return {};
}

namespace {

/// Returns "DirectDraw surface image"; empty for what is no image.
std::string imageDescription(std::span<const ImageModule* const> images, const std::string& path,
                             std::span<const std::byte> head) {
    const std::string extension = foldCase(splitName(path).extension);
    const auto found = std::ranges::find_if(
        images, [&](const ImageModule* image) { return image->recognise(head, extension); });
    return found == images.end() ? std::string() : fmt::format("{}{}", (*found)->title, kImageEnding);
}

/// Returns true when a longer head would give a better answer and the file is long enough.
bool wantsMore(const RecognisedFile& found, std::size_t head, std::uint64_t sizeBytes) {
    const std::size_t wants = found.recognition.wants;
    return wants > head && head < sizeBytes && wants <= kLongestHead;
}

}  // namespace

RecognisedFile recogniseWhole(std::span<const FormatModule* const> formats, const std::string& path,
                              std::span<const std::byte> bytes) {
    std::size_t head = std::min(bytes.size(), kHeadSize);
    RecognisedFile found = recognise(formats, path, bytes.first(head));
    while (wantsMore(found, head, bytes.size())) {
        head = std::min(bytes.size(), found.recognition.wants);
        found = recognise(formats, path, bytes.first(head));
    }
    return found;
}

Result<RecognisedFile> recogniseFile(std::span<const FormatModule* const> formats, FileTree& files,
                                     const std::string& path, std::span<const ImageModule* const> images) {
    Result<FileHead> head = files.readHead(path, kHeadSize);
    if (!head) return head.error();
    RecognisedFile found = recognise(formats, path, head->bytes);
    while (wantsMore(found, head->bytes.size(), head->sizeBytes)) {
        const std::size_t known = head->bytes.size();
        head = files.readHead(path, found.recognition.wants);
        if (!head) return head.error();
        if (head->bytes.size() <= known) break;  // the file became shorter meanwhile
        found = recognise(formats, path, head->bytes);
    }
    if (found.format == nullptr) {
        found.archive = findContainer(files.containers(), head->bytes);
        if (found.archive == nullptr)
            found.recognition.description = imageDescription(images, path, head->bytes);
    }
    found.sizeBytes = static_cast<std::size_t>(head->sizeBytes);
    return found;
}

}  // namespace rigkiln
