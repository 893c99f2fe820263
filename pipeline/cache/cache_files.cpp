#include "pipeline/cache/cache_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "pipeline/cache/cache_errors.hpp"
#include "pipeline/files/content_hash.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kDigestDigits = 32;
constexpr std::size_t kNumberDigits = 16;
constexpr std::size_t kFolderDigits = 2;
constexpr int kHexadecimal = 16;
/// A file that is larger than this was not written by us, or would not fit into memory either way.
constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30U;

std::string textOf(const ContentDigest& digest) {
    return fmt::format("{:016x}{:016x}", digest.high, digest.low);
}

/// Reads digits that fmt would write in the same way.
template <class Number>
bool takeNumber(std::string_view digits, Number& number, int base) {
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    const bool isLower = std::ranges::none_of(digits, [](char c) { return c >= 'A' && c <= 'Z'; });
    return problem == std::errc() && end == digits.data() + digits.size() && isLower;
}

bool takeDigest(std::string_view text, ContentDigest& digest) {
    return text.size() == kDigestDigits &&
           takeNumber(text.substr(0, kNumberDigits), digest.high, kHexadecimal) &&
           takeNumber(text.substr(kNumberDigits), digest.low, kHexadecimal);
}

/// Reads all of an open file, of which `size` bytes are expected. Returns the error number.
int readAll(const FileDescriptor& file, std::uint64_t size, std::vector<std::byte>& bytes) {
    bytes.resize(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const DiskResult<std::size_t> got =
            file.disk().read(file.get(), std::span(bytes).subspan(done), std::nullopt);
        if (!got) return got.problem;
        if (got.value == 0) break;
        done += got.value;
    }
    bytes.resize(done);
    return 0;
}

}  // namespace

std::string CachedName::text() const {
    return isUnit ? fmt::format("{}-{}", textOf(first), textOf(content))
                  : fmt::format("{}-{}", textOf(first), size);
}

std::optional<CachedName> cachedNameOf(std::string_view name, bool isUnit) {
    CachedName known{.isUnit = isUnit};
    if (name.size() < kDigestDigits + 2 || name[kDigestDigits] != '-') return std::nullopt;
    const std::string_view rest = name.substr(kDigestDigits + 1);
    if (!takeDigest(name.substr(0, kDigestDigits), known.first)) return std::nullopt;
    constexpr int kDecimal = 10;
    if (!(isUnit ? takeDigest(rest, known.content) : takeNumber(rest, known.size, kDecimal)))
        return std::nullopt;
    if (known.text() != name) return std::nullopt;
    return known;
}

ContentDigest digestOfUnit(const ContentDigest& key, std::span<const std::byte> bytes) {
    const std::string text = textOf(key);
    ContentHash hash;
    hash.add(std::as_bytes(std::span(text)));
    hash.add(bytes);
    return hash.digest();
}

std::string CacheFiles::folderNameOf(const ContentDigest& digest) {
    return textOf(digest).substr(0, kFolderDigits);
}

std::string CacheFiles::pathOf(const CachedName& name) const {
    return fmt::format("{}/{}/{}/{}", versionFolder(), name.isUnit ? "units" : "files",
                       folderNameOf(name.first), name.text());
}

std::vector<CachedName> CacheFiles::namesIn(const std::string& digits, bool isUnit) const {
    std::vector<CachedName> names;
    const std::string path = fmt::format("{}/{}/{}", versionFolder(), isUnit ? "units" : "files", digits);
    const Result<FileDescriptor> folder = openFolder(path, false, disk_);
    if (!folder) return names;
    const Result<std::vector<FolderEntry>> entries = listFolder(*folder, path);
    if (!entries) return names;
    for (const FolderEntry& entry : *entries) {
        const auto name = cachedNameOf(entry.name, isUnit);
        if (name && folderNameOf(name->first) == digits) names.push_back(*name);
    }
    std::ranges::sort(names);
    return names;
}

Result<std::optional<CacheFiles::Content>> CacheFiles::read(const CachedName& name) const {
    const std::string path = pathOf(name);
    Result<OpenFile> file = openRegularFile(path, disk_);
    if (!file) return std::optional<Content>();
    const std::uint64_t size = file->status.sizeBytes;
    const auto damaged = [&](std::string problem) { return kCacheDamaged.in(path, std::move(problem)); };
    if (!name.isUnit && size != name.size)
        return damaged(fmt::format("has {} bytes, and {} were written", size, name.size));
    if (size > kMostBytes) return damaged(fmt::format("has {} bytes, at most {} are read", size, kMostBytes));
    std::optional<Content> content(std::in_place);
    content->status = file->status;
    if (readAll(file->descriptor, size, content->bytes) != 0) return std::optional<Content>();
    const ContentDigest digest =
        name.isUnit ? digestOfUnit(name.first, content->bytes) : digestOf(content->bytes);
    if (content->bytes.size() != size || digest != (name.isUnit ? name.content : name.first))
        return damaged("has other bytes than were written");
    content->file = std::make_shared<const FileDescriptor>(std::move(file->descriptor));
    return content;
}

}  // namespace rigkiln
