#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/files/file_tree.hpp"
#include "pipeline/inspect/recording_source.hpp"
#include "tools/cli/command_inspect_scene.hpp"

namespace rigkiln::cli {

/// Returns a row for each image inside the file at `source`, or in the file beside it that holds its images,
/// which is not among `requests`. Empty for kinds of files without images inside. `role`: text of the column.
[[nodiscard]] std::vector<TextureRow> rowsOfOtherImages(FileTree& files, const std::string& source,
                                                        const std::vector<RecordingSource::Request>& requests,
                                                        std::string_view role);

}  // namespace rigkiln::cli
