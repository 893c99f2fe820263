#pragma once

#include "pipeline/base/diagnostics.hpp"

/// What may be odd about an image that can be read all the same.
namespace rigkiln::image_format {

inline constexpr IssueKind kFirstPictureOnly{
    "image.first-picture-only", Severity::Warning,
    "the file holds several pictures (a cube, a volume, an array); only the first was taken"};

}  // namespace rigkiln::image_format
