#include "pipeline/report/asset_figures.hpp"

#include <cstddef>

namespace rigkiln {
namespace {

constexpr std::size_t AssetCounts::*kCounts[] = {
    &AssetCounts::joints,    &AssetCounts::meshes,   &AssetCounts::vertices,      &AssetCounts::triangles,
    &AssetCounts::materials, &AssetCounts::textures, &AssetCounts::attachments,   &AssetCounts::lights,
    &AssetCounts::clips,     &AssetCounts::keys,     &AssetCounts::animationBytes};

}  // namespace

AssetCounts& AssetCounts::operator+=(const AssetCounts& other) {
    for (const auto count : kCounts)
        this->*count += other.*count;
    return *this;
}

AssetCounts& AssetCounts::operator-=(const AssetCounts& other) {
    for (const auto count : kCounts)
        this->*count -= other.*count;
    return *this;
}

}  // namespace rigkiln
