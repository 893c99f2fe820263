#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/finding.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

/// GSA animation as stored (README, section Animation). Field names follow the file. Nothing is interpreted
/// and everything is kept: encoding a decoded file gives the same bytes.
namespace rigkiln::swat3 {

/// The game always plays ten frames per second and ignores GsaFile::frameRate.
inline constexpr std::uint16_t kGsaFramesPerSecond = 10;

struct GsaFrame {
    Float3 originPosition{};
    Float4 originRotation{0, 0, 0, 1};  ///< x, y, z, w; in all known files the origin is the identity
    Float3 rootPosition{};              ///< of the root bone, relative to its position in frame 0

    bool operator==(const GsaFrame&) const = default;
};

/// Bytes of an event, as its length counts them: "sound=STEP" and one NUL.
using GsaEvent = std::string;

struct GsaFile {
    bool repeatsMagicTail = false;  ///< whether the last six bytes of the magic occur twice
    std::uint8_t versionMinor = 2;
    std::uint8_t versionMajor = 4;
    std::uint16_t unknown0 = 0;
    std::uint16_t frameRate = kGsaFramesPerSecond;
    std::uint16_t unknown1 = 0;
    std::vector<Skeleton> skeletons;
    bool hasMarker = true;                     ///< whether FFFF stands behind the skeletons
    std::vector<std::uint16_t> animatedBones;  ///< ids; empty means all bones, in the order of the skeletons
    bool hasEventCounts = true;                ///< normally 4.2 has them and 4.1 does not
    std::vector<GsaFrame> frames;
    /// frames x rotationsPerFrame() quaternions as stored: x, y, z, w; all of frame 0, then all of frame 1.
    std::vector<Float4> rotations;
    std::vector<std::vector<GsaEvent>> events;  ///< one list per frame; empty without event counts

    bool operator==(const GsaFile&) const = default;
};

/// Number of animated bones: those listed, or all.
[[nodiscard]] std::size_t rotationsPerFrame(const GsaFile& file);

/// Id of the bone that rotation `column` of each frame belongs to. Precondition: column <
/// rotationsPerFrame().
[[nodiscard]] std::uint16_t animatedBone(const GsaFile& file, std::size_t column);

/// Rotations of a frame. Preconditions: frame < frames.size(), and the laws of a decoded file.
[[nodiscard]] std::span<const Float4> rotationsOf(const GsaFile& file, std::size_t frame);

/// Text of an event without its NUL.
[[nodiscard]] std::string_view eventText(const GsaEvent& event);

/// Decodes a file. Laws of the result, which models given to encodeGsa must obey too: versionMajor is 4;
/// links of bones refer to a bone of the same skeleton or to none, without cycles; ids are distinct within a
/// skeleton; there are frames x rotationsPerFrame() rotations; there is one list of events per frame with
/// event counts, and none without. Listed bones may be unknown; that is a finding.
///
/// Reads the file with or without event counts, see attemptGsa. Findings become issues. Fails with the error
/// of the version's own reading when neither fits, and, when strict, with the first broken rule.
[[nodiscard]] Result<GsaFile> decodeGsa(std::span<const std::byte> file, Diagnostics& diagnostics,
                                        Strictness strictness = Strictness::Lenient);

/// Fails when a law is broken or something does not fit its field.
[[nodiscard]] Result<std::vector<std::byte>> encodeGsa(const GsaFile& file);

/// Returns the findings that decodeGsa would report for this clip, so that writers can check before they
/// write. Precondition: the laws.
[[nodiscard]] std::vector<Finding> checkGsa(const GsaFile& file);

/// Requirements of a clip on its model, without its frames.
struct GsaHead {
    std::vector<Skeleton> skeletons;
    std::vector<std::uint16_t> animatedBones;  ///< as in GsaFile
};

[[nodiscard]] Result<GsaHead> probeGsaHead(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
