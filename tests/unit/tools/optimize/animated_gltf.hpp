#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tools/optimize/optimize_gltf.hpp"

/// Builds animated files with redundant keys, and optimises them.
namespace rigkiln::optimize::test {

using gltf::test::FilesBeside;
using gltf::test::GltfBuilder;

/// Half a millimetre, in metres.
inline constexpr double kBound = 0.0005;

/// Two joints, 1 m apart, and a skinned triangle. The animation "swing" of 2 s has 61 keys in each track:
/// both joints rotate, the tip's translation stays at rest, the root rises. Nodes: 0 tip, 1 root, 2 body.
[[nodiscard]] GltfBuilder swing();

/// Adds a track of 61 keys on a straight line, of which two suffice. Returns the index of the channel.
std::size_t addRisingTrack(GltfBuilder& builder, std::size_t animation, std::size_t node);

struct Optimized {
    std::vector<std::byte> main{};  ///< bytes of the main file
    EditedFiles files{};
    std::vector<ClipReductionReport> reductions{};
    Diagnostics diagnostics{};
    std::string error{};  ///< empty when there is a file

    /// Parses the JSON of the main file.
    [[nodiscard]] Json json() const;
};

struct How {
    double maxError = kBound;
    std::string name = "out.glb";
    bool isSameFolder = true;
    bool shellOnly = false;
};
[[nodiscard]] Optimized optimized(std::span<const std::byte> file, const How& how = {});
[[nodiscard]] Optimized optimized(std::span<const std::byte> file, const How& how, FilesBeside& beside);

/// Reads a file into a scene and aligns the signs of rotations.
[[nodiscard]] Scene sceneOf(std::span<const std::byte> file);

/// Bytes of the first buffer of a GLB.
[[nodiscard]] std::size_t bufferSize(std::span<const std::byte> glb);

/// Numbers of a dense accessor of floats in a GLB.
[[nodiscard]] std::vector<float> floatsOf(std::span<const std::byte> glb, std::size_t accessor);

}  // namespace rigkiln::optimize::test
