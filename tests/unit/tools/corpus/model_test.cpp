#include "tools/corpus/model.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

namespace rigkiln::corpus {
namespace {

using alamo::AloMesh;
using alamo::AloSubMesh;

template <class Visit>
void forEachSubMesh(const Model& model, const Visit& visit) {
    for (const alamo::AloObject& object : model.file.objects) {
        if (const auto* mesh = std::get_if<AloMesh>(&object)) {
            for (const AloSubMesh& subMesh : mesh->subMeshes)
                visit(subMesh);
        }
    }
}

TEST(CorpusModel, TrooperStandsOnTheGroundTenUnitsTall) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const Model model = makeTrooper(random);
        const auto& mesh = std::get<AloMesh>(model.file.objects.front());
        EXPECT_NEAR(mesh.boxMinimum[2], 0, 0.01) << "seed " << seed;
        EXPECT_NEAR(mesh.boxMaximum[2], 10, 1.1) << "seed " << seed;
    }
}

TEST(CorpusModel, RestMatricesComeFromPackedQuaternions) {
    Random random(3);
    const Model model = makeTrooper(random);
    for (std::size_t i = 0; i < model.skeleton.bones.size(); ++i) {
        EXPECT_EQ(model.file.bones[i].matrix, matrixRows(restOf(model.skeleton.bones[i]))) << "bone " << i;
    }
}

TEST(CorpusModel, RootIsFirstAndAtTheOrigin) {
    const alamo::AloBone root = makeFormatsModel().file.bones.front();
    EXPECT_EQ(root.name, "Root");
    EXPECT_EQ(root.parent, -1);
    EXPECT_EQ(root.matrix, (std::array<float, 12>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
}

TEST(CorpusModel, FormatsCoverEveryNameInBothSizes) {
    std::set<std::pair<std::string, alamo::AloVertexChunk>> seen;
    forEachSubMesh(makeFormatsModel(), [&](const AloSubMesh& subMesh) {
        seen.emplace(subMesh.vertexFormat, subMesh.vertexChunk);
    });
    EXPECT_EQ(seen.size(), vertexFormats().size() * 2);
}

TEST(CorpusModel, ShadersCoverEveryKindOfParameter) {
    std::set<std::size_t> kinds;
    forEachSubMesh(makeShadersModel(), [&](const AloSubMesh& subMesh) {
        for (const alamo::AloParameter& parameter : subMesh.material.parameters)
            kinds.insert(parameter.value.index());
    });
    EXPECT_EQ(kinds.size(), std::variant_size_v<alamo::AloParameterValue>);
}

TEST(CorpusModel, SkinnedSubMeshesHaveABoneMapAndNoOthers) {
    Random random(1);
    for (const Model& model : {makeTrooper(random), makeSerpentModel(random), makeFormatsModel()}) {
        forEachSubMesh(model, [](const AloSubMesh& subMesh) {
            const std::string& format = subMesh.vertexFormat;
            const bool isSkinned =
                format.find("RSkin") != std::string::npos || format.find("B4I4") != std::string::npos;
            EXPECT_EQ(subMesh.boneMap.has_value(), isSkinned) << format;
            if (subMesh.boneMap) {
                EXPECT_LE(subMesh.boneMap->size(), 24U);
                EXPECT_TRUE(std::is_sorted(subMesh.boneMap->begin(), subMesh.boneMap->end()));
            }
        });
    }
}

TEST(CorpusModel, ShipNumbersLightsAndMeshesTogether) {
    Random random(1);
    const Model model = makeShipModel(random);
    EXPECT_TRUE(std::holds_alternative<alamo::AloLight>(model.file.objects.front()));
    EXPECT_TRUE(std::holds_alternative<AloMesh>(model.file.objects.back()));
    EXPECT_EQ(model.file.connections.size(), model.file.objects.size());
}

TEST(CorpusModel, WalkerHasBonesOfOneNameAndANameEndingInASpace) {
    Random random(1);
    const Model model = makeWalkerModel(random);
    const auto count = [&](const char* name) {
        return std::count_if(model.file.bones.begin(), model.file.bones.end(),
                             [&](const alamo::AloBone& bone) { return bone.name == name; });
    };
    EXPECT_EQ(count("p_smoke"), 2);
    EXPECT_EQ(count("Barrel "), 1);
}

TEST(CorpusModel, FaultsLeaveAnObjectWithoutAConnection) {
    const Model model = makeFaultsModel();
    EXPECT_EQ(model.file.connections.size() + 1, model.file.objects.size());
}

TEST(CorpusModel, OldModelsHaveShortBones) {
    Random random(1);
    for (const alamo::AloBone& bone : makeOldModel(random).file.bones)
        EXPECT_FALSE(bone.billboard.has_value());
}

}  // namespace
}  // namespace rigkiln::corpus
