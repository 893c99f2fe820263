#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace rigkiln::gltf_validation::test {

using Json = nlohmann::ordered_json;
using Bytes = std::vector<std::byte>;

/// A document that breaks no rule, and the bytes of its only buffer. It has a skinned mesh with all
/// attributes and a morph target, a mesh without skin, a linear and a spline animation, a material with two
/// textures, a camera and a light.
///
/// Accessor N uses buffer view N for N up to 12, but 11, which is sparse (views 11 and 12), and 12, which
/// uses view 14. View 13 is a PNG.
struct SoundDocument {
    Json json{};
    Bytes buffer{};
};

[[nodiscard]] SoundDocument soundDocument();

// Where the values are in the buffer.
inline constexpr std::size_t kPositionsAt = 0;        // 3 x 3 floats
inline constexpr std::size_t kNormalsAt = 36;         // 3 x 3 floats
inline constexpr std::size_t kJointsAt = 72;          // 3 x 4 bytes
inline constexpr std::size_t kWeightsAt = 84;         // 3 x 4 floats
inline constexpr std::size_t kTexCoordsAt = 132;      // 3 x 2 floats
inline constexpr std::size_t kIndicesAt = 156;        // 3 x 16 bits, padded
inline constexpr std::size_t kInverseBindsAt = 164;   // 2 x 16 floats
inline constexpr std::size_t kTimesAt = 292;          // 3 floats
inline constexpr std::size_t kRotationsAt = 304;      // 3 x 4 floats
inline constexpr std::size_t kTangentsAt = 352;       // 3 x 4 floats
inline constexpr std::size_t kColoursAt = 400;        // 3 x 4 floats
inline constexpr std::size_t kSparseIndicesAt = 448;  // 2 x 16 bits
inline constexpr std::size_t kSparseValuesAt = 452;   // 2 x 3 floats
inline constexpr std::size_t kSplineAt = 476;         // 9 x 4 floats
inline constexpr std::size_t kImageAt = 620;          // a PNG

/// A PNG of 1 by 1 pixel, with further chunks in front of its pixels.
[[nodiscard]] Bytes smallPng(std::string_view chunks = {});
/// Returns a chunk of a PNG; its check sum is 0.
[[nodiscard]] std::string pngChunkText(std::string_view type, std::string_view content);

[[nodiscard]] Bytes bytesOfText(std::string_view text);
/// Overwrites a float.
void setFloat(Bytes& bytes, std::size_t at, float value);

/// Writes the buffer as a data URI.
[[nodiscard]] Bytes asGltf(const SoundDocument& document);
/// Writes the buffer as the binary chunk.
[[nodiscard]] Bytes asGlb(const SoundDocument& document);
/// Returns a data URI in base64.
[[nodiscard]] std::string dataUri(std::string_view type, const Bytes& bytes);

/// Writes a container from parts: chunk types with their contents. `length`: the stated one; 0: the right
/// one.
struct Chunk {
    std::string_view type{};
    Bytes content{};
};
[[nodiscard]] Bytes makeGlb(const std::vector<Chunk>& chunks, std::uint32_t length = 0);

}  // namespace rigkiln::gltf_validation::test
