#pragma once

#include "pipeline/base/diagnostics.hpp"

/// Issues of images that can still be read.
namespace rigkiln::images {

inline constexpr IssueKind kFirstPictureOnly{
    "image.first-picture-only", Severity::Warning,
    "the file holds several pictures (a cube, a volume, an array); only the first was taken"};
inline constexpr IssueKind kAlphaUndeclared{
    "image.alpha-undeclared", Severity::Information,
    "the file does not say that it has alpha, yet its pixels hold some; it was taken as alpha"};
inline constexpr IssueKind kAlphaIgnored{
    "image.alpha-ignored", Severity::Information,
    "the file says that its fourth channel is no alpha; the channel was left out"};
inline constexpr IssueKind kAlphaDisputed{
    "image.alpha-disputed", Severity::Information,
    "the header says that there is alpha and the extension area that there is none; the header was believed"};
inline constexpr IssueKind kAlphaPremultiplied{
    "image.alpha-premultiplied", Severity::Warning,
    "the file says that alpha is multiplied into the colours; they were kept as they are"};
inline constexpr IssueKind kPaletteIndex{
    "image.palette-index", Severity::Warning,
    "pixels name a colour that the colour map has not; they have its first colour"};
inline constexpr IssueKind kUnsetPixels{
    "image.unset-pixels", Severity::Information,
    "the packed rows leave pixels out; they have the first colour of the colour map"};
inline constexpr IssueKind kRunPastRow{"image.run-past-row", Severity::Warning,
                                       "packed runs go past the end of their row; they were cut there"};

}  // namespace rigkiln::images
