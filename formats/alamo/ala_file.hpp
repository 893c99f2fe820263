#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/alamo/chunk.hpp"

/// ALA file as stored (README, section Animation). Field names follow the file; nothing is interpreted.
namespace rigkiln::alamo {

using Vec3 = std::array<float, 3>;
using PackedVec3 = std::array<std::uint16_t, 3>;  ///< offset + packed * scale, per axis
using PackedQuat = std::array<std::int16_t, 4>;   ///< x, y, z, w, each / 32767

/// Index of a bone without a track in a version 2 pool.
inline constexpr std::uint16_t kNoTrack = 0xFFFF;

/// Version 1 stores tracks with each bone, version 2 in pools behind all bones.
enum class AlaVersion : std::uint8_t { V1 = 1, V2 = 2 };

struct AlaBone {
    std::string name;
    std::uint32_t index = 0;            ///< in the model's skeleton, where the root is 0
    std::optional<std::uint32_t> rest;  ///< mini 10: 1 when the bone keeps the model's rest pose throughout
    Vec3 translationOffset{};
    Vec3 translationScale{};  ///< garbage without a track
    Vec3 scaleOffset{1, 1, 1};
    Vec3 scaleScale{};

    // Version 2: index of this bone's first 16-bit word within a frame of the pool, or kNoTrack.
    std::uint16_t translationIndex = kNoTrack;
    std::uint16_t scaleIndex = kNoTrack;
    std::uint16_t rotationIndex = kNoTrack;
    PackedQuat defaultRotation{0, 0, 0, 32767};

    // Version 1: tracks of this bone. Rotations hold one value or one per frame.
    std::optional<std::vector<PackedVec3>> translations;
    std::optional<std::vector<PackedVec3>> scales;
    std::optional<std::vector<PackedQuat>> rotations;

    // Both versions: bit (frame & 7) of byte (frame >> 3).
    std::optional<std::vector<std::byte>> visibilityBits;
    std::optional<std::vector<std::byte>> stepBits;

    std::vector<UnknownChunk> unknownMinis;   ///< in 1003
    std::vector<UnknownChunk> unknownChunks;  ///< in 1002

    bool operator==(const AlaBone&) const = default;
};

struct AlaFile {
    AlaVersion version = AlaVersion::V1;
    std::uint32_t frameCount = 0;
    float framesPerSecond = 30.0F;
    // Version 2: 16-bit words per frame in each pool.
    std::uint32_t rotationBlock = 0;
    std::uint32_t translationBlock = 0;
    std::uint32_t scaleBlock = 0;
    std::vector<AlaBone> bones;  ///< the header also stores their number

    // Version 2: frameCount * block words each; absent when the file has no such chunk.
    std::optional<std::vector<std::uint16_t>> translationPool;  ///< 100A
    std::optional<std::vector<std::int16_t>> rotationPool;      ///< 1009
    std::optional<std::vector<std::uint16_t>> scalePool;        ///< 100B

    std::vector<UnknownChunk> unknownMinis;   ///< in 1001
    std::vector<UnknownChunk> unknownChunks;  ///< in 1000
    std::vector<UnknownChunk> unknownTopLevelChunks;

    bool operator==(const AlaFile&) const = default;
};

/// Decodes a file. Throws FormatError. Laws of the result, on which the functions below rely: version 1
/// tracks have frameCount elements (rotations may have one); version 2 indices lie inside their blocks; pools
/// have frameCount * block words; bit fields have ceil(frameCount / 8) bytes; frameCount is at least 1;
/// framesPerSecond is finite and positive.
[[nodiscard]] AlaFile decodeAla(std::span<const std::byte> file);

/// Throws EncodeError when a name is longer than 254 bytes or a count or size does not fit its field.
[[nodiscard]] std::vector<std::byte> encodeAla(const AlaFile& file);

/// Returns the largest `AlaBone::index`, or nothing for a file without bones. Reads no tracks. Throws
/// FormatError.
[[nodiscard]] std::optional<std::uint32_t> probeAlaHighestBone(std::span<const std::byte> file);

// Values of a bone at a frame, for both versions. Preconditions: the laws above, frame < frameCount.

[[nodiscard]] bool hasTranslationTrack(const AlaFile& file, const AlaBone& bone);
[[nodiscard]] bool hasScaleTrack(const AlaFile& file, const AlaBone& bone);
[[nodiscard]] bool hasRotationTrack(const AlaFile& file, const AlaBone& bone);
/// Returns the constant when there is no track. Computed in double and rounded once.
[[nodiscard]] Vec3 translationAt(const AlaFile& file, const AlaBone& bone, std::size_t frame);
[[nodiscard]] Vec3 scaleAt(const AlaFile& file, const AlaBone& bone, std::size_t frame);
[[nodiscard]] PackedQuat rotationAt(const AlaFile& file, const AlaBone& bone, std::size_t frame);
/// True without a visibility chunk.
[[nodiscard]] bool visibleAt(const AlaBone& bone, std::size_t frame);

}  // namespace rigkiln::alamo
