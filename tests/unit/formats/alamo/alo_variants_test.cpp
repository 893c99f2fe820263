#include "formats/alamo/alo_variants.hpp"

#include <gtest/gtest.h>

namespace rigkiln::alamo {
namespace {

TEST(MeshVariant, ReadsMarksInEitherOrderAndAnyCase) {
    for (const char* name : {"Hull_LOD1_ALT2", "HULL_alt2_Lod1"}) {
        const MeshVariant variant = meshVariant(name);
        EXPECT_EQ(variant.base, "hull");
        EXPECT_EQ(variant.levelOfDetail, 1U);
        EXPECT_EQ(variant.alternative, 2U);
    }
}

TEST(MeshVariant, LeavesNamesWithoutMarksAlone) {
    for (const char* name : {"Hull", "Salt_Alt", "_LODx", "Hull_LOD", "Hull_LOD1b", "Hull_LOD99999999999"}) {
        const MeshVariant variant = meshVariant(name);
        EXPECT_FALSE(variant.levelOfDetail) << name;
        EXPECT_FALSE(variant.alternative) << name;
    }
}

}  // namespace
}  // namespace rigkiln::alamo
