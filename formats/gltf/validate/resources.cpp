#include "formats/gltf/validate/resources.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/gltf/uri.hpp"
#include "formats/gltf/validate/data_uri.hpp"
#include "formats/gltf/validate/image_info.hpp"
#include "formats/gltf/validate/link_document.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// Limit for all files beside one glTF together.
constexpr std::size_t kMostBytesBeside = std::size_t{2} << 30U;

/// Reads files beside the glTF, each once.
class FilesBeside {
public:
    explicit FilesBeside(FileSource& companions) : companions_(companions) {}

    /// `isImage`: may be in the folder that several models share.
    const Result<SharedBytes>& read(std::string_view uri, bool isImage) {
        const auto known = files_.find({uri, isImage});
        if (known != files_.end()) return known->second;
        Result<SharedBytes> file = readFile(uri, isImage);
        if (file) left_ -= std::min(left_, file->size());
        return files_.emplace(std::pair(uri, isImage), std::move(file)).first->second;
    }

private:
    Result<SharedBytes> readFile(std::string_view uri, bool isImage) {
        const auto path = gltf::decodePercent(uri);
        if (!path || kindOfUri(uri) != UriKind::Relative)
            return kBadPath.error(fmt::format("{} is no path below the file", quote(uri, 60)));
        Result<FileSource::Found> found = companions_.readBeside(*path, left_);
        if (!found && isImage) {
            Result<FileSource::Found> shared = companions_.readShared(*path);
            if (shared) return std::move(shared->bytes);
        }
        if (!found) return found.error();
        return std::move(found->bytes);
    }

    FileSource& companions_;
    std::map<std::pair<std::string_view, bool>, Result<SharedBytes>> files_;
    std::size_t left_ = kMostBytesBeside;
};

class ResourceChecker {
public:
    ResourceChecker(MemberReader& in, Document& document, FileSource& companions)
        : in_(in), document_(document), files_(companions) {}

    void checkBuffer(Buffer& buffer, bool isOfGlb, std::optional<std::span<const std::byte>> binary);
    void checkImage(Image& image);
    void checkTexture(const Texture& texture);

private:
    std::optional<HeldBytes> bytesOf(const Buffer& buffer, bool isOfGlb,
                                     std::optional<std::span<const std::byte>> binary);
    std::optional<HeldBytes> bytesOf(const Image& image);
    std::optional<HeldBytes> bytesOfFile(std::string_view uri, bool isImage);
    void checkHeader(Image& image, std::span<const std::byte> bytes);

    MemberReader& in_;
    Document& document_;
    FilesBeside files_;
};

std::optional<HeldBytes> ResourceChecker::bytesOfFile(std::string_view uri, bool isImage) {
    const Result<SharedBytes>& file = files_.read(uri, isImage);
    if (file) return HeldBytes(*file);
    in_.report(kIoError, "uri", file.error().text());
    return std::nullopt;
}

std::optional<HeldBytes> ResourceChecker::bytesOf(const Buffer& buffer, bool isOfGlb,
                                                  std::optional<std::span<const std::byte>> binary) {
    if (buffer.uri != nullptr) return bytesOfFile(*buffer.uri, false);
    if (buffer.held) return buffer.held;
    if (!isOfGlb || buffer.hasUri) return std::nullopt;
    if (!binary || binary->empty()) {
        in_.report(kBufferMissingGlbData, "has no uri, and the file no binary chunk");
        return std::nullopt;
    }
    return HeldBytes(*binary);
}

void ResourceChecker::checkBuffer(Buffer& buffer, bool isOfGlb,
                                  std::optional<std::span<const std::byte>> binary) {
    if (buffer.byteLength == kNone) return;
    const auto held = bytesOf(buffer, isOfGlb, binary);
    if (!held) return;
    const auto size = static_cast<Integer>(held->bytes.size());
    if (size < buffer.byteLength) {
        in_.report(kBufferByteLengthMismatch,
                   fmt::format("has {} bytes, byteLength is {}", size, buffer.byteLength));
        return;
    }
    const Integer padded = (buffer.byteLength + 3) / 4 * 4;
    if (isOfGlb && !buffer.hasUri && size > padded)
        in_.report(kBufferGlbChunkTooBig,
                   fmt::format("has {} bytes, the binary chunk {}", buffer.byteLength, size));
    buffer.held = held;
}

std::optional<HeldBytes> ResourceChecker::bytesOf(const Image& image) {
    if (image.hasExtensions) return std::nullopt;
    if (image.uri != nullptr) return bytesOfFile(*image.uri, true);
    if (image.held) return image.held;
    const BufferView* view = document_.bufferViews.find(image.bufferView);
    const Buffer* buffer = view == nullptr ? nullptr : document_.buffers.find(view->buffer);
    if (buffer == nullptr || !buffer->held || view->byteOffset == kNone || view->byteLength == kNone)
        return std::nullopt;
    const std::span<const std::byte> bytes = buffer->held->bytes;
    const auto size = static_cast<Integer>(bytes.size());
    if (view->byteOffset + view->byteLength > size) return std::nullopt;
    return HeldBytes(bytes.subspan(static_cast<std::size_t>(view->byteOffset),
                                   static_cast<std::size_t>(view->byteLength)));
}

void ResourceChecker::checkHeader(Image& image, std::span<const std::byte> bytes) {
    const ImageInfo info = readImageInfo(bytes);
    switch (info.state) {
        case ImageInfo::State::Unknown:
            return in_.report(kImageUnrecognizedFormat, "is no PNG, JPEG or WebP");
        case ImageInfo::State::Cut:
            return in_.report(kImageUnexpectedEos, "ends inside its header");
        case ImageInfo::State::Damaged:
            return in_.report(kImageDataInvalid, info.problem);
        case ImageInfo::State::Read:
            break;
    }
    image.foundType = imageType(bytes);
    if (image.foundType == "image/webp" && !in_.knows("EXT_texture_webp"))
        in_.report(kImageNonEnabledMimeType, "is a WebP, which needs EXT_texture_webp");
    if (image.mimeType != nullptr && *image.mimeType != image.foundType) {
        const bool isOfView = image.bufferView != kNone && image.uri == nullptr && !image.held;
        in_.report(kImageMimeTypeInvalid, isOfView ? "bufferView" : "uri",
                   fmt::format("is of {}, mimeType is {}", image.foundType, quote(*image.mimeType)));
    }
    if (!std::has_single_bit(info.width) || !std::has_single_bit(info.height))
        in_.report(kImageNpotDimensions, fmt::format("has {} x {} pixels", info.width, info.height));
    if (info.hasUnusualFeatures)
        in_.report(
            kImageFeaturesUnsupported,
            "has its own colour space, pixels that are not square, or animation; programs ignore these");
}

void ResourceChecker::checkImage(Image& image) {
    if (const auto held = bytesOf(image)) checkHeader(image, held->bytes);
}

void ResourceChecker::checkTexture(const Texture& texture) {
    const auto typeOf = [&](Integer index) -> std::string_view {
        const Image* image = document_.images.find(index);
        if (image == nullptr) return {};
        return image->mimeType == nullptr ? image->foundType : std::string_view(*image->mimeType);
    };
    const std::string_view type = typeOf(texture.source);
    if (!type.empty() && type != "image/png" && type != "image/jpeg")
        in_.report(kTextureInvalidImageMimeType, "source",
                   fmt::format("is an image of {}, expected image/png or image/jpeg", quote(type)));
    if (!texture.webpSource) return;
    const std::string_view webp = typeOf(*texture.webpSource);
    if (webp.empty() || webp == "image/webp") return;
    const auto extensions = in_.place().enter("extensions");
    const auto scope = in_.place().enter("EXT_texture_webp");
    in_.report(kTextureInvalidImageMimeType, "source",
               fmt::format("is an image of {}, expected image/webp", quote(webp)));
}

}  // namespace

void checkResources(MemberReader& in, Document& document, FileSource& companions, bool isGlb,
                    std::optional<std::span<const std::byte>> binary) {
    ResourceChecker checker(in, document, companions);
    forEachObject(in, document.buffers, "buffers", [&](Buffer& buffer, Integer index) {
        checker.checkBuffer(buffer, isGlb && index == 0, binary);
    });
    forEachObject(in, document.images, "images",
                  [&](Image& image, Integer /*index*/) { checker.checkImage(image); });
    forEachObject(in, document.textures, "textures",
                  [&](const Texture& texture, Integer /*index*/) { checker.checkTexture(texture); });
}

}  // namespace rigkiln::gltf_validation
