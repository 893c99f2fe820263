#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "tests/support/gltf_reader/gltf_reader.hpp"
#include "tools/cli/conversion_request.hpp"

/// Compares where the file model says that the vertices are (alamo_reference) with where a viewer of the
/// written file puts them (gltf_pose), and what is shown. What is shown wrongly fails the test at once.
namespace rigkiln::test {

/// Everything kept, so that every mesh of the source is there to be compared.
[[nodiscard]] cli::ConversionRequest keepAll();

/// Throws when the file cannot be read.
[[nodiscard]] ReadGltf readGlb(const std::string& path);

struct Worst {
    /// In sizes of the model (diagonal of the box of its vertices at rest), or of the distance of the vertex
    /// from the origin where that is more: games park what they hide thousands of sizes away, where float32
    /// and a rotation of sixteen bits leave that much less.
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
