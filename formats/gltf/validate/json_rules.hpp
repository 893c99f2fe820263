#pragma once

#include "formats/gltf/validate/rule.hpp"

namespace rigkiln::gltf_validation {

// JSON: shape of the objects

inline constexpr Rule kArrayLengthNotInList{"ARRAY_LENGTH_NOT_IN_LIST", FindingSeverity::Error,
                                            "a list has a wrong number of elements"};
inline constexpr Rule kArrayTypeMismatch{"ARRAY_TYPE_MISMATCH", FindingSeverity::Error,
                                         "an element of a list has a wrong type"};
inline constexpr Rule kDuplicateElements{"DUPLICATE_ELEMENTS", FindingSeverity::Error,
                                         "an element is twice in a list"};
inline constexpr Rule kEmptyEntity{"EMPTY_ENTITY", FindingSeverity::Error,
                                   "a list or object is empty and must not be"};
inline constexpr Rule kInvalidIndex{"INVALID_INDEX", FindingSeverity::Error,
                                    "an index is no whole number from 0 on"};
inline constexpr Rule kInvalidJson{"INVALID_JSON", FindingSeverity::Error,
                                   "the text is not JSON as glTF demands it"};
inline constexpr Rule kInvalidUri{"INVALID_URI", FindingSeverity::Error,
                                  "a URI is malformed, or its data are not of the type that it states"};
inline constexpr Rule kOneOfMismatch{"ONE_OF_MISMATCH", FindingSeverity::Error,
                                     "exactly one of two members must be there"};
inline constexpr Rule kPatternMismatch{"PATTERN_MISMATCH", FindingSeverity::Error,
                                       "a text has not the form that is demanded"};
inline constexpr Rule kTypeMismatch{"TYPE_MISMATCH", FindingSeverity::Error, "a value has a wrong type"};
inline constexpr Rule kUndefinedProperty{"UNDEFINED_PROPERTY", FindingSeverity::Error,
                                         "a required member is missing"};
inline constexpr Rule kUnexpectedProperty{"UNEXPECTED_PROPERTY", FindingSeverity::Warning,
                                          "a member is not one of glTF"};
inline constexpr Rule kUnsatisfiedDependency{"UNSATISFIED_DEPENDENCY", FindingSeverity::Error,
                                             "a member needs another one that is missing"};
inline constexpr Rule kValueMultipleOf{"VALUE_MULTIPLE_OF", FindingSeverity::Error,
                                       "a number is no multiple of the one demanded"};
inline constexpr Rule kValueNotInList{"VALUE_NOT_IN_LIST", FindingSeverity::Warning,
                                      "a value is none of those allowed"};
inline constexpr Rule kValueNotInRange{"VALUE_NOT_IN_RANGE", FindingSeverity::Error,
                                       "a number is outside of its range"};

// JSON: values that contradict each other

inline constexpr Rule kAccessorMatrixAlignment{
    "ACCESSOR_MATRIX_ALIGNMENT", FindingSeverity::Error,
    "an accessor of matrices does not start at a multiple of 4 bytes"};
inline constexpr Rule kAccessorNormalizedInvalid{"ACCESSOR_NORMALIZED_INVALID", FindingSeverity::Error,
                                                 "only 8-bit and 16-bit integers can be normalized"};
inline constexpr Rule kAccessorOffsetAlignment{"ACCESSOR_OFFSET_ALIGNMENT", FindingSeverity::Error,
                                               "an offset is no multiple of the size of a component"};
inline constexpr Rule kAccessorSparseCountOutOfRange{
    "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", FindingSeverity::Error,
    "a sparse accessor replaces more elements than there are"};
inline constexpr Rule kAnimationChannelTargetNodeSkin{
    "ANIMATION_CHANNEL_TARGET_NODE_SKIN", FindingSeverity::Warning,
    "an animated node has a skin, which ignores the node's transform"};
inline constexpr Rule kAssetMinVersionGreaterThanVersion{"ASSET_MIN_VERSION_GREATER_THAN_VERSION",
                                                         FindingSeverity::Error,
                                                         "asset.minVersion is above asset.version"};
inline constexpr Rule kBufferDataUriMimeTypeInvalid{
    "BUFFER_DATA_URI_MIME_TYPE_INVALID", FindingSeverity::Error,
    "the data URI of a buffer has a media type of something else"};
inline constexpr Rule kBufferViewInvalidByteStride{"BUFFER_VIEW_INVALID_BYTE_STRIDE", FindingSeverity::Error,
                                                   "byteStride is for vertex data only"};
inline constexpr Rule kBufferViewTooBigByteStride{"BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", FindingSeverity::Error,
                                                  "byteStride is above the byteLength of its buffer view"};
inline constexpr Rule kCameraXmagYmagNegative{"CAMERA_XMAG_YMAG_NEGATIVE", FindingSeverity::Warning,
                                              "the size of an orthographic camera is negative"};
inline constexpr Rule kCameraXmagYmagZero{"CAMERA_XMAG_YMAG_ZERO", FindingSeverity::Error,
                                          "the size of an orthographic camera is 0"};
inline constexpr Rule kCameraYfovGequalPi{"CAMERA_YFOV_GEQUAL_PI", FindingSeverity::Warning,
                                          "the field of view of a camera is half a turn or more"};
inline constexpr Rule kCameraZfarLequalZnear{"CAMERA_ZFAR_LEQUAL_ZNEAR", FindingSeverity::Error,
                                             "the far plane of a camera is not behind the near one"};
inline constexpr Rule kExtraProperty{"EXTRA_PROPERTY", FindingSeverity::Information,
                                     "a member has no effect here"};
inline constexpr Rule kInvalidExtensionNameFormat{"INVALID_EXTENSION_NAME_FORMAT", FindingSeverity::Warning,
                                                  "the name of an extension has not the form PREFIX_name"};
inline constexpr Rule kInvalidGlValue{"INVALID_GL_VALUE", FindingSeverity::Error,
                                      "a number does not fit the component type"};
inline constexpr Rule kKhrAnimationPointerAnimationChannelTargetNode{
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", FindingSeverity::Error,
    "a channel with a pointer names a node too"};
inline constexpr Rule kKhrAnimationPointerAnimationChannelTargetPath{
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", FindingSeverity::Error,
    "a channel with a pointer has another path than 'pointer'"};
inline constexpr Rule kKhrLightsPunctualLightSpotAngles{
    "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES", FindingSeverity::Error,
    "the outer angle of a spot light is not above the inner one"};
inline constexpr Rule kKhrMaterialsAnisotropyAnisotropyTextureTexcoord{
    "KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD", FindingSeverity::Warning,
    "the textures for normals and anisotropy use different coordinates"};
inline constexpr Rule kKhrMaterialsClearcoatClearcoatNormalTextureTexcoord{
    "KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD", FindingSeverity::Warning,
    "the textures for normals and for those of the clear coat use different coordinates"};
inline constexpr Rule kKhrMaterialsDispersionNoVolume{
    "KHR_MATERIALS_DISPERSION_NO_VOLUME", FindingSeverity::Warning,
    "dispersion has no effect without KHR_materials_volume"};
inline constexpr Rule kKhrMaterialsEmissiveStrengthZeroFactor{
    "KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR", FindingSeverity::Warning,
    "an emissive strength has no effect on an emissive factor of 0"};
inline constexpr Rule kKhrMaterialsIridescenceThicknessRangeWithoutTexture{
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE", FindingSeverity::Information,
    "the least thickness has no effect without a texture for it"};
inline constexpr Rule kKhrMaterialsIridescenceThicknessTextureUnused{
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED", FindingSeverity::Information,
    "the texture for the thickness has no effect as least and greatest are equal"};
inline constexpr Rule kKhrMaterialsVolumeDoubleSided{"KHR_MATERIALS_VOLUME_DOUBLE_SIDED",
                                                     FindingSeverity::Warning,
                                                     "a material with a volume is double-sided"};
inline constexpr Rule kKhrMaterialsVolumeNoTransmission{
    "KHR_MATERIALS_VOLUME_NO_TRANSMISSION", FindingSeverity::Warning,
    "a volume has no effect as the surface lets no light through"};
inline constexpr Rule kMaterialAlphaCutoffInvalidMode{"MATERIAL_ALPHA_CUTOFF_INVALID_MODE",
                                                      FindingSeverity::Warning,
                                                      "alphaCutoff has an effect with alphaMode MASK only"};
inline constexpr Rule kMeshInvalidWeightsCount{"MESH_INVALID_WEIGHTS_COUNT", FindingSeverity::Error,
                                               "a mesh has another number of weights than of morph targets"};
inline constexpr Rule kMeshPrimitivesUnequalTargetsCount{
    "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", FindingSeverity::Error,
    "the primitives of a mesh have different numbers of morph targets"};
inline constexpr Rule kMeshPrimitiveIndexedSemanticContinuity{
    "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", FindingSeverity::Error,
    "numbered attributes do not count 0, 1, 2 without gaps"};
inline constexpr Rule kMeshPrimitiveInvalidAttribute{
    "MESH_PRIMITIVE_INVALID_ATTRIBUTE", FindingSeverity::Error,
    "the name of an attribute is none of glTF and does not start with '_'"};
inline constexpr Rule kMeshPrimitiveJointsWeightsMismatch{
    "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", FindingSeverity::Error,
    "a primitive has different numbers of JOINTS and WEIGHTS"};
inline constexpr Rule kMeshPrimitiveNoPosition{"MESH_PRIMITIVE_NO_POSITION", FindingSeverity::Warning,
                                               "a primitive has no positions"};
inline constexpr Rule kMeshPrimitiveTangentWithoutNormal{"MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL",
                                                         FindingSeverity::Warning,
                                                         "a primitive has tangents without normals"};
inline constexpr Rule kMultipleExtensions{"MULTIPLE_EXTENSIONS", FindingSeverity::Warning,
                                          "an extension stands beside others that may contradict it"};
inline constexpr Rule kNodeEmpty{"NODE_EMPTY", FindingSeverity::Information,
                                 "a node has neither content nor children"};
inline constexpr Rule kNodeMatrixDefault{"NODE_MATRIX_DEFAULT", FindingSeverity::Information,
                                         "the matrix of a node is the identity, which is the default"};
inline constexpr Rule kNodeMatrixNonTrs{"NODE_MATRIX_NON_TRS", FindingSeverity::Error,
                                        "the matrix of a node is no translation, rotation and scale"};
inline constexpr Rule kNodeMatrixTrs{"NODE_MATRIX_TRS", FindingSeverity::Error,
                                     "a node has a matrix beside translation, rotation or scale"};
inline constexpr Rule kNodeSkinnedMeshLocalTransforms{
    "NODE_SKINNED_MESH_LOCAL_TRANSFORMS", FindingSeverity::Warning,
    "the transform of a node has no effect on its skinned mesh"};
inline constexpr Rule kNodeSkinnedMeshNonRoot{
    "NODE_SKINNED_MESH_NON_ROOT", FindingSeverity::Warning,
    "a skinned mesh is below another node, whose transform it ignores"};
inline constexpr Rule kNodeSkinNoScene{"NODE_SKIN_NO_SCENE", FindingSeverity::Error,
                                       "a skinned mesh is in a scene without its joints"};
inline constexpr Rule kNonObjectExtras{"NON_OBJECT_EXTRAS", FindingSeverity::Information,
                                       "extras should be an object"};
inline constexpr Rule kNonRelativeUri{"NON_RELATIVE_URI", FindingSeverity::Warning,
                                      "a URI is not relative to the file"};
inline constexpr Rule kNonRequiredExtension{"NON_REQUIRED_EXTENSION", FindingSeverity::Error,
                                            "an extension must be listed as required"};
inline constexpr Rule kRotationNonUnit{"ROTATION_NON_UNIT", FindingSeverity::Error,
                                       "a quaternion is not of length 1"};
inline constexpr Rule kSkinNoCommonRoot{"SKIN_NO_COMMON_ROOT", FindingSeverity::Error,
                                        "the joints of a skin are in different trees"};
inline constexpr Rule kSkinSkeletonInvalid{"SKIN_SKELETON_INVALID", FindingSeverity::Error,
                                           "the skeleton of a skin is not above all its joints"};
inline constexpr Rule kUnknownAssetMajorVersion{"UNKNOWN_ASSET_MAJOR_VERSION", FindingSeverity::Error,
                                                "the file is not of glTF 2"};
inline constexpr Rule kUnknownAssetMinorVersion{"UNKNOWN_ASSET_MINOR_VERSION", FindingSeverity::Warning,
                                                "the file is of a later glTF 2 than 2.0"};
inline constexpr Rule kUnusedExtensionRequired{"UNUSED_EXTENSION_REQUIRED", FindingSeverity::Error,
                                               "a required extension is not listed as used"};

}  // namespace rigkiln::gltf_validation
