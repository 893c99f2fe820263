#pragma once

#include <optional>

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/member_reader.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_validation {

/// Reads a document object by object and reports members that break a rule. Returns nothing when the version
/// is not 2: the rest has no meaning then.
[[nodiscard]] std::optional<Document> readDocument(MemberReader& in, const Value& value, bool isGlb);

// Parts of readDocument, each for the object at the place of the reader.

[[nodiscard]] Accessor readAccessor(MemberReader& in, const Properties& object);
[[nodiscard]] Buffer readBuffer(MemberReader& in, const Properties& object, bool isGlb);
[[nodiscard]] BufferView readBufferView(MemberReader& in, const Properties& object);
[[nodiscard]] Image readImage(MemberReader& in, const Properties& object, bool isGlb);
[[nodiscard]] Texture readTexture(MemberReader& in, const Properties& object);
[[nodiscard]] Plain readSampler(MemberReader& in, const Properties& object);
[[nodiscard]] Material readMaterial(MemberReader& in, const Properties& object);
[[nodiscard]] Mesh readMesh(MemberReader& in, const Properties& object);
[[nodiscard]] Plain readCamera(MemberReader& in, const Properties& object);
[[nodiscard]] Node readNode(MemberReader& in, const Properties& object);
[[nodiscard]] Skin readSkin(MemberReader& in, const Properties& object);
[[nodiscard]] Animation readAnimation(MemberReader& in, const Properties& object);
[[nodiscard]] SceneObject readSceneObject(MemberReader& in, const Properties& object);
[[nodiscard]] ObjectList<Plain> readLights(MemberReader& in, const Properties& object);

/// True for a matrix of 16 numbers that is a product of translation, rotation and scale.
[[nodiscard]] bool isDecomposable(std::span<const double> numbers);

/// Reads the extensions of an object for which none has a meaning. Returns the number that count as content.
inline std::size_t readNoExtensions(MemberReader& in, const Properties& object) {
    return in.readExtensions(object, Owner::Other).count;
}

}  // namespace rigkiln::gltf_validation
