#include "pipeline/images/kept_image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/texture_finder.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kChecksumBytes = sizeof(XXH128_canonical_t);
/// Our own heads are shorter: at most 32 issues of each kind, a few hundred bytes each.
constexpr std::size_t kMaximumHeadBytes = std::size_t{1} << 20U;
constexpr int kAlphaKinds = 3;

std::vector<std::byte> bytesOf(std::string_view text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

/// Checksum over several pieces, equal to that of the joined bytes.
class Checksum {
public:
    Checksum() : state_(XXH3_createState(), &XXH3_freeState) { XXH3_128bits_reset(state_.get()); }

    void add(std::span<const std::byte> bytes) {
        XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
    }

    [[nodiscard]] std::vector<std::byte> bytes() const {
        XXH128_canonical_t canonical;
        XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_.get()));
        std::vector<std::byte> result(kChecksumBytes);
        std::memcpy(result.data(), canonical.digest, kChecksumBytes);
        return result;
    }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

Json toJson(const ImageTraits& traits) {
    return {{"width", traits.width},
            {"height", traits.height},
            {"alpha", static_cast<int>(traits.alpha)},
            {"keyed", traits.isKeyed}};
}

/// Reads the traits. Throws nlohmann's exceptions for missing or wrong members; decodeKeptImage catches them.
ImageTraits traitsOf(const Json& json) {
    ImageTraits traits;
    json.at("width").get_to(traits.width);
    json.at("height").get_to(traits.height);
    const int alpha = std::clamp(json.at("alpha").get<int>(), 0, kAlphaKinds - 1);
    traits.alpha = static_cast<AlphaKind>(alpha);
    json.at("keyed").get_to(traits.isKeyed);
    return traits;
}

bool takeIssues(const Json& json, std::span<const IssueKind* const> known, Diagnostics& diagnostics) {
    for (const Json& issue : json) {
        const auto id = issue.at("id").get<std::string>();
        const auto kind = std::ranges::find(known, id, [](const IssueKind* one) { return one->id; });
        if (kind == known.end()) return false;
        diagnostics.add(**kind, issue.at("where").get<std::string>(), issue.at("details").get<std::string>());
    }
    return true;
}

std::optional<UsableImage> decodeHead(std::string_view key, const Json& head,
                                      std::span<const IssueKind* const> issues) {
    if (head.at("key").get<std::string>() != key) return std::nullopt;
    UsableImage image;
    head.at("stays").get_to(image.isSource);
    if (head.contains("traits")) image.traits = traitsOf(head.at("traits"));
    if (!takeIssues(head.at("issues"), issues, image.diagnostics)) return std::nullopt;
    return image;
}

/// Returns the content without its checksum, or nothing when the checksum is wrong.
std::optional<std::span<const std::byte>> checkedContent(std::span<const std::byte> file) {
    if (file.size() < kChecksumBytes) return std::nullopt;
    const auto content = file.first(file.size() - kChecksumBytes);
    Checksum checksum;
    checksum.add(content);
    if (!std::ranges::equal(checksum.bytes(), file.last(kChecksumBytes))) return std::nullopt;
    return content;
}

}  // namespace

std::vector<const IssueKind*> issuesOf(const ImageFormats& formats) {
    std::vector<const IssueKind*> issues = {&kTextureResized};
    for (const ImageModule* format : formats.readers)
        issues.insert(issues.end(), format->issues.begin(), format->issues.end());
    return issues;
}

bool canBeKept(const UsableImage& image) {
    if (!image.problem.empty()) return false;
    return std::ranges::all_of(image.diagnostics.counts(),
                               [](const auto& kind) { return kind.second <= Diagnostics::kKeptPerKind; });
}

std::vector<SharedBytes> encodeKeptImage(std::string_view key, const UsableImage& image) {
    const MemoryAccount::Scope ofNobody(nullptr);  // JSON allocates while it is destroyed
    Json head = {{"key", key}, {"stays", image.isSource}};
    if (image.traits) head["traits"] = toJson(*image.traits);
    head["issues"] = Json::array();
    for (const Issue& issue : image.diagnostics.issues()) {
        head["issues"].push_back(
            {{"id", issue.kind->id}, {"where", toUtf8(issue.where)}, {"details", toUtf8(issue.details)}});
    }
    std::vector<SharedBytes> pieces = {bytesOf(head.dump() + "\n")};
    if (!image.isSource) pieces.push_back(image.bytes);
    Checksum checksum;
    for (const SharedBytes& piece : pieces)
        checksum.add(std::span(piece.data(), piece.size()));
    pieces.emplace_back(checksum.bytes());
    return pieces;
}

std::optional<UsableImage> decodeKeptImage(std::string_view key, std::span<const std::byte> file,
                                           std::span<const IssueKind* const> issues) {
    const auto content = checkedContent(file);
    if (!content) return std::nullopt;
    const auto searched = content->first(std::min(content->size(), kMaximumHeadBytes));
    const auto end = std::ranges::find(searched, std::byte{'\n'});
    if (end == searched.end()) return std::nullopt;
    const auto headSize = static_cast<std::size_t>(end - searched.begin());
    const MemoryAccount::Scope ofNobody(nullptr);  // JSON allocates while it is destroyed
    try {
        const auto* text = reinterpret_cast<const char*>(content->data());
        auto image = decodeHead(key, Json::parse(text, text + headSize), issues);
        if (!image) return std::nullopt;
        const auto bytes = content->subspan(headSize + 1);
        if (bytes.empty() != image->isSource) return std::nullopt;
        image->bytes = std::vector<std::byte>(bytes.begin(), bytes.end());
        return image;
    } catch (const Json::exception&) {
        return std::nullopt;  // valid checksum, but written by another version
    }
}

}  // namespace rigkiln
