#include "exporters/gltf/name_style.hpp"

#include <algorithm>
#include <array>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Words after "-" or "_" at the end of a name, or after "$" anywhere in it, that Godot obeys, in any case;
/// digits, blanks and "_" at the end change nothing. Source: Godot's documentation, "Node type
/// customization", and editor/import/3d/resource_importer_scene.cpp (_teststr).
constexpr std::array<std::string_view, 16> kGodotHints = {
    "noimp", "col",     "convcol", "colonly", "convcolonly", "navmesh", "occ",   "occonly",
    "rigid", "vehicle", "wheel",   "loop",    "loop_mode",   "cycle",   "alpha", "vcol"};

constexpr std::array<std::string_view, 6> kImageExtensions = {".dds", ".tga", ".bmp",
                                                              ".png", ".jpg", ".jpeg"};

bool isBlank(char character) {
    return character == ' ' || character == '\t';
}

std::string safeName(std::string_view source, std::string_view replaced) {
    std::string name;
    for (const char character : source) {
        const auto code = static_cast<unsigned char>(character);
        if (code < 0x20 || code == 0x7F) continue;
        name += replaced.find(character) == std::string_view::npos ? character : '_';
    }
    while (!name.empty() && isBlank(name.back()))
        name.pop_back();
    name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
    return toUtf8(name);
}

/// Whether Godot takes the end of a name for a hint.
bool endsAsHint(std::string_view folded) {
    const std::size_t last = folded.find_last_not_of("0123456789_ ");
    if (last == std::string_view::npos) return false;
    const std::string_view text = folded.substr(0, last + 1);
    return std::ranges::any_of(kGodotHints, [&](std::string_view hint) {
        if (!text.ends_with(hint) || text.size() == hint.size()) return false;
        const char separator = text[text.size() - hint.size() - 1];
        return separator == '-' || separator == '_';
    });
}

/// Whether Godot takes a word behind "$" for a hint.
bool hasMarkedHint(std::string_view folded) {
    return std::ranges::any_of(kGodotHints, [&](std::string_view hint) {
        for (std::size_t at = folded.find('$'); at != std::string_view::npos; at = folded.find('$', at + 1)) {
            if (folded.substr(at + 1).starts_with(hint)) return true;
        }
        return false;
    });
}

/// Whether Godot repeats a clip because of its name.
bool namesALoop(std::string_view folded) {
    const auto isAtAnEnd = [&](std::string_view word) {
        return folded.starts_with(word) || folded.ends_with(word);
    };
    return isAtAnEnd("loop") || isAtAnEnd("cycle");
}

std::string withoutHint(std::string name, std::string_view kind) {
    const std::string folded = foldCase(name);
    const bool isClip = kind == kAnimationKind;
    if (isClip && (folded.starts_with("loop") || folded.starts_with("cycle")))
        name.insert(0, std::string(kind) + "_");
    if (endsAsHint(folded) || (isClip && namesALoop(folded) && namesALoop(foldCase(name))))
        name.append("_").append(kind);
    return name;
}

}  // namespace

std::string styledName(std::string_view source, std::string_view kind, NameStyle style) {
    if (style == NameStyle::Source) return toUtf8(source.empty() ? kind : source);
    const bool isGodot = style == NameStyle::Godot;
    std::string name = safeName(source, isGodot ? "[].:/\\@\"%" : "[].:/\\");
    if (isGodot && hasMarkedHint(foldCase(name))) std::ranges::replace(name, '$', '_');
    if (name.empty()) return std::string(kind);
    return isGodot ? withoutHint(std::move(name), kind) : name;
}

std::string comparedName(std::string name, NameStyle style) {
    if (style == NameStyle::Source) return name;
    std::ranges::replace(name, ' ', '_');
    return foldCase(name);
}

std::string styledImageName(std::string_view source, NameStyle style) {
    if (style == NameStyle::Source) return toUtf8(source);
    const std::string folded = foldCase(source);
    for (const std::string_view extension : kImageExtensions) {
        if (folded.ends_with(extension) && folded.size() == source.size()) {
            source.remove_suffix(extension.size());
            break;
        }
    }
    return styledName(source, "image", style);
}

}  // namespace rigkiln::gltf_export
