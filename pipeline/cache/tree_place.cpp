#include "pipeline/cache/tree_place.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr char kMark = '\x01';
/// Folders above the common one that texts are searched for; a mark has one digit.
constexpr std::size_t kMostMarked = 10;
/// Messages shorten quoted paths that are longer (TextureFinder).
constexpr std::size_t kShortestShortened = 200;

std::string_view parentOf(std::string_view folder) {
    return folder.substr(0, folder.rfind('/'));
}

/// Whether `path` is the folder, or below it.
bool isWithin(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Whether messages show a folder as it is.
bool isPlainText(std::string_view text) {
    const auto isChanged = [](char c) {
        return (c >= 0 && c < ' ') || std::string_view("'\"\\\x7F").find(c) != std::string_view::npos;
    };
    return !text.empty() && std::ranges::none_of(text, isChanged) && toUtf8(text) == text;
}

/// Whether a path may begin behind this character.
bool isBeforePath(char c) {
    return std::string_view(" '\"(:=,\n").find(c) != std::string_view::npos;
}

bool isAfterPath(char c) {
    return std::string_view("/'\",:;)\n").find(c) != std::string_view::npos;
}

}  // namespace

TreePlace::TreePlace(std::string folder) : folder_(std::move(folder)), isPlain_(isPlainText(folder_)) {}

TreePlace TreePlace::around(std::span<const std::string> folders) {
    std::string_view common = folders.front();
    while (common.ends_with('/'))
        common.remove_suffix(1);
    for (const std::string& folder : folders) {
        while (!isWithin(folder, common))
            common = parentOf(common);
    }
    return TreePlace(std::string(common));
}

std::optional<std::string_view> TreePlace::above(std::size_t up) const {
    std::string_view folder = folder_;
    for (; up > 0; --up) {
        if (folder.empty()) return std::nullopt;
        folder = parentOf(folder);
    }
    return folder;
}

std::optional<std::string> TreePlace::pathWithout(std::string_view path) const {
    if (!path.starts_with('/')) return std::nullopt;
    std::size_t up = 0;
    std::string_view folder = folder_;
    for (; !isWithin(path, folder); ++up)
        folder = parentOf(folder);
    std::string_view rest = path.substr(folder.size());
    if (rest.starts_with('/')) rest.remove_prefix(1);
    std::string moved = std::to_string(up).append(1, '/').append(rest);
    if (pathIn(moved) != path) return std::nullopt;
    return moved;
}

std::optional<std::string> TreePlace::pathIn(std::string_view moved) const {
    std::size_t up = 0;
    const auto [end, problem] = std::from_chars(moved.data(), moved.data() + moved.size(), up);
    const auto digits = static_cast<std::size_t>(end - moved.data());
    if (problem != std::errc() || digits == moved.size() || moved[digits] != '/') return std::nullopt;
    if (up > folder_.size()) return std::nullopt;
    const auto folder = above(up);
    if (!folder) return std::nullopt;
    std::string path(*folder);
    const std::string_view rest = moved.substr(digits + 1);
    if (!rest.empty() || path.empty()) path.append(1, '/').append(rest);
    return path;
}

std::optional<std::string> TreePlace::textWithout(std::string_view text) const {
    if (text.find('/') == std::string_view::npos && text.find(kMark) == std::string_view::npos)
        return std::string(text);
    const bool isClear = text.find(kMark) == std::string_view::npos &&
                         text.find('\\') == std::string_view::npos &&
                         text.find("...") == std::string_view::npos;
    if (!isClear || !isPlain_) return std::nullopt;
    std::string moved;
    std::size_t i = 0;
    while (i < text.size()) {
        const std::string_view rest = text.substr(i);
        const bool mayBegin = text[i] == '/' && (i == 0 || isBeforePath(text[i - 1]));
        std::size_t up = 0;
        std::string_view folder = mayBegin ? std::string_view(folder_) : std::string_view();
        while (!folder.empty() && !(rest.starts_with(folder) &&
                                    (rest.size() == folder.size() || isAfterPath(rest[folder.size()])))) {
            // "/tree one" could be another folder, or the common one and a word.
            if (rest.starts_with(folder) && rest[folder.size()] == ' ') return std::nullopt;
            folder = parentOf(folder);
            ++up;
        }
        if (folder.empty()) {
            moved += text[i++];
            continue;
        }
        if (up >= kMostMarked) return std::nullopt;
        moved.append({kMark, static_cast<char>('0' + up)});
        i += folder.size();
    }
    return moved;
}

std::optional<std::string> TreePlace::textIn(std::string_view moved) const {
    std::string text;
    std::size_t i = 0;
    while (i < moved.size()) {
        if (moved[i] != kMark) {
            text += moved[i++];
            continue;
        }
        const char digit = i + 1 < moved.size() ? moved[i + 1] : '\0';
        const std::size_t up =
            digit >= '0' && digit <= '9' ? static_cast<std::size_t>(digit - '0') : kMostMarked;
        const auto folder = up < kMostMarked ? above(up) : std::nullopt;
        if (!folder || folder->empty() || !isPlain_) return std::nullopt;
        const std::string_view rest = moved.substr(i + 2);
        const std::size_t length = folder->size() + std::min(rest.find('\''), rest.size());
        if (length > kShortestShortened) return std::nullopt;
        text += *folder;
        i += 2;
    }
    return text;
}

}  // namespace rigkiln
