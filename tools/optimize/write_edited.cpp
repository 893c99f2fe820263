#include "tools/optimize/write_edited.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "exporters/gltf/write_container.hpp"
#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/uri.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::optimize {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kWrittenBinaryChunk = 0x004E4942;
constexpr std::uint32_t kVersion = 2;

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

void append(Bytes& bytes, std::uint64_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(number >> shift & 0xFFU));
}

/// Appends a chunk, padded to a multiple of 4.
void appendChunk(Bytes& bytes, std::uint32_t type, std::span<const std::byte> content, char filler) {
    const std::size_t padding = (4 - content.size() % 4) % 4;
    append(bytes, content.size() + padding);
    append(bytes, std::uint64_t{type});
    append(bytes, content);
    bytes.insert(bytes.end(), padding, static_cast<std::byte>(filler));
}

std::string base64Of(std::span<const std::byte> bytes) {
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? kDigits[bits >> (18 - 6 * k) & 0x3FU] : '=';
    }
    return text;
}

/// Indentation of the first line inside the outermost braces; empty when all is on one line.
std::string_view indentationOf(std::string_view json) {
    const std::size_t line = json.find('\n');
    if (line == std::string_view::npos || json.find_first_not_of("{ \t\r\n\xEF\xBB\xBF") < line) return {};
    const std::size_t begin = line + 1;
    const std::size_t end = json.find_first_not_of(json.substr(begin, 1) == "\t" ? "\t" : " ", begin);
    return end == std::string_view::npos ? std::string_view() : json.substr(begin, end - begin);
}

std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text));
}

bool isEmbedded(const Json& uri) {
    return uri.is_string() && gltf::isDataUri(uri.get_ref<const std::string&>());
}

/// Collects the files beside the input that the output refers to, for another folder.
class Companions {
public:
    explicit Companions(const WriteTarget& target) : target_(target) {}

    std::optional<Error> bringImages(const Json& json) {
        const std::span<const Json> images = elementsOf(json, "images");
        for (std::size_t number = 0; number < images.size(); ++number) {
            const Json* uri = memberOf(images[number], "uri");
            if (uri == nullptr || isEmbedded(*uri)) continue;
            if (auto problem = bring(*uri, fmt::format("images[{}].uri", number))) return problem;
        }
        return std::nullopt;
    }

    /// Copies a file beside the input to the same place beside the output.
    std::optional<Error> bring(const Json& uri, const std::string& where) {
        if (target_.isSameFolder || !uri.is_string()) return std::nullopt;
        const auto path = gltf::decodePercent(uri.get_ref<const std::string&>());
        const Result<std::string> below = pathBelow(path.value_or(std::string()));
        Result<FileSource::Found> found =
            below ? target_.companions.readBeside(*below, gltf::kMaximumBufferBytes)
                  : Result<FileSource::Found>(below.error());
        if (!found) {
            return found.error().code().at(
                where,
                fmt::format("{} cannot be brought along to another folder ({}); write the output beside "
                            "the input",
                            quote(uri.get_ref<const std::string&>()), found.error().text()));
        }
        if (brought_.insert(*below).second)
            found_.push_back({.path = *below, .bytes = std::move(found->bytes)});
        return std::nullopt;
    }

    [[nodiscard]] std::vector<Companion> take() { return std::move(found_); }

private:
    const WriteTarget& target_;
    std::vector<Companion> found_;
    std::set<std::string> brought_;
};

class Writer {
public:
    Writer(OpenedGltf file, ChangedBuffers changed, const WriteTarget& target)
        : file_(std::move(file)), changed_(std::move(changed)), companions_(target), target_(target) {}

    Result<EditedFiles> write(std::string_view sourceJson, std::size_t sizeBefore) {
        const bool isGlb = foldCase(target_.fileName).ends_with(".glb");
        const std::span<Json> buffers = elementsOf(file_.json, "buffers");
        for (std::size_t number = 0; number < buffers.size(); ++number) {
            if (isGlb && number == 0 && !bufferBytes(0).empty())
                buffers[0].erase("uri");
            else if (auto problem = placeBuffer(number, buffers[number]))
                return *problem;
        }
        if (auto problem = companions_.bringImages(file_.json)) return *problem;
        files_.companions = companions_.take();
        if (isGlb) return writeGlb();
        const std::string json = jsonText(sourceJson, sizeBefore);
        const std::span<const std::byte> text = bytesOf(json);
        files_.set.push_back({.name = target_.fileName, .pieces = {Bytes(text.begin(), text.end())}});
        return std::move(files_);
    }

private:
    [[nodiscard]] std::span<const std::byte> bufferBytes(std::size_t number) const {
        const auto changed = changed_.find(number);
        return changed == changed_.end() ? file_.buffers[number].bytes : std::span(changed->second);
    }

    /// Programs that indent write short lists on one line, which the JSON library does not. So an indented
    /// text can be larger than the source although keys were taken out.
    [[nodiscard]] std::string jsonText(std::string_view sourceJson, std::size_t sizeBefore) const {
        const std::string_view indentation = file_.isGlb ? std::string_view() : indentationOf(sourceJson);
        if (indentation.empty()) return file_.json.dump();
        std::string indented = file_.json.dump(static_cast<int>(indentation.size()), indentation[0]);
        std::size_t bytes = indented.size();
        for (const OutputFile& file : files_.set)
            bytes += file.sizeBytes();
        return bytes < sizeBefore ? std::move(indented) : file_.json.dump();
    }

    std::optional<Error> placeBuffer(std::size_t number, Json& buffer) {
        const Json* uri = memberOf(buffer, "uri");
        const bool isInJson = uri != nullptr && isEmbedded(*uri);
        if (!changed_.contains(number)) {
            if (isInJson) return std::nullopt;
            if (uri != nullptr) return companions_.bring(*uri, fmt::format("buffers[{}].uri", number));
            // A buffer of an extension has no bytes.
            if (number != 0 || bufferBytes(0).empty()) return std::nullopt;
        }
        const std::span<const std::byte> bytes = bufferBytes(number);
        if (isInJson) {
            const std::string& old = uri->get_ref<const std::string&>();
            buffer["uri"] = old.substr(0, old.find(',') + 1) + base64Of(bytes);
            return std::nullopt;
        }
        const std::string_view stem =
            std::string_view(target_.fileName).substr(0, target_.fileName.rfind('.'));
        const std::string name =
            sideFileName(sideFileStem(stem), XXH3_64bits(bytes.data(), bytes.size()), ".bin");
        buffer["uri"] = gltf_export::percentEncoded(name);
        const auto isThere = [&](const OutputFile& file) { return file.name == name; };
        if (std::ranges::none_of(files_.set, isThere))
            files_.set.push_back({.name = name, .pieces = {Bytes(bytes.begin(), bytes.end())}});
        return std::nullopt;
    }

    Result<EditedFiles> writeGlb() {
        const std::string json = file_.json.dump();
        Bytes chunks;
        appendChunk(chunks, kJsonChunk, bytesOf(json), ' ');
        const bool hasBuffer =
            !elementsOf(file_.json, "buffers").empty() && !file_.json["buffers"][0].contains("uri");
        if (hasBuffer && !bufferBytes(0).empty())
            appendChunk(chunks, kWrittenBinaryChunk, bufferBytes(0), '\0');
        for (const auto& [type, content] : file_.otherChunks)
            appendChunk(chunks, type, content, '\0');
        constexpr std::size_t kGlbHeaderSize = 12;
        if (const Status fits = gltf_export::checkGlbSize(kGlbHeaderSize + chunks.size()); !fits)
            return fits.error();
        Bytes head;
        append(head, std::uint64_t{kMagic});
        append(head, std::uint64_t{kVersion});
        append(head, kGlbHeaderSize + chunks.size());
        files_.set.push_back({.name = target_.fileName, .pieces = {std::move(head), std::move(chunks)}});
        return std::move(files_);
    }

    OpenedGltf file_;
    ChangedBuffers changed_;
    Companions companions_;
    const WriteTarget& target_;
    EditedFiles files_;
};

}  // namespace

Result<EditedFiles> writeEdited(OpenedGltf file, ChangedBuffers changed, std::string_view sourceJson,
                                std::size_t sizeBefore, const WriteTarget& target) {
    return Writer(std::move(file), std::move(changed), target).write(sourceJson, sizeBefore);
}

Result<std::vector<Companion>> companionsOf(const OpenedGltf& file, const WriteTarget& target) {
    Companions companions(target);
    const std::span<const Json> buffers = elementsOf(file.json, "buffers");
    for (std::size_t number = 0; number < buffers.size(); ++number) {
        const Json* uri = memberOf(buffers[number], "uri");
        if (uri == nullptr || isEmbedded(*uri)) continue;
        if (auto problem = companions.bring(*uri, fmt::format("buffers[{}].uri", number))) return *problem;
    }
    if (auto problem = companions.bringImages(file.json)) return *problem;
    return companions.take();
}

}  // namespace rigkiln::optimize
