#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rigkiln {

/// Contents of the converted asset after all steps.
struct AssetCounts {
    std::size_t joints = 0;
    std::size_t meshes = 0;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t materials = 0;
    std::size_t textures = 0;
    std::size_t attachments = 0;
    std::size_t lights = 0;
    std::size_t clips = 0;
    std::size_t keys = 0;
    std::size_t animationBytes = 0;  ///< times and values of all tracks as stored in the scene

    AssetCounts& operator+=(const AssetCounts& other);
    /// Precondition: `other` is a part of these sums.
    AssetCounts& operator-=(const AssetCounts& other);
    bool operator==(const AssetCounts&) const = default;
};

/// Result of reducing the keys of one clip. Bytes are those of tracks in core glTF; errors are in metres of
/// the scene.
struct ClipReductionReport {
    std::string clip;
    std::size_t keysBefore = 0;
    std::size_t keysAfter = 0;
    std::size_t bytesBefore = 0;
    std::size_t bytesAfter = 0;
    double bound = 0;        ///< limit given by max_error, in metres of the scene
    double maxError = 0;     ///< largest displacement of a probe point from its position in the source
    double p99Error = 0;     ///< 99 % of the measured displacements do not exceed this
    std::string worstJoint;  ///< empty: nothing moved
    double worstTime = 0;    ///< seconds
};

/// The search for textures of a unit that were not found. Law: `missing` is sorted and has no duplicates.
struct TextureSearch {
    std::vector<std::string> folders{};
    std::vector<std::string> missing{};  ///< base names, case folded
};

}  // namespace rigkiln
