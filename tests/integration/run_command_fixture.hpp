#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::test {

/// Gives every test a folder with art and a configuration that converts it.
class RunCommand : public testing::Test {
public:
    /// Converts the folder `art`.
    static constexpr std::string_view kConfiguration = R"(rigkiln: 1
vars: { input: art, output: gltf }
jobs:
  models: { uses: scan, root: "${input}", include: ["**/*.alo"] }
  clips: { uses: scan, root: "${input}", include: ["**/*.ala"] }
  rigs: { uses: bind, models: models, clips: clips }
  glb: { uses: export, from: rigs, path: "${output}/{folder}/{name}.glb" }
)";

protected:
    RunCommand() {
        writeArt(folder.path() / "art");
        folder.write("art.yaml", kConfiguration);
    }

    [[nodiscard]] Finished rigkiln(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] nlohmann::json readJson(const std::string& file) const {
        return nlohmann::json::parse(textOf(folder.path() / file));
    }

    TemporaryFolder folder;
};

}  // namespace rigkiln::test
