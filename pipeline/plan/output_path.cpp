#include "pipeline/plan/output_path.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kLongestName = 255;

Error configurationError(std::string_view text, const std::string& problem) {
    return kBadOutputPath.error(fmt::format("output path {} {}", quote(text, 200), problem));
}

std::string_view valueOf(std::string_view placeholder, const PathValues& values) {
    if (placeholder == "folder") return values.folder;
    if (placeholder == "name") return values.name;
    if (placeholder == "ext") return values.extension;
    if (placeholder == "clip") return kClipPlaceholder;
    return values.format;
}

/// Returns why a name cannot be used below the output root, or nothing.
std::optional<std::string> problemOfName(std::string_view name) {
    if (name == "." || name == "..") return fmt::format("has {} as a folder", quote(name));
    if (name.size() > kLongestName) {
        return fmt::format("has a name of {} bytes, at most {} are possible", name.size(), kLongestName);
    }
    if (name.find('\\') != std::string_view::npos) {
        return "has a '\\' in a name, which separates folders on other systems";
    }
    if (name.find('\0') != std::string_view::npos) return "has a NUL in a name";
    return std::nullopt;
}

/// Stands for a brace that opens no placeholder.
constexpr std::string_view kBrace = "{{";

/// Returns the position of the first brace that opens a placeholder; the size when there is none.
std::size_t firstPlaceholder(std::string_view text) {
    std::size_t open = text.find('{');
    while (open != std::string_view::npos && text.substr(open).starts_with(kBrace))
        open = text.find('{', open + kBrace.size());
    return std::min(open, text.size());
}

std::string withPlainBraces(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        plain += text[i];
        if (text.substr(i).starts_with(kBrace)) ++i;
    }
    return plain;
}

/// Returns the length of the control character at a position: those of ASCII, and U+0080 to U+009F in UTF-8,
/// which terminals obey too. 0: it is none. A zero byte is refused elsewhere.
std::size_t controlAt(std::string_view text, std::size_t position) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    constexpr unsigned kDelete = 0x7F;
    constexpr unsigned kLeadOfC1 = 0xC2;
    constexpr unsigned kFirstBehindC1 = 0xA0;
    if ((byte(position) < static_cast<unsigned>(' ') && byte(position) != 0) || byte(position) == kDelete)
        return 1;
    const bool isC1 = byte(position) == kLeadOfC1 && position + 1 < text.size() &&
                      byte(position + 1) >= kDelete + 1 && byte(position + 1) < kFirstBehindC1;
    return isC1 ? 2 : 0;
}

/// Returns the length of what no name may have at a position. Of the characters that Windows forbids, a slash
/// separates folders, and a backslash is refused elsewhere.
std::size_t forbiddenAt(std::string_view text, std::size_t position) {
    const char character = text[position];
    const bool isForbidden = kForbiddenInNames.find(character) != std::string_view::npos;
    return isForbidden && character != '/' && character != '\\' ? 1 : controlAt(text, position);
}

void appendCode(std::string& text, char character) {
    text += fmt::format("%{:02X}", static_cast<unsigned char>(character));
}

std::string withoutForbidden(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = forbiddenAt(text, i);
        for (const std::size_t end = i + length; i < end; ++i)
            appendCode(plain, text[i]);
        if (length == 0) plain += text[i++];
    }
    return plain;
}

std::string portableName(std::string_view name) {
    return (isDeviceName(name) ? "_" : "") + withoutForbidden(name);
}

/// Windows takes dots and blanks from the end of a name. "." and ".." are refused elsewhere.
std::string portableFolder(std::string_view name) {
    if (name == "." || name == "..") return std::string(name);
    std::string plain = portableName(name);
    if (plain.ends_with('.') || plain.ends_with(' ')) {
        const char last = plain.back();
        plain.pop_back();
        appendCode(plain, last);
    }
    return plain;
}

std::string portableFolders(std::string_view folders) {
    std::string plain;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find('/', begin), folders.size());
        if (begin > 0) plain += '/';
        plain += portableFolder(folders.substr(begin, end - begin));
        begin = end + 1;
    }
    return plain;
}

}  // namespace

void makePortable(PathValues& values, Diagnostics& diagnostics) {
    const auto replace = [&](std::string& value, std::string plain) {
        if (plain == value) return;
        diagnostics.add(kNameReplaced, quote(value, 200), fmt::format("is written {}", quote(plain, 200)));
        value = std::move(plain);
    };
    replace(values.folder, portableFolders(values.folder));
    replace(values.name, portableName(values.name));
    replace(values.extension, withoutForbidden(values.extension));
}

std::string PathTemplate::literal(std::string_view path) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '{' && !path.substr(i).starts_with(kClipPlaceholder)) text += '{';
        text += path[i];
    }
    return text;
}

Result<PathTemplate> PathTemplate::parse(std::string_view text) {
    if (!text.starts_with('/')) return configurationError(text, "is not absolute");
    if (text.ends_with('/')) return configurationError(text, "ends with '/', so the file has no name");
    PathTemplate result;
    const std::size_t rootEnd = text.rfind('/', firstPlaceholder(text));
    const std::string root = withPlainBraces(text.substr(0, rootEnd));
    result.root_ = root.empty() ? "/" : std::filesystem::path(root).lexically_normal().string();
    if (result.root_.size() > 1 && result.root_.ends_with('/')) result.root_.pop_back();

    std::string_view rest = text.substr(rootEnd + 1);
    while (!rest.empty()) {
        const std::size_t open = std::min(rest.find('{'), rest.size());
        if (open > 0) result.pieces_.push_back({std::string(rest.substr(0, open)), {}});
        rest.remove_prefix(open);
        if (rest.empty()) break;
        if (rest.starts_with(kBrace)) {
            result.pieces_.push_back({"{", {}});
            rest.remove_prefix(kBrace.size());
            continue;
        }
        const std::size_t close = rest.find('}');
        if (close == std::string_view::npos)
            return configurationError(text, "has a '{' that is never closed");
        const std::string_view name = rest.substr(1, close - 1);
        if (std::ranges::find(kPathPlaceholders, name) == kPathPlaceholders.end()) {
            return configurationError(
                text, fmt::format("has the placeholder {}, known are {{{}}}",
                                  quote(rest.substr(0, close + 1)), fmt::join(kPathPlaceholders, "}, {")));
        }
        result.pieces_.push_back({{}, std::string(name)});
        rest.remove_prefix(close + 1);
    }
    return result;
}

Result<OutputPath> PathTemplate::fill(const PathValues& values) const {
    std::string below;
    for (const Piece& piece : pieces_) {
        below +=
            piece.placeholder.empty() ? std::string_view(piece.literal) : valueOf(piece.placeholder, values);
    }
    std::string path = root_ == "/" ? "" : root_;
    std::optional<std::string> problem;
    for (std::size_t begin = 0; begin <= below.size();) {
        const std::size_t end = std::min(below.find('/', begin), below.size());
        const std::string_view name = std::string_view(below).substr(begin, end - begin);
        begin = end + 1;
        if (name.empty()) continue;  // an empty {folder} leaves two slashes
        path += '/';
        path += name;
        if (!problem) problem = problemOfName(name);
    }
    if (path.size() <= root_.size()) problem = "has no file name";
    if (problem) return kImpossibleOutput.in(path, "output path " + *problem);
    return OutputPath{std::move(path), root_};
}

}  // namespace rigkiln
