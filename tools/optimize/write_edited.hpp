#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "tools/optimize/apply_edits.hpp"
#include "tools/optimize/gltf_source.hpp"

namespace rigkiln::optimize {

/// A file that the output refers to and that stands beside the input, when the output goes elsewhere.
struct Companion {
    std::string path{};  ///< below the folder of the output
    SharedBytes bytes{};
};

struct EditedFiles {
    std::vector<Companion> companions{};
    OutputSet set{};  ///< the main file last
};

struct WriteTarget {
    std::string fileName{};  ///< of the main file; ends in .glb or .gltf
    /// The output goes into the folder of the input, so that what the file refers to is there.
    bool isSameFolder = true;
    FileSource& companions;
};

/// The file with the changed buffers, as a GLB or as JSON by the name of the target. The first buffer of a
/// GLB is its BIN chunk; in a .gltf what was that chunk, or a file, and has other bytes becomes a file that
/// is named by its content, and embedded buffers stay embedded. Images, and buffers that did not change, stay
/// where they are. JSON keeps its indentation in a .gltf. Fails when the file would be larger than a GLB may
/// be, or refers to what cannot be brought along to another folder.
[[nodiscard]] Result<EditedFiles> writeEdited(OpenedGltf file, ChangedBuffers changed,
                                              std::string_view sourceJson, const WriteTarget& target);

}  // namespace rigkiln::optimize
