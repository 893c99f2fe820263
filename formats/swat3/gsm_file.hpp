#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/swat3/finding.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

/// A GSM model as it is stored (README, section Model). Names of fields follow the file; nothing is
/// interpreted, and everything is kept: encoding a decoded file gives the same bytes.
namespace rigkiln::swat3 {

/// `GsmRun::bone` of the record that names the blended positions instead of a bone's.
inline constexpr std::uint16_t kBlendRun = 0xEEEE;

/// Positions [first, first + count) follow `bone`. One run with kBlendRun stands among them when there are
/// blends: its range is that of the blends, numbered behind the positions.
struct GsmRun {
    std::uint16_t bone = 0;  ///< id of a bone, or kBlendRun
    std::uint16_t first = 0;
    std::uint16_t count = 0;
    std::uint16_t pad = 0;  ///< may hold garbage

    bool operator==(const GsmRun&) const = default;
};

struct GsmInfluence {
    std::uint16_t position = 0;  ///< below the number of positions; its run names the bone
    float weight = 0;

    bool operator==(const GsmInfluence&) const = default;
};

/// A vertex that is the weighted sum of several positions, each moved by its own bone. Weights sum to 1 or,
/// which is legal, to 0.
using GsmBlend = std::vector<GsmInfluence>;

/// What is drawn: one per distinct texture coordinate, position, smoothing cluster and hit zone.
struct GsmEffectiveVertex {
    std::uint16_t texCoord = 0;
    std::uint16_t position = 0;    ///< in positions, and behind these in blends
    std::uint16_t sharedList = 0;  ///< in sharedLists
    std::uint16_t hit = 0;         ///< colour of the hit zone: R, G, B in bits 14..10, 9..5, 4..0

    bool operator==(const GsmEffectiveVertex&) const = default;
};

struct GsmTriangle {
    std::array<std::uint16_t, 3> corners{};  ///< in effectiveVertices
    std::uint16_t pad = 0;                   ///< may hold garbage

    bool operator==(const GsmTriangle&) const = default;
};

/// Triangles [first, first + count) wear the material of this id.
struct GsmGroup {
    std::uint16_t material = 0;  ///< GsmMaterial::id, not an index
    std::uint16_t first = 0;
    std::uint16_t count = 0;
    std::uint16_t pad = 0;  ///< may hold garbage

    bool operator==(const GsmGroup&) const = default;
};

struct GsmTexture {
    std::string name{};            ///< the author's whole path, without the two NULs that follow it
    std::uint8_t countedNuls = 0;  ///< how many of these two the stored length counts

    bool operator==(const GsmTexture&) const = default;
};

struct GsmMap {
    std::uint16_t slot = 0;     ///< 1 is diffuse; slots of 3ds Max's standard material
    std::uint16_t texture = 0;  ///< in textures

    bool operator==(const GsmMap&) const = default;
};

struct GsmMaterial {
    std::uint16_t id = 0;  ///< what groups name
    std::string name{};
    std::vector<GsmMap> maps{};
    std::uint16_t unknown = 0;  ///< behind the maps; not stored, and 0, when the variant says so
    Float3 diffuse{};
    Float3 ambient{};
    Float3 specular{};
    float opacityFalloff = 0;
    float transparency = 0;  ///< whether 0 or 1 is opaque is not known
    std::uint8_t twoSided = 0;
    float selfIllumination = 0;
    float shininess = 0;
    float shineStrength = 0;

    bool operator==(const GsmMaterial&) const = default;
};

/// A place to hold something: grips on weapons, grippers on hands.
struct GsmGrip {
    std::string name{};
    std::array<float, 9> rows{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< rows 0 to 2 of a matrix of row vectors
    Float3 position{};                                     ///< row 3
    std::uint16_t bone = 0;                                ///< id

    bool operator==(const GsmGrip&) const = default;
};

/// What the descriptions leave open about the layout, and each file shows.
struct GsmVariant {
    bool hasMarker = false;  ///< FFFF between the skeletons and the runs
    /// Materials without maps have GsmMaterial::unknown too. Left at true by files without such materials.
    bool hasUnknownWithoutMaps = true;

    bool operator==(const GsmVariant&) const = default;
};

struct GsmFile {
    bool repeatsMagicTail = false;  ///< the last six octets of the magic stand there twice
    std::uint8_t versionMinor = 5;
    std::uint8_t versionMajor = 4;
    GsmVariant variant;
    std::vector<Skeleton> skeletons;
    std::vector<GsmRun> runs;  ///< with the kBlendRun record in its place
    std::vector<Float3> positions;
    std::uint16_t blendStreamLength = 0;  ///< as stored; blendUnit() says of what
    std::vector<GsmBlend> blends;
    std::vector<Float2> texCoords;
    std::vector<GsmEffectiveVertex> effectiveVertices;
    std::vector<GsmTriangle> triangles;
    std::vector<GsmGroup> groups;
    std::uint32_t sharedStreamShorts = 0;  ///< as stored: the sum of 1 + size over the shared lists
    /// Triangles whose face normals make up the normal of the vertices that name the list.
    std::vector<std::vector<std::uint16_t>> sharedLists;
    std::vector<GsmTexture> textures;  ///< their order is their number; unused ones count
    std::vector<GsmMaterial> materials;
    std::vector<GsmGrip> grips;
    std::vector<GsmGrip> grippers;

    bool operator==(const GsmFile&) const = default;
};

/// What GsmFile::blendStreamLength counts.
enum class GsmBlendUnit : std::uint8_t {
    Either,  ///< 0, and no blends: nothing to decide it by
    Octets,
    Shorts,
    Neither,  ///< fits no reading; kept as it is, and a finding
};

[[nodiscard]] GsmBlendUnit blendUnit(const GsmFile& file);
/// Octets of the blended stream: 2 + 6n for each blend of n influences.
[[nodiscard]] std::size_t blendStreamOctets(const GsmFile& file);
/// What GsmFile::sharedStreamShorts should say.
[[nodiscard]] std::size_t countSharedShorts(const GsmFile& file);

/// Laws of a decoded file, which every model given to encodeGsm obeys as well: versionMajor is 4; links of
/// bones name a bone of the same skeleton or none and make no circle; ids are distinct within a skeleton;
/// influences name positions that exist; texCoord, position and sharedList of effective vertices, corners of
/// triangles and entries of shared lists exist; groups lie within the triangles. All else may be wrong, and
/// is a finding then: runs, maps and grips may name what is not there.
///
/// Tries the variants that the bytes leave open and takes, of those that end exactly with the file, the one
/// that breaks the fewest rules; what it finds becomes issues of the diagnostics. Fails with what stopped the
/// variant that came furthest when none fits, and, when strict, with the first rule that is broken.
[[nodiscard]] Result<GsmFile> decodeGsm(std::span<const std::byte> file, Diagnostics& diagnostics,
                                        Strictness strictness = Strictness::Lenient);

/// Fails when a law is broken or something does not fit its field.
[[nodiscard]] Result<std::vector<std::byte>> encodeGsm(const GsmFile& file);

/// What decodeGsm would find about this model, for writers to look at before they write.
/// Precondition: the laws.
[[nodiscard]] std::vector<Finding> checkGsm(const GsmFile& file);

/// The skeletons and nothing else.
[[nodiscard]] Result<std::vector<Skeleton>> probeGsmSkeletons(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
