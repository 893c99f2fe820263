#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Names of files that we make up. Those of side files, which belong to another file, hold the hash of their
/// content, so that no interrupted run can pair a file with another version of what it refers to.
namespace rigkiln {

/// "STEM.0123456789abcdef.png". `extension` begins with the dot.
[[nodiscard]] std::string sideFileName(std::string_view stem, std::uint64_t hash, std::string_view extension);

/// The stem of "STEM.0123456789abcdef.bin"; empty for any other name.
[[nodiscard]] std::string_view stemOfSideFile(std::string_view name);

/// `text` as the stem of a side file: UTF-8, and cut between characters where file systems would have it too
/// long.
[[nodiscard]] std::string sideFileStem(std::string_view text);

/// The same for any file that is called after something: no character and no name that Windows forbids, never
/// empty. What is put behind it begins with a dot or an underscore.
[[nodiscard]] std::string portableStem(std::string_view text);

/// What a file is called, given its path on any system: its name without folders, without extension and
/// without the hash of a side file.
[[nodiscard]] std::string_view plainStem(std::string_view path);

}  // namespace rigkiln
