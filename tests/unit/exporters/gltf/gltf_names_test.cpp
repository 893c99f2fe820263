#include "exporters/gltf/gltf_names.hpp"

#include <gtest/gtest.h>

namespace rigkiln::gltf_export {
namespace {

TEST(GltfNames, AreThoseOfTheSpecification) {
    EXPECT_EQ(nameOf(ElementType::Mat4), "MAT4");
    EXPECT_EQ(nameOf(Interpolation::Step), "STEP");
    EXPECT_EQ(nameOf(Interpolation::Linear), "LINEAR");
    EXPECT_EQ(nameOf(Interpolation::CubicSpline), "CUBICSPLINE");
    EXPECT_EQ(nameOf(LightKind::Point), "point");
    EXPECT_EQ(nameOf(LightKind::Directional), "directional");
    EXPECT_EQ(nameOf(LightKind::Spot), "spot");
    EXPECT_EQ(nameOf(Path::Translation), "translation");
    EXPECT_EQ(nameOf(Path::Rotation), "rotation");
    EXPECT_EQ(nameOf(Path::Scale), "scale");
}

TEST(GltfNames, SayPointerForWhatIsNoPathOfANode) {
    for (const Path path : {Path::NodeVisibility, Path::BaseColorOffset}) {
        EXPECT_TRUE(isPointer(path));
        EXPECT_EQ(nameOf(path), "pointer");
    }
}

TEST(GltfNames, LeadBackToTheirElementTypes) {
    for (const ElementType type :
         {ElementType::Scalar, ElementType::Vec2, ElementType::Vec3, ElementType::Vec4, ElementType::Mat4}) {
        EXPECT_EQ(elementTypeNamed(nameOf(type)), type);
    }
    EXPECT_EQ(elementTypeNamed("MAT3"), std::nullopt);  // padded; we write none
    EXPECT_EQ(elementTypeNamed(""), std::nullopt);
}

}  // namespace
}  // namespace rigkiln::gltf_export
