#pragma once

#include "formats/gltf/validate/rule.hpp"

namespace rigkiln::gltf_validation {

// References between objects

inline constexpr Rule kAccessorSmallBytestride{"ACCESSOR_SMALL_BYTESTRIDE", FindingSeverity::Error,
                                               "the elements of an accessor are longer than the byteStride"};
inline constexpr Rule kAccessorTooLong{"ACCESSOR_TOO_LONG", FindingSeverity::Error,
                                       "an accessor runs past the end of its buffer view"};
inline constexpr Rule kAccessorTotalOffsetAlignment{
    "ACCESSOR_TOTAL_OFFSET_ALIGNMENT", FindingSeverity::Error,
    "an accessor does not start at a multiple of its component size in the buffer"};
inline constexpr Rule kAccessorUsageOverride{"ACCESSOR_USAGE_OVERRIDE", FindingSeverity::Error,
                                             "an accessor is used for two purposes"};
inline constexpr Rule kAnimationChannelTargetNodeMatrix{
    "ANIMATION_CHANNEL_TARGET_NODE_MATRIX", FindingSeverity::Error, "an animated node has a matrix"};
inline constexpr Rule kAnimationChannelTargetNodeWeightsNoMorphs{
    "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", FindingSeverity::Error,
    "weights are animated of a mesh without morph targets"};
inline constexpr Rule kAnimationDuplicateTargets{"ANIMATION_DUPLICATE_TARGETS", FindingSeverity::Error,
                                                 "two channels of an animation have the same target"};
inline constexpr Rule kAnimationSamplerAccessorWithBytestride{
    "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", FindingSeverity::Error,
    "the buffer view of an animation has a byteStride"};
inline constexpr Rule kAnimationSamplerInputAccessorInvalidFormat{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", FindingSeverity::Error, "key times must be floats"};
inline constexpr Rule kAnimationSamplerInputAccessorTooFewElements{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", FindingSeverity::Error,
    "a spline needs two keys or more"};
inline constexpr Rule kAnimationSamplerInputAccessorWithoutBounds{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", FindingSeverity::Error,
    "key times must have min and max"};
inline constexpr Rule kAnimationSamplerOutputAccessorInvalidCount{
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", FindingSeverity::Error,
    "the number of values does not fit the number of key times"};
inline constexpr Rule kAnimationSamplerOutputAccessorInvalidFormat{
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", FindingSeverity::Error,
    "the values of a channel have a type that its path does not allow"};
inline constexpr Rule kBufferMissingGlbData{"BUFFER_MISSING_GLB_DATA", FindingSeverity::Error,
                                            "the file has no binary chunk for its first buffer"};
inline constexpr Rule kBufferViewTargetMissing{
    "BUFFER_VIEW_TARGET_MISSING", FindingSeverity::Hint,
    "the buffer view of vertices or indices should state its target"};
inline constexpr Rule kBufferViewTargetOverride{"BUFFER_VIEW_TARGET_OVERRIDE", FindingSeverity::Error,
                                                "a buffer view is used for two purposes"};
inline constexpr Rule kBufferViewTooLong{"BUFFER_VIEW_TOO_LONG", FindingSeverity::Error,
                                         "a buffer view runs past the end of its buffer"};
inline constexpr Rule kImageBufferViewWithBytestride{"IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE",
                                                     FindingSeverity::Error,
                                                     "the buffer view of an image has a byteStride"};
inline constexpr Rule kIncompleteExtensionSupport{
    "INCOMPLETE_EXTENSION_SUPPORT", FindingSeverity::Information, "an extension is checked in part only"};
inline constexpr Rule kInvalidIbmAccessorCount{"INVALID_IBM_ACCESSOR_COUNT", FindingSeverity::Error,
                                               "a skin has fewer inverse bind matrices than joints"};
inline constexpr Rule kKhrMaterialsVariantsNonUniqueVariant{
    "KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT", FindingSeverity::Error,
    "a variant is twice in the mappings of a primitive"};
inline constexpr Rule kMeshPrimitiveAccessorUnaligned{
    "MESH_PRIMITIVE_ACCESSOR_UNALIGNED", FindingSeverity::Error,
    "vertex attributes do not start at multiples of 4 bytes"};
inline constexpr Rule kMeshPrimitiveAccessorWithoutBytestride{
    "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", FindingSeverity::Error,
    "attributes share a buffer view that has no byteStride"};
inline constexpr Rule kMeshPrimitiveAttributesAccessorInvalidFormat{
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", FindingSeverity::Error,
    "an attribute has a type that its name does not allow"};
inline constexpr Rule kMeshPrimitiveAttributesAccessorUnsignedInt{
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", FindingSeverity::Error,
    "attributes cannot be 32-bit integers"};
inline constexpr Rule kMeshPrimitiveGeneratedTangentSpace{
    "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", FindingSeverity::Warning,
    "a material needs tangents that the primitive lacks; programs make different ones"};
inline constexpr Rule kMeshPrimitiveIncompatibleMode{
    "MESH_PRIMITIVE_INCOMPATIBLE_MODE", FindingSeverity::Warning,
    "the number of vertices or indices does not fit the mode"};
inline constexpr Rule kMeshPrimitiveIndicesAccessorInvalidFormat{
    "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", FindingSeverity::Error,
    "indices must be unsigned integers"};
inline constexpr Rule kMeshPrimitiveIndicesAccessorWithBytestride{
    "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", FindingSeverity::Error,
    "the buffer view of indices has a byteStride"};
inline constexpr Rule kMeshPrimitiveMorphTargetInvalidAttributeCount{
    "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", FindingSeverity::Error,
    "a morph target has another number of vertices than its primitive"};
inline constexpr Rule kMeshPrimitiveMorphTargetNoBaseAccessor{
    "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", FindingSeverity::Error,
    "a morph target changes an attribute that the primitive lacks"};
inline constexpr Rule kMeshPrimitiveNoTangentSpace{
    "MESH_PRIMITIVE_NO_TANGENT_SPACE", FindingSeverity::Error,
    "a material needs tangents that the primitive lacks and nothing says how to make"};
inline constexpr Rule kMeshPrimitivePositionAccessorWithoutBounds{
    "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", FindingSeverity::Error,
    "positions must have min and max"};
inline constexpr Rule kMeshPrimitiveTooFewTexcoords{
    "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", FindingSeverity::Error,
    "a material needs texture coordinates that the primitive lacks"};
inline constexpr Rule kMeshPrimitiveUnequalAccessorCount{
    "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", FindingSeverity::Error,
    "the attributes of a primitive have different numbers of vertices"};
inline constexpr Rule kNodeLoop{"NODE_LOOP", FindingSeverity::Error, "a node is below itself"};
inline constexpr Rule kNodeParentOverride{"NODE_PARENT_OVERRIDE", FindingSeverity::Error,
                                          "a node has two parents"};
inline constexpr Rule kNodeSkinnedMeshWithoutSkin{"NODE_SKINNED_MESH_WITHOUT_SKIN", FindingSeverity::Warning,
                                                  "a mesh with joints is used without a skin"};
inline constexpr Rule kNodeSkinWithNonSkinnedMesh{"NODE_SKIN_WITH_NON_SKINNED_MESH", FindingSeverity::Error,
                                                  "a skin is used with a mesh without joints"};
inline constexpr Rule kNodeWeightsInvalid{
    "NODE_WEIGHTS_INVALID", FindingSeverity::Error,
    "a node has another number of weights than its mesh has morph targets"};
inline constexpr Rule kSceneNonRootNode{"SCENE_NON_ROOT_NODE", FindingSeverity::Error,
                                        "a scene lists a node that is below another one"};
inline constexpr Rule kSkinIbmAccessorWithBytestride{
    "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", FindingSeverity::Error,
    "the buffer view of inverse bind matrices has a byteStride"};
inline constexpr Rule kSkinIbmInvalidFormat{"SKIN_IBM_INVALID_FORMAT", FindingSeverity::Error,
                                            "inverse bind matrices must be 4x4 floats"};
inline constexpr Rule kTextureInvalidImageMimeType{"TEXTURE_INVALID_IMAGE_MIME_TYPE", FindingSeverity::Error,
                                                   "a texture shows an image of a type that it may not"};
inline constexpr Rule kUndeclaredExtension{"UNDECLARED_EXTENSION", FindingSeverity::Error,
                                           "an extension is not in extensionsUsed"};
inline constexpr Rule kUnexpectedExtensionObject{"UNEXPECTED_EXTENSION_OBJECT", FindingSeverity::Error,
                                                 "an extension stands where it has no meaning"};
inline constexpr Rule kUnresolvedReference{"UNRESOLVED_REFERENCE", FindingSeverity::Error,
                                           "an index refers to nothing"};
inline constexpr Rule kUnsupportedExtension{"UNSUPPORTED_EXTENSION", FindingSeverity::Information,
                                            "an extension is not known and not checked"};
inline constexpr Rule kUnusedMeshTangent{"UNUSED_MESH_TANGENT", FindingSeverity::Information,
                                         "tangents have no effect as the material has no normal texture"};
inline constexpr Rule kUnusedMeshWeights{"UNUSED_MESH_WEIGHTS", FindingSeverity::Information,
                                         "the weights of a mesh have no effect as all nodes have their own"};
inline constexpr Rule kUnusedObject{"UNUSED_OBJECT", FindingSeverity::Information,
                                    "nothing refers to this object"};

}  // namespace rigkiln::gltf_validation
