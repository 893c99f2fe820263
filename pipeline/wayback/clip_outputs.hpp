#pragma once

#include <cstddef>
#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/clip_file_names.hpp"

namespace rigkiln {

/// Fails when a scene has several animations and the output's name has no placeholder, so that they cannot
/// all get a file. `target` is what holds one of them, for the message: "GSA".
[[nodiscard]] Status checkClipOutputs(const ClipFileNames& names, std::size_t clips, std::string_view target);

}  // namespace rigkiln
