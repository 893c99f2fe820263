#pragma once

#include "formats/gltf/validate/rule.hpp"

namespace rigkiln::gltf_validation {

// Files

inline constexpr Rule kIoError{"IO_ERROR", FindingSeverity::Error,
                               "a file that the glTF refers to cannot be read"};

// Bytes of buffers and images

inline constexpr Rule kAccessorAnimationInputNegative{"ACCESSOR_ANIMATION_INPUT_NEGATIVE",
                                                      FindingSeverity::Error, "a key time is negative"};
inline constexpr Rule kAccessorAnimationInputNonIncreasing{
    "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", FindingSeverity::Error, "key times do not increase"};
inline constexpr Rule kAccessorAnimationSamplerOutputNonNormalizedQuaternion{
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", FindingSeverity::Error,
    "an animated quaternion is not of length 1"};
inline constexpr Rule kAccessorElementOutOfMaxBound{
    "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", FindingSeverity::Error, "values are above the stated max"};
inline constexpr Rule kAccessorElementOutOfMinBound{
    "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND", FindingSeverity::Error, "values are below the stated min"};
inline constexpr Rule kAccessorIndexOob{"ACCESSOR_INDEX_OOB", FindingSeverity::Error,
                                        "an index is above the last vertex"};
inline constexpr Rule kAccessorIndexPrimitiveRestart{
    "ACCESSOR_INDEX_PRIMITIVE_RESTART", FindingSeverity::Error,
    "an index is the largest of its type, which is reserved"};
inline constexpr Rule kAccessorIndexTriangleDegenerate{
    "ACCESSOR_INDEX_TRIANGLE_DEGENERATE", FindingSeverity::Information, "triangles use one vertex twice"};
inline constexpr Rule kAccessorInvalidFloat{"ACCESSOR_INVALID_FLOAT", FindingSeverity::Error,
                                            "a number is infinite or not a number"};
inline constexpr Rule kAccessorInvalidIbm{"ACCESSOR_INVALID_IBM", FindingSeverity::Error,
                                          "the last row of an inverse bind matrix is not 0 0 0 1"};
inline constexpr Rule kAccessorInvalidSign{"ACCESSOR_INVALID_SIGN", FindingSeverity::Error,
                                           "the sign of a tangent is neither 1 nor -1"};
inline constexpr Rule kAccessorJointsIndexDuplicate{"ACCESSOR_JOINTS_INDEX_DUPLICATE", FindingSeverity::Error,
                                                    "a vertex has the same joint twice"};
inline constexpr Rule kAccessorJointsIndexOob{"ACCESSOR_JOINTS_INDEX_OOB", FindingSeverity::Error,
                                              "a vertex has a joint that its skin lacks"};
inline constexpr Rule kAccessorJointsUsedZeroWeight{
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT", FindingSeverity::Warning, "a joint without weight should be 0"};
inline constexpr Rule kAccessorMaxMismatch{"ACCESSOR_MAX_MISMATCH", FindingSeverity::Error,
                                           "the stated max is not the largest value"};
inline constexpr Rule kAccessorMinMismatch{"ACCESSOR_MIN_MISMATCH", FindingSeverity::Error,
                                           "the stated min is not the least value"};
inline constexpr Rule kAccessorNonClamped{"ACCESSOR_NON_CLAMPED", FindingSeverity::Error,
                                          "a colour is outside of 0 to 1"};
inline constexpr Rule kAccessorSparseIndexOob{"ACCESSOR_SPARSE_INDEX_OOB", FindingSeverity::Error,
                                              "a sparse accessor replaces an element that it has not"};
inline constexpr Rule kAccessorSparseIndicesNonIncreasing{"ACCESSOR_SPARSE_INDICES_NON_INCREASING",
                                                          FindingSeverity::Error,
                                                          "the indices of a sparse accessor do not increase"};
inline constexpr Rule kAccessorVector3NonUnit{"ACCESSOR_VECTOR3_NON_UNIT", FindingSeverity::Error,
                                              "a normal or tangent is not of length 1"};
inline constexpr Rule kAccessorWeightsNegative{"ACCESSOR_WEIGHTS_NEGATIVE", FindingSeverity::Error,
                                               "a weight is negative"};
inline constexpr Rule kAccessorWeightsNonNormalized{"ACCESSOR_WEIGHTS_NON_NORMALIZED", FindingSeverity::Error,
                                                    "the weights of a vertex have another sum than 1"};
inline constexpr Rule kBufferByteLengthMismatch{"BUFFER_BYTE_LENGTH_MISMATCH", FindingSeverity::Error,
                                                "a buffer has fewer bytes than it states"};
inline constexpr Rule kBufferGlbChunkTooBig{"BUFFER_GLB_CHUNK_TOO_BIG", FindingSeverity::Warning,
                                            "the binary chunk is longer than its buffer"};
inline constexpr Rule kDataUriGlb{"DATA_URI_GLB", FindingSeverity::Warning,
                                  "a data URI is in a GLB, which has a binary chunk for data"};
inline constexpr Rule kImageDataInvalid{"IMAGE_DATA_INVALID", FindingSeverity::Error, "an image is damaged"};
inline constexpr Rule kImageFeaturesUnsupported{
    "IMAGE_FEATURES_UNSUPPORTED", FindingSeverity::Warning,
    "an image has its own colour space, pixels that are not square, or animation"};
inline constexpr Rule kImageMimeTypeInvalid{"IMAGE_MIME_TYPE_INVALID", FindingSeverity::Error,
                                            "an image is of another type than it states"};
inline constexpr Rule kImageNonEnabledMimeType{"IMAGE_NON_ENABLED_MIME_TYPE", FindingSeverity::Error,
                                               "an image is of a type that needs an extension"};
inline constexpr Rule kImageNpotDimensions{"IMAGE_NPOT_DIMENSIONS", FindingSeverity::Information,
                                           "width or height of an image is no power of two"};
inline constexpr Rule kImageUnexpectedEos{"IMAGE_UNEXPECTED_EOS", FindingSeverity::Error,
                                          "an image ends early"};
inline constexpr Rule kImageUnrecognizedFormat{"IMAGE_UNRECOGNIZED_FORMAT", FindingSeverity::Warning,
                                               "an image is of no known type"};
inline constexpr Rule kUriGlb{"URI_GLB", FindingSeverity::Information, "a GLB refers to another file"};

// Container

inline constexpr Rule kGlbChunkLengthUnaligned{"GLB_CHUNK_LENGTH_UNALIGNED", FindingSeverity::Error,
                                               "the length of a chunk is no multiple of 4"};
inline constexpr Rule kGlbChunkTooBig{"GLB_CHUNK_TOO_BIG", FindingSeverity::Error,
                                      "a chunk runs past the stated end of the file"};
inline constexpr Rule kGlbDuplicateChunk{"GLB_DUPLICATE_CHUNK", FindingSeverity::Error,
                                         "a chunk of this type was there before"};
inline constexpr Rule kGlbEmptyBinChunk{"GLB_EMPTY_BIN_CHUNK", FindingSeverity::Information,
                                        "an empty binary chunk should be left out"};
inline constexpr Rule kGlbEmptyChunk{"GLB_EMPTY_CHUNK", FindingSeverity::Error, "the JSON chunk is empty"};
inline constexpr Rule kGlbExtraData{"GLB_EXTRA_DATA", FindingSeverity::Warning,
                                    "bytes follow the stated end of the file"};
inline constexpr Rule kGlbInvalidMagic{"GLB_INVALID_MAGIC", FindingSeverity::Error,
                                       "the file does not start with 'glTF'"};
inline constexpr Rule kGlbInvalidVersion{"GLB_INVALID_VERSION", FindingSeverity::Error,
                                         "the container is not of version 2"};
inline constexpr Rule kGlbLengthMismatch{"GLB_LENGTH_MISMATCH", FindingSeverity::Error,
                                         "the stated length is not that of the file"};
inline constexpr Rule kGlbLengthTooSmall{"GLB_LENGTH_TOO_SMALL", FindingSeverity::Error,
                                         "the stated length is less than that of the header"};
inline constexpr Rule kGlbUnexpectedBinChunk{"GLB_UNEXPECTED_BIN_CHUNK", FindingSeverity::Error,
                                             "the binary chunk is not the second"};
inline constexpr Rule kGlbUnexpectedEndOfChunkData{"GLB_UNEXPECTED_END_OF_CHUNK_DATA", FindingSeverity::Error,
                                                   "the file ends inside a chunk"};
inline constexpr Rule kGlbUnexpectedEndOfChunkHeader{"GLB_UNEXPECTED_END_OF_CHUNK_HEADER",
                                                     FindingSeverity::Error,
                                                     "the file ends inside the header of a chunk"};
inline constexpr Rule kGlbUnexpectedEndOfHeader{"GLB_UNEXPECTED_END_OF_HEADER", FindingSeverity::Error,
                                                "the file ends inside its header"};
inline constexpr Rule kGlbUnexpectedFirstChunk{"GLB_UNEXPECTED_FIRST_CHUNK", FindingSeverity::Error,
                                               "the first chunk is not JSON"};
inline constexpr Rule kGlbUnknownChunkType{"GLB_UNKNOWN_CHUNK_TYPE", FindingSeverity::Warning,
                                           "a chunk is of an unknown type"};

// Rules of our own

inline constexpr Rule kRigkilnDataNotChecked{
    "RIGKILN_DATA_NOT_CHECKED", FindingSeverity::Warning,
    "the values of accessors are more than is checked of a file of this size"};

}  // namespace rigkiln::gltf_validation
