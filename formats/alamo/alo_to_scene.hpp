#pragma once

#include <array>

#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/alo_options.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/texture_finder.hpp"

namespace rigkiln::alamo {

inline constexpr IssueKind kUnconnectedObject{
    "alamo.unconnected-object", Severity::Warning,
    "a mesh or light is connected to no bone and was put on the root"};
inline constexpr IssueKind kDuplicateConnection{
    "alamo.duplicate-connection", Severity::Warning,
    "a mesh or light is connected twice; the first connection counts"};
inline constexpr IssueKind kBadBoneMatrix{
    "alamo.bad-bone-matrix", Severity::Warning,
    "the rest matrix of a bone is sheared, singular or not finite; the nearest "
    "translation, rotation and scale was taken"};
inline constexpr IssueKind kEmptySubMesh{"alamo.empty-sub-mesh", Severity::Information,
                                         "a sub-mesh without a triangle was left out"};
inline constexpr IssueKind kVertexNotFinite{
    "alamo.vertex-not-finite", Severity::Warning,
    "vertices hold NaN or infinity; triangles at such positions were dropped, other "
    "fields got a neutral value"};
inline constexpr IssueKind kZeroNormal{
    "alamo.zero-normal", Severity::Information,
    "normals without length were rebuilt from the triangles around them, or left out "
    "where a whole sub-mesh has none"};
inline constexpr IssueKind kZeroTangent{
    "alamo.zero-tangent", Severity::Information,
    "tangents without length were replaced by one across the normal, or left out where "
    "a whole sub-mesh has none"};
inline constexpr IssueKind kMissingBoneMap{"alamo.missing-bone-map", Severity::Warning,
                                           "a skinned sub-mesh has no bone map and was taken as rigid"};
inline constexpr IssueKind kBadInfluence{
    "alamo.bad-influence", Severity::Warning,
    "influences name a slot outside the bone map or have no weight; the vertices "
    "follow the first bone of the map"};
inline constexpr IssueKind kBadLight{
    "alamo.bad-light", Severity::Warning,
    "a light has an unknown type or values out of range, which were brought into range"};
inline constexpr IssueKind kNotFiniteParameter{
    "alamo.parameter-not-finite", Severity::Warning,
    "a shader parameter holds NaN or infinity; it is kept in extras as text"};

inline constexpr std::array<const IssueKind*, 15> kAloIssues = {
    &kUnconnectedObject, &kDuplicateConnection, &kBadBoneMatrix,  &kEmptySubMesh,       &kVertexNotFinite,
    &kZeroNormal,        &kZeroTangent,         &kMissingBoneMap, &kBadInfluence,       &kBadLight,
    &kTextureNotFound,   &kTextureUnreadable,   &kTextureOdd,     &kNotFiniteParameter, &kTextureResized};

/// Converts a model at rest: bones become joints (same numbers), every sub-mesh with a triangle a primitive;
/// lights, proxies and dazzles follow. Nothing is selected yet. The request's options are those of
/// kAloOptions. Z-up, in the file's units. One skin serves all skinned sub-meshes; it lists each bone of any
/// bone map once, in ascending order.
[[nodiscard]] Scene aloToScene(const AloFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::alamo
