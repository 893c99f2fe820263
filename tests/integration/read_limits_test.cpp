#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// `limits` of a configuration, and the options of `convert` for them.
namespace rigkiln::test {
namespace {

using testing::HasSubstr;

class LimitsOfFiles : public testing::Test {
protected:
    LimitsOfFiles() {
        folder.write("ARM.alo", alamo::encodeAlo(alamo::simpleRigidModel()));
        folder.write("ARM_MOVE.ala", alamo::encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V1)));
        folder.write("small.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"},{"name":"b"}],)"
                                   R"("scene":0,"scenes":[{"nodes":[0,1]}]})");
    }

    [[nodiscard]] Finished convert(std::vector<std::string> arguments) const {
        arguments.insert(arguments.end(), {"-o", "out.glb"});
        return convertIn(folder, std::move(arguments));
    }

    /// What the program says of a conversion that a limit refuses.
    [[nodiscard]] std::string refusalOf(std::vector<std::string> arguments) const {
        const Finished finished = convert(std::move(arguments));
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
        return finished.text();
    }

    TemporaryFolder folder;
};

TEST_F(LimitsOfFiles, AreKeptToForEachCount) {
    EXPECT_THAT(refusalOf({"ARM.alo", "--limit-joints", "1"}),
                HasSubstr("ARM.alo: joints: 2, at most 1 are read"));
    EXPECT_THAT(refusalOf({"ARM.alo", "--limit-chunks", "5"}), HasSubstr(", at most 5 are read"));
    EXPECT_THAT(refusalOf({"small.gltf", "--limit-json-values", "5"}), HasSubstr(", at most 5 are read"));
    EXPECT_THAT(refusalOf({"small.gltf", "--limit-joints", "1"}),
                HasSubstr("small.gltf: joints: 2, at most 1 are read"));
    EXPECT_EQ(convert({"ARM.alo", "--limit-joints", "2", "--limit-triangles", "1"}).exitCode, cli::kDone);
}

TEST_F(LimitsOfFiles, CountTrianglesOfAllMeshes) {
    alamo::AloFile file = alamo::simpleRigidModel();
    auto& subMeshes = std::get<alamo::AloMesh>(file.objects.front()).subMeshes;
    subMeshes.push_back(subMeshes.front());
    folder.write("TWO.alo", alamo::encodeAlo(file));
    EXPECT_THAT(refusalOf({"TWO.alo", "--limit-triangles", "1"}),
                HasSubstr("TWO.alo: triangles: 2, at most 1 are read"));
}

TEST_F(LimitsOfFiles, CountKeysOfAClipThatIsThenLeftOut) {
    const Finished finished = convert({"ARM.alo", "ARM_MOVE.ala", "--limit-keys", "3"});
    EXPECT_NE(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("at most 3 are read"));
}

TEST_F(LimitsOfFiles, AreForElementsOfListsToo) {
    const std::string two = R"({"asset":{"version":"2.0"},"meshes":[{"primitives":[]},{"primitives":[]}]})";
    folder.write("two.gltf", two);
    EXPECT_THAT(refusalOf({"two.gltf", "--limit-json-elements", "1"}),
                HasSubstr("meshes has 2 elements, at most 1 are read"));
}

TEST_F(LimitsOfFiles, OfAConfigurationMakeAFailedUnitStaleWhenTheyAreRaised) {
    const auto configure = [&](const std::string& joints) {
        folder.write("rigkiln.yaml", "rigkiln: 1\nstate: state\nlimits: {joints: " + joints +
                                         "}\njobs:\n  a: {uses: scan, root: ., include: '*.alo'}\n"
                                         "  b: {uses: export, from: a, to: gltf, path: 'out/{name}.glb'}\n");
    };
    configure("1");
    const Finished refused =
        runRigkiln({"run", "rigkiln.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
    EXPECT_EQ(refused.exitCode, cli::kSomeFailed) << refused.text();
    EXPECT_THAT(refused.text(), HasSubstr("joints: 2, at most 1 are read"));
    configure("2");
    EXPECT_EQ(runRigkiln({"run", "rigkiln.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}})
                  .exitCode,
              cli::kDone);
}

}  // namespace
}  // namespace rigkiln::test
