#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// The output path of an export that writes the files of clips beside the main file.
struct ClipPath {
    std::string main{};                      ///< path of the main file, with its placeholders
    std::string clipFiles{kClipBesideMain};  ///< WriteRequest::clipFiles
};

/// Returns both of a path whose file name may have `{clip}` at its beginning or end:
///
///     out/{name}_{clip}.glb    out/{name}.glb          {main}_{clip}
///     out/{name}/{clip}.glb    out/{name}/{name}.glb   {clip}
///     out/{name}.glb           out/{name}.glb          {main}@{clip}
///
/// The main file has the name without `{clip}` and without what separates it; `{name}` where nothing is left.
/// Returns nothing when `{clip}` stands between other parts.
[[nodiscard]] std::optional<ClipPath> splitClipPath(std::string_view path);

/// Returns the problem of `{clip}` in the output path of an export; nothing when it may be there.
[[nodiscard]] std::optional<std::string> problemOfClipPath(std::string_view path,
                                                           const ExporterModule& exporter,
                                                           const OptionValues& options);

}  // namespace rigkiln
