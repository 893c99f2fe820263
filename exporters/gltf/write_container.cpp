#include "exporters/gltf/write_container.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "exporters/gltf/write_json.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/side_name.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN\0"
constexpr std::uint32_t kContainerVersion = 2;
constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;

using Bytes = std::vector<std::byte>;

void appendNumber(Bytes& bytes, std::uint64_t number) {
    const auto narrow = static_cast<std::uint32_t>(number);
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::byte>(narrow >> shift));
    }
}

std::size_t paddingOf(const BufferView& view) {
    return (4 - view.storedSize() % 4) % 4;
}

/// Moves the views to `pieces`, each followed by zeros up to a multiple of 4. The zeros are a piece of their
/// own: growing a view could copy it.
void movePieces(Document& document, std::vector<SharedBytes>& pieces) {
    for (BufferView& view : document.bufferViews) {
        const std::size_t padding = paddingOf(view);
        const std::span<const SharedBytes> blocks = view.storedBlocks();
        pieces.insert(pieces.end(), blocks.begin(), blocks.end());
        view = {};
        if (padding > 0) pieces.push_back(Bytes(padding));
    }
}

std::uint64_t bufferHash(const Document& document) {
    static constexpr std::array<std::byte, 3> kZeros{};
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    XXH3_64bits_reset(state.get());
    for (const BufferView& view : document.bufferViews) {
        for (const SharedBytes& block : view.storedBlocks())
            XXH3_64bits_update(state.get(), block.data(), block.size());
        XXH3_64bits_update(state.get(), kZeros.data(), paddingOf(view));
    }
    return XXH3_64bits_digest(state.get());
}

}  // namespace

Status checkGlbSize(std::uint64_t sizeBytes) {
    if (sizeBytes <= kLargestGlb) return Done{};
    return kNotRepresentable.error(fmt::format(
        "glb would have {} bytes, limit {} (32 bits); write .gltf instead", sizeBytes, kLargestGlb));
}

Result<OutputSet> writeGlb(Document document, std::string_view fileName) {
    std::string json = writeJson(document, {});
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::uint64_t binSize = bufferByteLength(document);
    const std::uint64_t size =
        kHeaderSize + kChunkHeaderSize + json.size() + (binSize == 0 ? 0 : kChunkHeaderSize + binSize);
    if (const Status fits = checkGlbSize(size); !fits) return fits.error();

    OutputFile file{.name = std::string(fileName), .pieces = {}};
    Bytes head;
    head.reserve(kHeaderSize + kChunkHeaderSize);
    appendNumber(head, kMagic);
    appendNumber(head, kContainerVersion);
    appendNumber(head, size);
    appendNumber(head, json.size());
    appendNumber(head, kJsonChunk);
    file.pieces.push_back(std::move(head));
    file.pieces.emplace_back(std::move(json));
    if (binSize != 0) {
        Bytes binHead;
        appendNumber(binHead, binSize);
        appendNumber(binHead, kBinChunk);
        file.pieces.push_back(std::move(binHead));
    }
    movePieces(document, file.pieces);
    OutputSet set;
    set.push_back(std::move(file));
    return set;
}

OutputSet writeGltf(Document document, std::string_view fileName) {
    OutputSet set;
    std::string uri;
    if (!document.bufferViews.empty()) {
        const std::string_view stem = fileName.substr(0, fileName.rfind('.'));
        const std::string name = sideFileName(sideFileStem(stem), bufferHash(document), ".bin");
        uri = percentEncoded(name);
        set.push_back({.name = name, .pieces = {}});
    }
    OutputFile main{.name = std::string(fileName), .pieces = {}};
    main.pieces.emplace_back(writeJson(document, uri));
    if (!set.empty()) movePieces(document, set.front().pieces);
    set.push_back(std::move(main));
    return set;
}

std::string percentEncoded(std::string_view text) {
    static constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    std::string encoded;
    for (const char character : text) {
        if (kPlain.find(character) != std::string_view::npos) {
            encoded += character;
        } else {
            encoded += fmt::format("%{:02X}", static_cast<unsigned char>(character));
        }
    }
    return encoded;
}

std::string encodedPath(std::string_view path) {
    std::string encoded;
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        encoded += percentEncoded(path.substr(0, slash)) + "/";
        path.remove_prefix(slash + 1);
    }
    return encoded + percentEncoded(path);
}

}  // namespace rigkiln::gltf_export
