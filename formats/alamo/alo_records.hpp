#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/alamo/alo_file.hpp"

/// Records of minis in an ALO, described once for both directions. Codec is ChunkList or MiniWriter; the
/// calls are in file order (README, section Model).
namespace rigkiln::alamo {

/// Counts is AloCounts.
template <class Codec, class Counts>
void describeCounts(Codec& minis, Counts& counts) {
    minis.field(1, "connectionCount", counts.connections);
    minis.field(4, "proxyCount", counts.proxies);
    minis.field(9, "dazzleCount", counts.dazzles);
}

template <class Codec, class Connection>
void describeConnection(Codec& minis, Connection& connection) {
    minis.field(2, "object", connection.object);
    minis.field(3, "bone", connection.bone);
}

template <class Codec, class Proxy>
void describeProxy(Codec& minis, Proxy& proxy) {
    minis.field(5, "name", proxy.name);
    minis.field(6, "bone", proxy.bone);
    minis.field(7, "hidden", proxy.hidden);
    minis.field(8, "altDecreaseStayHidden", proxy.altDecreaseStayHidden);
}

/// Mini 6 is stored before mini 5.
template <class Codec, class Dazzle>
void describeDazzle(Codec& minis, Dazzle& dazzle) {
    minis.field(0, "color", dazzle.color);
    minis.field(1, "position", dazzle.position);
    minis.field(2, "radius", dazzle.radius);
    minis.field(3, "textureX", dazzle.textureX);
    minis.field(4, "textureY", dazzle.textureY);
    minis.field(6, "textureSize", dazzle.textureSize);
    minis.field(5, "texture", dazzle.texture);
    minis.field(7, "frequency", dazzle.frequency);
    minis.field(8, "phase", dazzle.phase);
    minis.field(9, "nightOnly", dazzle.nightOnly);
    minis.field(10, "bone", dazzle.bone);
    minis.field(11, "name", dazzle.name);
    minis.field(12, "hidden", dazzle.hidden);
    minis.field(13, "bias", dazzle.bias);
}

template <class Codec, class Name, class Value>
void describeParameter(Codec& minis, Name& name, Value& value) {
    minis.field(1, "name", name);
    minis.field(2, "value", value);
}

/// Vertex of chunk 10005: an AloVertex without `unused`.
struct AloShortVertex {
    Float3 position{};
    Float3 normal{};
    std::array<Float2, 4> texCoords{};
    Float3 tangent{};
    Float3 binormal{};
    Float4 color{};
    std::array<std::uint32_t, 4> boneSlots{};
    Float4 weights{};
};
static_assert(sizeof(AloShortVertex) == 128);

inline constexpr std::size_t kSizeOfTriangle = 6;

/// Counts of chunk 601. Files older than dazzles lack the last one.
struct AloCounts {
    std::uint32_t connections = 0;
    std::uint32_t proxies = 0;
    std::optional<std::uint32_t> dazzles{};
};

}  // namespace rigkiln::alamo
