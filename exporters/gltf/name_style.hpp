#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rigkiln::gltf_export {

/// How names of the source are written.
enum class NameStyle : std::uint8_t {
    Source,  ///< as they are
    Safe,    ///< without characters that importers remove or replace
    Godot,   ///< Safe, and without suffixes that Godot's importer obeys
};

/// Returns the name as it is written, in UTF-8; not unique yet. `kind` replaces an empty name: "joint".
///
/// Safe drops control characters and white space at both ends, and writes "_" for each of `[ ] . : / \`
/// (three.js deletes five of these, and Godot replaces `.`, `:` and `/`). Godot also writes "_" for `@ " %`,
/// writes "_" for each "$" of names with a hint behind one ("hull$col"), and appends "_" and the kind to
/// names that end as Godot's import hints do ("X_COL", "Tank_wheel", "Glass_alpha"), and to clips that begin
/// or end with "loop" or "cycle".
[[nodiscard]] std::string styledName(std::string_view source, std::string_view kind, NameStyle style);

/// Returns what has to differ between two names. In all styles but Source white space counts as "_", as
/// three.js writes it, and the case of letters does not count, as in Unreal.
[[nodiscard]] std::string comparedName(std::string name, NameStyle style);

/// Returns the name of an image: like any other, and without the extension of an image file in all styles but
/// Source.
[[nodiscard]] std::string styledImageName(std::string_view source, NameStyle style);

/// Kind of animations.
inline constexpr std::string_view kAnimationKind = "animation";

}  // namespace rigkiln::gltf_export
