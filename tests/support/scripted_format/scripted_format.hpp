#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::scripted {

/// Formats whose files are scripts of words, in order to test everything around formats without real assets.
/// Words are separated by spaces. The first word is the kind of file:
///
///     model JOINTS [WORD...]   a chain of joints, with a mesh on the first
///     clip HIGHEST [WORD...]   an animation of two keys that moves joint HIGHEST (by index)
///     class JOINTS [WORD...]   an animation of the last of JOINTS joints, for all models of JOINTS joints
///     nothing                  recognised, but not converted
///
/// Further words: `bad` fails to read, `throw` throws a std::runtime_error, `throw-int` an int, `bad-alloc`
/// std::bad_alloc, `slow` takes 20 ms, `endless` goes on until it is
/// stopped, `stuck` for ever, `crash` ends the process, `write=PATH` writes a file, `nan` makes a scene that
/// breaks a law, `issue` reports kIssue, `memory=BYTES` requires memory, `texture=NAME` asks for an image,
/// `beside=PATH` needs that file, `unexportable` makes the exporter fail.
extern const FormatModule kModelFormat;  ///< id "smodel", extension ".smodel"
extern const FormatModule kClipFormat;   ///< id "sclip", extension ".sclip"
extern const FormatModule
    kClassFormat;  ///< id "sclass", extension ".sclass"; reports kAdapted when it is bound

/// Writes the scene as text (dumpScene). HASH below is 16 hex digits. Option `side`: the text goes to
/// "STEM.HASH.bin", which the main file names. Option `shared`: the number of joints goes to the shared file
/// "joints.HASH.bin", and the main file begins with the path to it. Option `preface`: the file that the main
/// file begins with. Option `note`: "FILE.note" has kNote, and is onlyIfAbsent.
extern const ExporterModule kExporter;  ///< id "text", extension ".txt"

inline constexpr std::string_view kNote = "a note";

inline constexpr IssueKind kIssue{"scripted.issue", Severity::Warning, "the script asked for an issue"};
inline constexpr IssueKind kAdapted{"scripted.adapted", Severity::Information,
                                    "a clip was fitted to the model of that name"};
inline constexpr IssueKind kTextureFound{"scripted.texture-found", Severity::Information,
                                         "an image was found"};
inline constexpr IssueKind kTextureUnusable{"scripted.texture-unusable", Severity::Warning,
                                            "an image was found that needs converting"};

extern const std::array<const FormatModule*, 3> kFormats;
extern const std::array<const ExporterModule*, 1> kExporters;

}  // namespace rigkiln::scripted
