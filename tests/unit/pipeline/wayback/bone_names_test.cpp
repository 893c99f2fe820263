#include "pipeline/wayback/bone_names.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(BoneNames, AreComparedWithoutCaseAndInUtf8) {
    EXPECT_EQ(comparableName("L Arm"), comparableName("l ARM"));
    EXPECT_EQ(comparableName("Gr\xFC\xDF"), comparableName("gr\xC3\xBC\xC3\x9F"));
    EXPECT_NE(comparableName("arm"), comparableName("arm.001"));
}

TEST(BoneNames, LoseTheNumberThatBlenderAppends) {
    EXPECT_EQ(withoutCopyNumber("arm.001"), "arm");
    EXPECT_EQ(withoutCopyNumber("arm.l.1234"), "arm.l");
    EXPECT_EQ(withoutCopyNumber("arm.01"), "arm.01");
    EXPECT_EQ(withoutCopyNumber("arm.00x"), "arm.00x");
    EXPECT_EQ(withoutCopyNumber("arm"), "arm");
}

TEST(BoneNames, AreMadeDistinctAroundThoseThatAreTaken) {
    std::vector<std::string> names = {"arm", "Arm", "arm_2", "leg", "ARM"};
    EXPECT_EQ(makeNamesDistinct(names).text(), "'Arm', 'ARM'");
    EXPECT_EQ(names, (std::vector<std::string>{"arm", "Arm_3", "arm_2", "leg", "ARM_4"}));
}

}  // namespace
}  // namespace rigkiln
