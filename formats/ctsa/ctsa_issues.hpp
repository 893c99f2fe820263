#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of CTSA files that can still be read.
namespace rigkiln::ctsa {

inline constexpr IssueKind kLongPrefix{
    "ctsa.long-prefix", Severity::Information,
    "the length of the name takes more octets than it needs; they were kept"};
inline constexpr IssueKind kLittleEndianName{
    "ctsa.little-endian-name", Severity::Information,
    "the name reads well little-endian only, although the editor writes it big-endian"};
inline constexpr IssueKind kLoneSurrogate{
    "ctsa.lone-surrogate", Severity::Warning,
    "the name holds halves of characters, which are shown as U+FFFD; they were kept"};
inline constexpr IssueKind kBigEndianBody{"ctsa.big-endian", Severity::Information,
                                          "the numbers are big-endian; most machines cannot play the file"};
inline constexpr IssueKind kNoFrames{"ctsa.no-frames", Severity::Information, "the animation has no frames"};
inline constexpr IssueKind kNotFinite{"ctsa.not-finite", Severity::Warning, "the file holds NaN or infinity"};
inline constexpr IssueKind kFrameExtent{"ctsa.frame-extent", Severity::Warning,
                                        "the frames have no width or no height"};
inline constexpr IssueKind kLeavesSheet{"ctsa.leaves-sheet", Severity::Warning,
                                        "the frames do not lie on the sheet"};
inline constexpr IssueKind kNegativeTime{"ctsa.negative-time", Severity::Warning,
                                         "frames last less than no time; one tick is taken where it counts"};
inline constexpr IssueKind kSwapType{
    "ctsa.swap-type", Severity::Warning,
    "frames swap neither by time nor by updates; players never leave them, here updates count"};
inline constexpr IssueKind kNeverAdvances{
    "ctsa.never-advances", Severity::Warning,
    "frames swap after fewer updates than one; players never leave them, here they last one tick"};
inline constexpr IssueKind kTrailing{"ctsa.trailing", Severity::Warning,
                                     "octets follow the last frame; they were kept"};

// Issues of the sheet.

inline constexpr IssueKind kNoSheetImage{
    "ctsa.no-image", Severity::Warning,
    "no image of the sheet was found; the animation has its frames without a texture"};
inline constexpr IssueKind kSheetSize{
    "ctsa.sheet-size", Severity::Warning,
    "the image seems padded, and the size of the sheet in it cannot be told; the whole image was taken"};
inline constexpr IssueKind kPaddedImage{"ctsa.padded-image", Severity::Information,
                                        "the image is padded; the frames were found on the sheet in it"};
inline constexpr IssueKind kIndexImage{"ctsa.index-image", Severity::Warning,
                                       "the image lies beside a palette and has two channels: it holds "
                                       "indices of colours, which are not looked up"};
inline constexpr IssueKind kFrameWithoutPixels{"ctsa.frame-without-pixels", Severity::Warning,
                                               "the frames are smaller than a pixel of the sheet"};

inline constexpr std::array<const IssueKind*, 12> kCtsaFileIssues = {
    &kLongPrefix,  &kLittleEndianName, &kLoneSurrogate, &kBigEndianBody, &kNoFrames,      &kNotFinite,
    &kFrameExtent, &kLeavesSheet,      &kNegativeTime,  &kSwapType,      &kNeverAdvances, &kTrailing};

}  // namespace rigkiln::ctsa
