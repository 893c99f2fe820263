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

/// GSM model as stored (README, section Model). Field names follow the file. Nothing is interpreted and
/// everything is kept: encoding a decoded file gives the same bytes.
namespace rigkiln::swat3 {

/// `GsmRun::bone` of the record that describes the blends instead of a bone.
inline constexpr std::uint16_t kBlendRun = 0xEEEE;

/// Positions [first, first + count) that follow `bone`. If there are blends, one run has the bone kBlendRun:
/// its range is that of the blends, which are numbered after the positions.
struct GsmRun {
    std::uint16_t bone = 0;  ///< id of a bone, or kBlendRun
    std::uint16_t first = 0;
    std::uint16_t count = 0;
    std::uint16_t pad = 0;  ///< may hold garbage

    bool operator==(const GsmRun&) const = default;
};

struct GsmInfluence {
    std::uint16_t position = 0;  ///< below the number of positions; its run determines the bone
    float weight = 0;

    bool operator==(const GsmInfluence&) const = default;
};

/// Vertex that is the weighted sum of several positions, each moved by its own bone. Weights sum to 1, or to
/// 0, which the format allows.
using GsmBlend = std::vector<GsmInfluence>;

/// Drawn vertex: one per distinct texture coordinate, position, smoothing cluster and hit zone.
struct GsmEffectiveVertex {
    std::uint16_t texCoord = 0;
    std::uint16_t position = 0;    ///< index in positions, continued in blends
    std::uint16_t sharedList = 0;  ///< index in sharedLists
    std::uint16_t hit = 0;         ///< colour of the hit zone: R, G, B in bits 14..10, 9..5, 4..0

    bool operator==(const GsmEffectiveVertex&) const = default;
};

struct GsmTriangle {
    std::array<std::uint16_t, 3> corners{};  ///< indices in effectiveVertices
    std::uint16_t pad = 0;                   ///< may hold garbage

    bool operator==(const GsmTriangle&) const = default;
};

/// Triangles [first, first + count) with the material of this id.
struct GsmGroup {
    std::uint16_t material = 0;  ///< GsmMaterial::id, not an index
    std::uint16_t first = 0;
    std::uint16_t count = 0;
    std::uint16_t pad = 0;  ///< may hold garbage

    bool operator==(const GsmGroup&) const = default;
};

struct GsmTexture {
    std::string name{};            ///< the author's full path, without the two NULs behind it
    std::uint8_t countedNuls = 0;  ///< number of these NULs that the stored length includes

    bool operator==(const GsmTexture&) const = default;
};

struct GsmMap {
    std::uint16_t slot = 0;     ///< slot of 3ds Max's standard material; 1 is diffuse
    std::uint16_t texture = 0;  ///< index in textures

    bool operator==(const GsmMap&) const = default;
};

struct GsmMaterial {
    std::uint16_t id = 0;  ///< referred to by groups
    std::string name{};
    std::vector<GsmMap> maps{};
    std::uint16_t unknown = 0;  ///< behind the maps; 0 if the variant does not store it
    Float3 diffuse{};
    Float3 ambient{};
    Float3 specular{};
    float opacityFalloff = 0;
    float transparency = 0;  ///< not known whether 0 or 1 is opaque
    std::uint8_t twoSided = 0;
    float selfIllumination = 0;
    float shininess = 0;
    float shineStrength = 0;

    bool operator==(const GsmMaterial&) const = default;
};

/// Place to hold something: grips on weapons, grippers on hands.
struct GsmGrip {
    std::string name{};
    std::array<float, 9> rows{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< rows 0 to 2 of a matrix for row vectors
    Float3 position{};                                     ///< row 3
    std::uint16_t bone = 0;                                ///< id

    bool operator==(const GsmGrip&) const = default;
};

/// Layout choices that the descriptions leave open, found from each file.
struct GsmVariant {
    bool hasMarker = false;  ///< whether FFFF stands between the skeletons and the runs
    /// Whether materials without maps store GsmMaterial::unknown. Stays true for files without such
    /// materials.
    bool hasUnknownWithoutMaps = true;

    bool operator==(const GsmVariant&) const = default;
};

struct GsmFile {
    bool repeatsMagicTail = false;  ///< whether the last six bytes of the magic occur twice
    std::uint8_t versionMinor = 5;
    std::uint8_t versionMajor = 4;
    GsmVariant variant;
    std::vector<Skeleton> skeletons;
    std::vector<GsmRun> runs;  ///< including the kBlendRun record at its position
    std::vector<Float3> positions;
    std::uint16_t blendStreamLength = 0;  ///< as stored; see blendUnit() for its unit
    std::vector<GsmBlend> blends;
    std::vector<Float2> texCoords;
    std::vector<GsmEffectiveVertex> effectiveVertices;
    std::vector<GsmTriangle> triangles;
    std::vector<GsmGroup> groups;
    std::uint32_t sharedStreamShorts = 0;  ///< as stored: sum of 1 + size over the shared lists
    /// Each list holds the triangles whose face normals sum to the normal of the vertices that refer to it.
    std::vector<std::vector<std::uint16_t>> sharedLists;
    std::vector<GsmTexture> textures;  ///< referred to by index; includes unused ones
    std::vector<GsmMaterial> materials;
    std::vector<GsmGrip> grips;
    std::vector<GsmGrip> grippers;

    bool operator==(const GsmFile&) const = default;
};

/// Unit of GsmFile::blendStreamLength.
enum class GsmBlendUnit : std::uint8_t {
    Either,  ///< cannot be told: the length is 0 and there are no blends
    Octets,
    Shorts,
    Neither,  ///< fits neither; kept as stored, and a finding
};

[[nodiscard]] GsmBlendUnit blendUnit(const GsmFile& file);
/// Bytes of the blend stream: 2 + 6n for each blend of n influences.
[[nodiscard]] std::size_t blendStreamOctets(const GsmFile& file);
/// Expected value of GsmFile::sharedStreamShorts.
[[nodiscard]] std::size_t countSharedShorts(const GsmFile& file);

/// Decodes a file. Laws of the result, which models given to encodeGsm must obey too: versionMajor is 4;
/// links of bones refer to a bone of the same skeleton or to none, without cycles; ids are distinct within a
/// skeleton; positions of influences exist; texCoord, position and sharedList of effective vertices, corners
/// of triangles and entries of shared lists exist; groups lie within the triangles. Anything else may be
/// wrong and is then a finding: runs, maps and grips may refer to missing things.
///
/// Tries the variants that the bytes leave open. Of those that end exactly with the file, it takes the one
/// that breaks the fewest rules. Findings become issues. Fails with the error of the variant that came
/// furthest when none fits, and, when strict, with the first broken rule.
[[nodiscard]] Result<GsmFile> decodeGsm(std::span<const std::byte> file, Diagnostics& diagnostics,
                                        Strictness strictness = Strictness::Lenient);

/// Fails when a law is broken or something does not fit its field.
[[nodiscard]] Result<std::vector<std::byte>> encodeGsm(const GsmFile& file);

/// Returns the findings that decodeGsm would report for this model, so that writers can check before they
/// write. Precondition: the laws.
[[nodiscard]] std::vector<Finding> checkGsm(const GsmFile& file);

/// Decodes only the skeletons.
[[nodiscard]] Result<std::vector<Skeleton>> probeGsmSkeletons(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
