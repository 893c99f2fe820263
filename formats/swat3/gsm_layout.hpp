#pragma once

#include <cstddef>

#include <fmt/format.h>

#include "formats/swat3/field_problem.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/magic.hpp"
#include "formats/swat3/skeleton_layout.hpp"

/// Layout of a GSM, written once for all codecs; see skeleton_layout.hpp.
namespace rigkiln::swat3 {

inline constexpr std::uint16_t kMarker = 0xFFFF;

template <class Codec, class File>
void describeGsmHead(Codec& codec, File& file) {
    codec.magic(kGsmMagic, file.repeatsMagicTail);
    describeVersion(codec, file);
    describeSkeletons(codec, file.skeletons);
}

template <class Codec, class Run>
void describeRun(Codec& codec, Run& run) {
    codec.number("bone", run.bone);
    codec.number("first", run.first);
    codec.number("count", run.count);
    codec.number("pad", run.pad);
}

template <class Codec, class File>
void describeBlends(Codec& codec, File& file) {
    codec.count("blendCount", file.blends, 2);
    codec.number("blendStreamLength", file.blendStreamLength);
    describeRecords(codec, "blend", file.blends, [&](auto& blend) {
        codec.count("influenceCount", blend, 6);
        for (auto& influence : blend) {
            codec.index("position", influence.position, file.positions.size(), "positions");
            codec.number("weight", influence.weight);
        }
    });
}

template <class Codec, class File>
void describeEffectiveVertices(Codec& codec, File& file) {
    codec.count("effectiveVertexCount", file.effectiveVertices, 8);
    const std::size_t positionCount = file.positions.size() + file.blends.size();
    describeRecords(codec, "effectiveVertex", file.effectiveVertices, [&](auto& vertex) {
        codec.index("texCoord", vertex.texCoord, file.texCoords.size(), "texture coordinates");
        codec.index("position", vertex.position, positionCount, "positions and blends");
        codec.number("sharedList", vertex.sharedList);  // checked once the number of lists is known
        codec.number("hit", vertex.hit);
    });
}

/// `vertices` is the offset of effective vertex 0.
template <class Codec, class File>
void checkSharedListNumbers(Codec& codec, const File& file, std::size_t vertices) {
    constexpr std::size_t kVertexSize = 8;
    constexpr std::size_t kSharedListOffset = 4;
    const std::size_t limit = file.sharedLists.size();
    for (std::size_t i = 0; i < file.effectiveVertices.size(); ++i) {
        const std::size_t list = file.effectiveVertices[i].sharedList;
        if (list < limit) continue;
        const auto scope = codec.enter("effectiveVertex", i);
        codec.failAt(vertices + i * kVertexSize + kSharedListOffset, "sharedList",
                     indexProblem(list, limit, "shared lists"));
    }
}

template <class Codec, class Group>
void describeGroup(Codec& codec, Group& group, std::size_t triangleCount) {
    const std::size_t start = codec.offset();
    codec.number("material", group.material);
    codec.number("first", group.first);
    codec.number("count", group.count);
    codec.number("pad", group.pad);
    if constexpr (Codec::kChecks) {
        const std::size_t end = std::size_t{group.first} + group.count;
        if (end > triangleCount) {
            codec.failAt(
                start + 2, "first",
                fmt::format("{} and count {} end at {}, at most {} is expected: there are {} triangles",
                            group.first, group.count, end, triangleCount, triangleCount));
        }
    }
}

template <class Codec, class File>
void describeSharedLists(Codec& codec, File& file, std::size_t vertices) {
    codec.number("sharedStreamShorts", file.sharedStreamShorts);
    codec.count("sharedListCount", file.sharedLists, 2);
    if constexpr (Codec::kChecks) checkSharedListNumbers(codec, file, vertices);
    describeRecords(codec, "sharedList", file.sharedLists, [&](auto& list) {
        codec.count("triangleCount", list, 2);
        for (auto& triangle : list)
            codec.index("triangle", triangle, file.triangles.size(), "triangles");
    });
}

template <class Codec, class Material>
void describeMaterial(Codec& codec, Material& material, const GsmVariant& variant) {
    codec.number("id", material.id);
    codec.text("name", material.name);
    codec.count("mapCount", material.maps, 4);
    describeRecords(codec, "map", material.maps, [&](auto& map) {
        codec.number("slot", map.slot);
        codec.number("texture", map.texture);
    });
    if (variant.hasUnknownWithoutMaps || !material.maps.empty()) {
        codec.number("unknown", material.unknown);
    } else if constexpr (!Codec::kReads) {
        if (material.unknown != 0) {
            codec.failAt(
                codec.offset(), "unknown",
                fmt::format("{}, 0 is expected: the variant stores none without maps", material.unknown));
        }
    }
    codec.numbers("diffuse", material.diffuse);
    codec.numbers("ambient", material.ambient);
    codec.numbers("specular", material.specular);
    codec.number("opacityFalloff", material.opacityFalloff);
    codec.number("transparency", material.transparency);
    codec.number("twoSided", material.twoSided);
    codec.number("selfIllumination", material.selfIllumination);
    codec.number("shininess", material.shininess);
    codec.number("shineStrength", material.shineStrength);
}

template <class Codec, class Grip>
void describeGrip(Codec& codec, Grip& grip) {
    codec.text("name", grip.name);
    codec.numbers("rows", grip.rows);
    codec.numbers("position", grip.position);
    codec.number("bone", grip.bone);
}

template <class Codec, class File>
void describeMesh(Codec& codec, File& file) {
    codec.count("runCount", file.runs, 8);
    describeRecords(codec, "run", file.runs, [&](auto& run) { describeRun(codec, run); });
    codec.count("positionCount", file.positions, 12);
    describeRecords(codec, "position", file.positions, [&](auto& position) { codec.numbers("", position); });
    describeBlends(codec, file);
    codec.count("texCoordCount", file.texCoords, 8);
    describeRecords(codec, "texCoord", file.texCoords, [&](auto& texCoord) { codec.numbers("", texCoord); });
    const std::size_t vertices = codec.offset() + sizeof(std::uint16_t);
    describeEffectiveVertices(codec, file);
    codec.count("triangleCount", file.triangles, 8);
    describeRecords(codec, "triangle", file.triangles, [&](auto& triangle) {
        for (auto& corner : triangle.corners)
            codec.index("corner", corner, file.effectiveVertices.size(), "effective vertices");
        codec.number("pad", triangle.pad);
    });
    codec.count("groupCount", file.groups, 8);
    describeRecords(codec, "group", file.groups,
                    [&](auto& group) { describeGroup(codec, group, file.triangles.size()); });
    describeSharedLists(codec, file, vertices);
}

/// Describes everything behind the skeletons. Precondition: the variant is set.
template <class Codec, class File>
void describeGsmBody(Codec& codec, File& file) {
    constexpr std::size_t kSmallestTexture = 4;
    constexpr std::size_t kSmallestMaterial = 63;
    constexpr std::size_t kSmallestGrip = 52;
    if (file.variant.hasMarker) codec.constant("marker", kMarker);
    describeMesh(codec, file);
    codec.count("textureCount", file.textures, kSmallestTexture);
    describeEach(codec, "texture", file.textures,
                 [&](auto& texture) { codec.textureName("name", texture.name, texture.countedNuls); });
    codec.count("materialCount", file.materials, kSmallestMaterial);
    describeEach(codec, "material", file.materials,
                 [&](auto& material) { describeMaterial(codec, material, file.variant); });
    codec.count("gripCount", file.grips, kSmallestGrip);
    describeEach(codec, "grip", file.grips, [&](auto& grip) { describeGrip(codec, grip); });
    codec.count("gripperCount", file.grippers, kSmallestGrip);
    describeEach(codec, "gripper", file.grippers, [&](auto& gripper) { describeGrip(codec, gripper); });
}

}  // namespace rigkiln::swat3
