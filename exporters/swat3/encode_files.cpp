#include "exporters/swat3/encode_files.hpp"

#include "pipeline/wayback/encode_checked.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Numbers may be NaN, which equals nothing.
bool hasSameGsaParts(const swat3::GsaFile& left, const swat3::GsaFile& right) {
    return left.skeletons.size() == right.skeletons.size() && left.animatedBones == right.animatedBones &&
           left.frames.size() == right.frames.size() && left.rotations.size() == right.rotations.size() &&
           left.events == right.events;
}

Result<swat3::GsaFile> decodeGsaAgain(const std::vector<std::byte>& bytes) {
    Diagnostics found;
    return swat3::decodeGsa(bytes, found);
}

/// Numbers may be NaN, which equals nothing.
bool hasSameGsmParts(const swat3::GsmFile& left, const swat3::GsmFile& right) {
    return left.skeletons.size() == right.skeletons.size() && left.runs == right.runs &&
           left.positions.size() == right.positions.size() && left.blends.size() == right.blends.size() &&
           left.texCoords.size() == right.texCoords.size() &&
           left.effectiveVertices == right.effectiveVertices && left.triangles == right.triangles &&
           left.groups == right.groups && left.sharedLists == right.sharedLists &&
           left.textures == right.textures && left.materials.size() == right.materials.size() &&
           left.grips.size() == right.grips.size() && left.grippers.size() == right.grippers.size();
}

Result<swat3::GsmFile> decodeGsmAgain(const std::vector<std::byte>& bytes) {
    Diagnostics found;
    return swat3::decodeGsm(bytes, found, swat3::Strictness::Lenient);
}

}  // namespace

Result<std::vector<std::byte>> encodeCheckedGsa(const swat3::GsaFile& file) {
    return encodeChecked(file, swat3::encodeGsa, decodeGsaAgain, hasSameGsaParts);
}

Result<std::vector<std::byte>> encodeCheckedGsm(const swat3::GsmFile& file) {
    return encodeChecked(file, swat3::encodeGsm, decodeGsmAgain, hasSameGsmParts);
}

}  // namespace rigkiln::swat3_export
