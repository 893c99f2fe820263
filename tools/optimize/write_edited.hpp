#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "tools/optimize/apply_edits.hpp"
#include "tools/optimize/gltf_source.hpp"

namespace rigkiln::optimize {

/// A file beside the input that the output refers to, to be copied when the output goes to another folder.
struct Companion {
    std::string path{};  ///< relative to the folder of the output
    SharedBytes bytes{};
};

struct EditedFiles {
    std::vector<Companion> companions{};
    OutputSet set{};  ///< the main file last
};

struct WriteTarget {
    std::string fileName{};  ///< name of the main file; ends in .glb or .gltf
    /// The output goes to the input's folder, so the files it refers to are there already.
    bool isSameFolder = true;
    FileSource& companions;
};

/// Writes the file with the changed buffers, as GLB or .gltf by the name of the target. The first buffer of a
/// GLB is its BIN chunk. In a .gltf, embedded buffers stay embedded; a former BIN chunk, or a changed buffer
/// file, becomes a file named after its content. Images and unchanged buffers stay where they are. The JSON
/// of a .gltf keeps its indentation if all files together become smaller than `sizeBefore` so; otherwise it
/// is on one line.
///
/// Fails when the file would be larger than a GLB may be, or refers to files that cannot be copied to another
/// folder.
[[nodiscard]] Result<EditedFiles> writeEdited(OpenedGltf file, ChangedBuffers changed,
                                              std::string_view sourceJson, std::size_t sizeBefore,
                                              const WriteTarget& target);

/// Returns the files beside an unchanged file that must be copied to the folder of the output. Fails when one
/// cannot be copied there.
[[nodiscard]] Result<std::vector<Companion>> companionsOf(const OpenedGltf& file, const WriteTarget& target);

}  // namespace rigkiln::optimize
