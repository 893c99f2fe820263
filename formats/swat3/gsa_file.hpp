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

/// A GSA animation as it is stored (README, section Animation). Names of fields follow the file; nothing is
/// interpreted, and everything is kept: encoding a decoded file gives the same bytes.
namespace rigkiln::swat3 {

/// The game plays ten frames in a second whatever GsaFile::frameRate says.
inline constexpr std::uint16_t kGsaFramesPerSecond = 10;

struct GsaFrame {
    Float3 originPosition{};
    Float4 originRotation{0, 0, 0, 1};  ///< x, y, z, w; the origin is the identity in all known files
    Float3 rootPosition{};              ///< of the root bone, from where it stands in frame 0

    bool operator==(const GsaFrame&) const = default;
};

/// The octets of an event as they are counted by its length: "sound=STEP" and one NUL.
using GsaEvent = std::string;

struct GsaFile {
    bool repeatsMagicTail = false;  ///< the last six octets of the magic stand there twice
    std::uint8_t versionMinor = 2;
    std::uint8_t versionMajor = 4;
    std::uint16_t unknown0 = 0;
    std::uint16_t frameRate = kGsaFramesPerSecond;
    std::uint16_t unknown1 = 0;
    std::vector<Skeleton> skeletons;
    bool hasMarker = true;                     ///< FFFF behind the skeletons
    std::vector<std::uint16_t> animatedBones;  ///< ids; empty: all bones, in the order of the skeletons
    bool hasEventCounts = true;                ///< as 4.2 has and 4.1 has not, whatever the version says
    std::vector<GsaFrame> frames;
    /// frames x rotationsPerFrame(): x, y, z, w as stored; all bones of frame 0, then all of frame 1.
    std::vector<Float4> rotations;
    std::vector<std::vector<GsaEvent>> events;  ///< one list per frame; empty without event counts

    bool operator==(const GsaFile&) const = default;
};

/// The number of animated bones: those listed, or all.
[[nodiscard]] std::size_t rotationsPerFrame(const GsaFile& file);

/// Id of the bone that rotation `column` of every frame turns. Precondition: column < rotationsPerFrame().
[[nodiscard]] std::uint16_t animatedBone(const GsaFile& file, std::size_t column);

/// The rotations of a frame. Precondition: frame < frames.size(), and the laws of a decoded file.
[[nodiscard]] std::span<const Float4> rotationsOf(const GsaFile& file, std::size_t frame);

/// The text of an event without its NUL.
[[nodiscard]] std::string_view eventText(const GsaEvent& event);

/// Laws of a decoded file, which every model given to encodeGsa obeys as well: versionMajor is 4; links of
/// bones name a bone of the same skeleton or none and make no circle; ids are distinct within a skeleton;
/// rotations are frames x rotationsPerFrame(); events are as many lists as frames with event counts and none
/// without. Listed bones may be unknown ones; that is a finding.
///
/// Reads as the version says, then the other way, and takes the reading that ends exactly with the file, the
/// other way only when it gives unit quaternions; what it finds becomes issues of the diagnostics. Fails with
/// what stopped the version's own reading when neither fits, and, when strict, with the first rule that is
/// broken.
[[nodiscard]] Result<GsaFile> decodeGsa(std::span<const std::byte> file, Diagnostics& diagnostics,
                                        Strictness strictness = Strictness::Lenient);

/// Fails when a law is broken or something does not fit its field.
[[nodiscard]] Result<std::vector<std::byte>> encodeGsa(const GsaFile& file);

/// What decodeGsa would find about this clip, for writers to look at before they write.
/// Precondition: the laws.
[[nodiscard]] std::vector<Finding> checkGsa(const GsaFile& file);

/// What a clip wants of a model, without its frames.
struct GsaHead {
    std::vector<Skeleton> skeletons;
    std::vector<std::uint16_t> animatedBones;  ///< as in GsaFile
};

[[nodiscard]] Result<GsaHead> probeGsaHead(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
