#include "exporters/swat3/base_model.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_exporter.hpp"
#include "formats/swat3/conventions.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tools/corpus/swat3/rig_plan.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Reads the base model of a scene without a source, with these bytes as the template.
Result<BaseModel> baseWith(std::vector<std::byte> bytes) {
    OptionValues options(kGsmExporter.options);
    options.set("template", "team/hero.gsm");
    OptionFiles files;
    files["template"].bytes = std::move(bytes);
    return readBaseModel(Scene{}, {.fileName = "a.gsm", .options = options, .files = &files});
}

TEST(BaseModel, IsTheTemplate) {
    const swat3::GsmFile model = swat3::characterModel();
    const Result<BaseModel> base = baseWith(swat3::encodeGsm(model).value());
    ASSERT_TRUE(base) << base.error().text();
    EXPECT_TRUE(base->isTemplate);
    ASSERT_NE(base->get(), nullptr);
    EXPECT_EQ(*base->get(), model);
}

TEST(BaseModel, IsNoneWhereOnlyAnotherOptionGivesAFile) {
    const OptionValues options(kGsmExporter.options);
    OptionFiles files;
    files["hits"].bytes = swat3::encodeGsm(swat3::weaponModel()).value();
    const Result<BaseModel> base =
        readBaseModel(Scene{}, {.fileName = "a.gsm", .options = options, .files = &files});
    ASSERT_TRUE(base) << base.error().text();
    EXPECT_FALSE(base->isTemplate);
    EXPECT_EQ(base->get(), nullptr);
}

TEST(BaseModel, NamesTheTemplateThatIsNoModel) {
    const Result<BaseModel> base = baseWith(std::vector<std::byte>(3));
    ASSERT_FALSE(base);
    EXPECT_THAT(base.error().text(), testing::StartsWith("template 'team/hero.gsm': "));
    EXPECT_EQ(&base.error().code(), &kUnsuitableOption);
}

TEST(BaseModel, OfATemplateHasTheConventionsOfThatFile) {
    swat3::GsmFile model = swat3::characterModel();
    for (const bool isOdd : {false, true}) {
        model.variant = {.hasMarker = isOdd, .hasUnknownWithoutMaps = !isOdd};
        swat3::settle(model);
        if (isOdd) model.blendStreamLength /= 2;
        const Conventions found = conventionsOf(Scene{}, {.file = model, .isTemplate = true});
        EXPECT_EQ(found.style.hasMarker, isOdd);
        EXPECT_EQ(found.style.countsBlendShorts, isOdd);
        EXPECT_EQ(found.style.hasUnknownWithoutMaps, !isOdd);
    }
}

TEST(BaseModel, OfATemplateHasTheWindingTheSpaceAndTheSenseOfThatFile) {
    using swat3::QuaternionSense;
    using swat3::Space;
    for (const Space space : {Space::Model, Space::Bone}) {
        for (const QuaternionSense sense : {QuaternionSense::Conjugated, QuaternionSense::Raw}) {
            swat3::GsmFile model = corpus::makeCharacter(corpus::planSwt(), {.space = space, .sense = sense});
            const bool isClockwise = sense == QuaternionSense::Raw;
            if (isClockwise) {
                for (swat3::GsmTriangle& triangle : model.triangles)
                    std::swap(triangle.corners[0], triangle.corners[1]);
            }
            const Conventions found = conventionsOf(Scene{}, {.file = model, .isTemplate = true});
            EXPECT_EQ(found.style.space, space);
            EXPECT_EQ(found.sense, sense);
            EXPECT_EQ(found.style.isClockwise, isClockwise);
            EXPECT_EQ(found.style.grips, Space::Bone);
            EXPECT_TRUE(found.style.transparencyIsClear);
        }
    }
}

}  // namespace
}  // namespace rigkiln::swat3_export
