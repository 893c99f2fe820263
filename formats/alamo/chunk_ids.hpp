#pragma once

#include <cstdint>

/// Ids of chunks (README, sections Chunks, Animation, Model).
namespace rigkiln::alamo::id {

// First chunk, which tells the kind of file.
inline constexpr std::uint32_t kSkeleton = 0x200;
inline constexpr std::uint32_t kAnimation = 0x1000;
inline constexpr std::uint32_t kParticleSystem1 = 0x900;
inline constexpr std::uint32_t kParticleSystem2 = 0x1500;

// Animation.
inline constexpr std::uint32_t kAnimationHeader = 0x1001;  // minis
inline constexpr std::uint32_t kAnimatedBone = 0x1002;
inline constexpr std::uint32_t kAnimatedBoneHeader = 0x1003;  // minis
inline constexpr std::uint32_t kTranslations = 0x1004;
inline constexpr std::uint32_t kScales = 0x1005;
inline constexpr std::uint32_t kRotations = 0x1006;
inline constexpr std::uint32_t kVisibilityBits = 0x1007;
inline constexpr std::uint32_t kStepBits = 0x1008;
inline constexpr std::uint32_t kRotationPool = 0x1009;
inline constexpr std::uint32_t kTranslationPool = 0x100A;
inline constexpr std::uint32_t kScalePool = 0x100B;

// Model: skeleton.
inline constexpr std::uint32_t kSkeletonHeader = 0x201;
inline constexpr std::uint32_t kBone = 0x202;
inline constexpr std::uint32_t kBoneName = 0x203;
inline constexpr std::uint32_t kBoneData205 = 0x205;
inline constexpr std::uint32_t kBoneData206 = 0x206;

// Model: meshes.
inline constexpr std::uint32_t kMesh = 0x400;
inline constexpr std::uint32_t kMeshName = 0x401;
inline constexpr std::uint32_t kMeshHeader = 0x402;
inline constexpr std::uint32_t kMaterial = 0x10100;
inline constexpr std::uint32_t kShader = 0x10101;
inline constexpr std::uint32_t kParameterInteger = 0x10102;  // this and the next four: minis
inline constexpr std::uint32_t kParameterFloat = 0x10103;
inline constexpr std::uint32_t kParameterFloat3 = 0x10104;
inline constexpr std::uint32_t kParameterTexture = 0x10105;
inline constexpr std::uint32_t kParameterFloat4 = 0x10106;
inline constexpr std::uint32_t kGeometry = 0x10000;
inline constexpr std::uint32_t kGeometryHeader = 0x10001;
inline constexpr std::uint32_t kVertexFormat = 0x10002;
inline constexpr std::uint32_t kIndices = 0x10004;
inline constexpr std::uint32_t kVertices10005 = 0x10005;
inline constexpr std::uint32_t kBoneMap = 0x10006;
inline constexpr std::uint32_t kVertices10007 = 0x10007;
inline constexpr std::uint32_t kCollisionTree = 0x1200;
inline constexpr std::uint32_t kCollisionBox = 0x1201;  // minis
inline constexpr std::uint32_t kCollisionNodes = 0x1202;
inline constexpr std::uint32_t kCollisionTriangles = 0x1203;

// Model: lights.
inline constexpr std::uint32_t kLight = 0x1300;
inline constexpr std::uint32_t kLightName = 0x1301;
inline constexpr std::uint32_t kLightData = 0x1302;

// Model: attachments.
inline constexpr std::uint32_t kConnections = 0x600;
inline constexpr std::uint32_t kConnectionsHeader = 0x601;  // minis
inline constexpr std::uint32_t kConnection = 0x602;         // minis
inline constexpr std::uint32_t kProxy = 0x603;              // minis
inline constexpr std::uint32_t kDazzle = 0x604;
inline constexpr std::uint32_t kDazzleData = 0;  // minis

}  // namespace rigkiln::alamo::id
