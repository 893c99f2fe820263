#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "library/conversion/conversion_request.hpp"
#include "tests/support/gltf_reader/gltf_reader.hpp"

/// Compares the vertex positions that the file model defines (alamo_reference) with those that a viewer of
/// the written file shows (gltf_pose), and compares visibility. Wrong visibility fails the test at once.
namespace rigkiln::test {

/// Request that keeps all meshes of the source, so that all can be compared. `rigid`: the option of the
/// exporter.
[[nodiscard]] ConversionRequest keepAll(const std::string& rigid = "nodes");

/// Reads a GLB. Throws when it cannot be read.
[[nodiscard]] ReadGltf readGlb(const std::string& path);

struct Worst {
    /// Largest distance between the expected and the written position of a vertex, divided by the model size
    /// (diagonal of the bounding box at rest), or by the distance of the vertex from the origin if that is
    /// larger. Games park hidden objects thousands of model sizes away, where float32 and 16-bit rotations
    /// are that much less exact.
    double error = 0;
    std::string where;
    std::size_t comparedVertices = 0;
};

[[nodiscard]] Worst checkRest(const alamo::AloFile& model, const ReadGltf& file);
[[nodiscard]] Worst checkClip(const alamo::AloFile& model, const alamo::AlaFile& clip, const ReadGltf& file,
                              const ReadAnimation& animation, std::span<const std::size_t> frames);
[[nodiscard]] Worst checkClip(const alamo::AloFile& model, const alamo::AlaFile& clip, const ReadGltf& file,
                              const ReadAnimation& animation);

}  // namespace rigkiln::test
