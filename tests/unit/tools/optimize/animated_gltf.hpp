#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tools/optimize/optimize_gltf.hpp"

/// Files with something to take out, and what becomes of them.
namespace rigkiln::optimize::test {

using gltf_format::test::FilesBeside;
using gltf_format::test::GltfBuilder;

/// Half a millimetre.
inline constexpr double kBound = 0.0005;

/// Two joints, 1 m apart, and a skinned triangle. One animation, "swing", of 2 s with 61 keys in each of its
/// tracks: both joints turn, the tip's translation stays at rest, the root rises. Nodes: 0 tip, 1 root, 2
/// body.
[[nodiscard]] GltfBuilder swing();

/// Adds a track of 61 keys, all of which are needed no more than two of them; the number of the channel.
std::size_t addRisingTrack(GltfBuilder& builder, std::size_t animation, std::size_t node);

struct Optimized {
    std::vector<std::byte> main{};  ///< bytes of the main file
    EditedFiles files{};
    std::vector<ClipReductionReport> reductions{};
    Diagnostics diagnostics{};
    std::string error{};  ///< empty when there is a file

    /// JSON of the main file.
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

/// What readers make of a file, signs of rotations aligned.
[[nodiscard]] Scene sceneOf(std::span<const std::byte> file);

/// Bytes of the first buffer of a GLB.
[[nodiscard]] std::size_t bufferSize(std::span<const std::byte> glb);

/// Numbers of a dense accessor of floats in a GLB.
[[nodiscard]] std::vector<float> floatsOf(std::span<const std::byte> glb, std::size_t accessor);

}  // namespace rigkiln::optimize::test
