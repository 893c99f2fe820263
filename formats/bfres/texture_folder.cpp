#include "formats/bfres/texture_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/textures/bntx.hpp"
#include "formats/bfres/textures/texture_file.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::bfres {

namespace {

/// Headers of textures and positions of their base levels. Pixels are read on demand.
struct TextureList {
    std::vector<ArchiveMember> members{};
    std::vector<Texture> headers{};  ///< one per member; meaningless for members with a problem
    std::vector<Place> images{};     ///< likewise, one per member
};

class TextureArchive final : public Archive {
public:
    TextureArchive(std::shared_ptr<const ByteSource> source, TextureList list)
        : Archive(std::move(source), std::move(list.members)),
          headers_(std::move(list.headers)),
          images_(std::move(list.images)) {}

private:
    [[nodiscard]] Result<std::vector<std::byte>> unpack(std::size_t member,
                                                        std::uint64_t limit) const override {
        Texture texture = headers_[member];
        Result<std::vector<std::byte>> image = readRange(*source(), images_[member], texture.imageSize);
        if (!image) return image.error();
        texture.image = std::move(*image);
        Result<std::vector<std::byte>> bytes =
            guarded<std::vector<std::byte>>([&] { return encodeTextureFile(std::move(texture)); });
        if (bytes) bytes->resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes->size(), limit)));
        return bytes;
    }

    std::vector<Texture> headers_;
    std::vector<Place> images_;
};

void addTexture(TextureList& list, const std::string& name, Texture header, const TextureData& data) {
    ArchiveMember member{.name = textureFileName(name), .sizeBytes = textureFileSize(header)};
    if (data.image == 0 || header.imageSize == 0) member.problem = "its pixels are in another file";
    list.members.push_back(std::move(member));
    list.headers.push_back(std::move(header));
    list.images.push_back(data.image);
}

void addWiiUTextures(BfresReader& file, const Contents& contents, TextureList& list) {
    for (const SectionPlace& section : contents.of(Group::Textures)) {
        TextureData data;
        Texture header = readTextureHeader(file, section.place, data);
        header.userData.clear();
        if (data.image != 0) (void)file.openArray("image", data.image, header.imageSize, 1);
        addTexture(list, section.key, std::move(header), data);
    }
}

void addSwitchTextures(BfresReader& file, const Contents& contents, TextureList& list) {
    for (const SectionPlace& section : contents.of(Group::EmbeddedFiles)) {
        const std::span<const std::byte> embedded = viewEmbedded(file, section.place);
        if (!isBntx(embedded)) continue;
        const auto names = readBntxNames(embedded);
        if (!names) throw FormatError(section.key, 0, names.error().text());
        for (const std::string& name : *names) {
            list.members.push_back({.name = textureFileName(name),
                                    .sizeBytes = 0,
                                    .offset = {},
                                    .problem = "is a texture of the Switch (BNTX), which is not decoded"});
        }
    }
    list.headers.resize(list.members.size());
    list.images.resize(list.members.size());
}

TextureList listTextures(std::span<const std::byte> bytes) {
    TextureList list;
    FieldPath path;
    BfresReader file(bytes, path, readLayout(bytes));
    const Contents contents = readContents(file);
    if (file.layout().isSwitch()) {
        addSwitchTextures(file, contents, list);
    } else {
        addWiiUTextures(file, contents, list);
    }
    return list;
}

Result<std::shared_ptr<const Archive>> open(std::shared_ptr<const ByteSource> source,
                                            const ContainerLimits& limits) {
    if (const auto problem = expansionProblem(source->size(), source->size(), limits))
        return kBeyondLimit.at("file", *problem);
    const Result<SharedBytes> bytes = source->readAll();
    if (!bytes) return bytes.error();
    Result<TextureList> list = guarded<TextureList>([&] { return listTextures(*bytes); });
    if (!list) return list.error();
    // Folders stay open for a while, so one without pixels releases its file.
    if (std::ranges::none_of(list->members,
                             [](const ArchiveMember& member) { return member.problem.empty(); }))
        source = std::make_shared<MemorySource>(SharedBytes());
    return std::shared_ptr<const Archive>(
        std::make_shared<TextureArchive>(std::move(source), std::move(*list)));
}

constexpr std::array<std::string_view, 2> kFolderExtensions = {".bfres", ".sbfres"};
constexpr std::string_view kCompanion = ".Tex1";

}  // namespace

std::vector<std::string> textureCompanionNames(std::string_view fileName) {
    const std::size_t dot = fileName.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return {};
    const std::string_view stem = fileName.substr(0, dot);
    const std::string_view extension = fileName.substr(dot);
    const bool isOne = stem.size() > kCompanion.size() &&
                       equalIgnoringCase(stem.substr(stem.size() - kCompanion.size()), kCompanion);
    if (isOne) return {};
    const std::string companion = std::string(stem) + std::string(kCompanion);
    std::vector<std::string> names = {companion + std::string(extension)};
    for (const std::string_view other : kFolderExtensions) {
        if (!equalIgnoringCase(other, extension)) names.push_back(companion + std::string(other));
    }
    return names;
}

constinit const ImageFolderModule kBfresTextures{
    .container = {.id = "bfres",
                  .title = "textures of a BFRES file",
                  .extensions = kFolderExtensions,
                  .kind = ContainerKind::Archive,
                  .recognise = isBfres,
                  .open = open},
    .memberExtension = kTextureExtension,
    .companions = textureCompanionNames,
};

}  // namespace rigkiln::bfres
