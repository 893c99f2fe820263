#include <cstddef>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Outputs of every format look along +Z with +Y up, so that the left side is at +X (docs/engines.md).
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

/// Where nodes stand at rest.
class RestPlaces {
public:
    explicit RestPlaces(const fs::path& file)
        : file_(readGlb(file.string())), worlds_(nodeWorlds(file_, nullptr, 0)) {}

    [[nodiscard]] std::optional<glm::dvec3> of(const std::string& name) const {
        const int node = file_.nodeNamed(name);
        if (node < 0) return std::nullopt;
        return glm::dvec3(worlds_[static_cast<std::size_t>(node)][3]);
    }

private:
    ReadGltf file_;
    std::vector<glm::dmat4> worlds_;
};

/// How many of these places there are, and how they look.
struct Seen {
    std::size_t sides = 0;
    std::size_t feet = 0;
};

/// Looks at joints that are named as in VRM.
Seen lookAt(const fs::path& file) {
    SCOPED_TRACE(file.string());
    const RestPlaces places(file);
    Seen seen;
    const auto left = places.of("leftUpperLeg");
    const auto right = places.of("rightUpperLeg");
    if (left && right) {
        EXPECT_GT(left->x, right->x);
        ++seen.sides;
    }
    const auto foot = places.of("leftFoot");
    const auto toes = places.of("leftToes");
    if (foot && toes) {
        EXPECT_GT(toes->z, foot->z);
        ++seen.feet;
    }
    return seen;
}

Finished convertNamed(const std::string& art, const fs::path& folder) {
    return runRigkiln({"convert", art, "-o", "out", "--joint-names", "vrm", "--report", "report.json"},
                      {.folder = folder, .environment = {}, .program = {}});
}

TEST(Front, IsPositiveZ) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertNamed("art", folder.path()).exitCode, cli::kDone);
    const Seen character = lookAt(folder.path() / "out/Swat3/Set_0000/Models/SWT_HIGH.glb");
    EXPECT_EQ(character.sides, 1U);
    EXPECT_EQ(character.feet, 1U);
    EXPECT_EQ(lookAt(folder.path() / "out/Models/TROOPER.glb").sides, 1U);

    const ReadGltf sprite = readGlb((folder.path() / "out/Sprites/Torch/Torch.glb").string());
    std::size_t triangles = 0;
    for (std::size_t node = 0; node < sprite.nodes.size(); ++node) {
        const int mesh = sprite.nodes[node].mesh;
        if (mesh < 0) continue;
        // Of all frames, those that are hidden at rest have no size.
        std::vector<glm::dmat4> worlds(sprite.nodes.size(), glm::dmat4(1.0));
        const auto corners = placedVertices(sprite, node, 0, worlds);
        const auto& indices = sprite.meshes[static_cast<std::size_t>(mesh)].primitives.at(0).indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3, ++triangles) {
            const glm::dvec3 side = corners.at(indices[i + 1]) - corners.at(indices[i]);
            const glm::dvec3 normal = glm::cross(side, corners.at(indices[i + 2]) - corners.at(indices[i]));
            EXPECT_GT(normal.z, 0.0);
        }
    }
    EXPECT_GT(triangles, 0U);
}

TEST(RealFiles, LookAlongPositiveZ) {
    const char* art = realFilesFolder();
    if (art == nullptr) GTEST_SKIP() << kNoRealFiles;
    const TemporaryFolder folder;
    const Finished finished = convertNamed(art, folder.path());
    EXPECT_THAT(finished.exitCode, testing::AnyOf(cli::kDone, cli::kSomeFailed)) << finished.errors;
    std::map<std::string, std::size_t> sidesByFormat;
    const auto report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    for (const nlohmann::json& unit : report.at("units")) {
        if (unit.at("status") != "written") continue;
        const Seen seen = lookAt(unit.at("output").get<std::string>());
        sidesByFormat[unit.at("inputs").at(0).at("format").get<std::string>()] += seen.sides;
    }
    std::size_t all = 0;
    for (const auto& [format, sides] : sidesByFormat) {
        std::cout << format << ": " << sides << " humanoids\n";
        all += sides;
    }
    EXPECT_GT(all, 0U);
}

}  // namespace
}  // namespace rigkiln::test
