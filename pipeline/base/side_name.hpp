#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Builds names of generated files. A side file belongs to another file and has the hash of its content in
/// its name, so an interrupted run never pairs a file with a wrong version of its side file.
namespace rigkiln {

/// "STEM.0123456789abcdef.png". `extension` begins with the dot.
[[nodiscard]] std::string sideFileName(std::string_view stem, std::uint64_t hash, std::string_view extension);

/// The stem of "STEM.0123456789abcdef.bin"; empty for any other name.
[[nodiscard]] std::string_view stemOfSideFile(std::string_view name);

/// Returns `text` as UTF-8 for the stem of a side file, cut between characters when it is too long for file
/// systems.
[[nodiscard]] std::string sideFileStem(std::string_view text);

/// Returns `text` as a stem for any generated file: like sideFileStem, but without characters and names that
/// Windows forbids, and never empty. Whatever the caller appends must begin with a dot or an underscore.
[[nodiscard]] std::string portableStem(std::string_view text);

/// Returns the name of the file at `path` without folders, extension and the hash of a side file. Accepts
/// paths of every system.
[[nodiscard]] std::string_view plainStem(std::string_view path);

}  // namespace rigkiln
