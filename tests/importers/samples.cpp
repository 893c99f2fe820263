#include "tests/importers/samples.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

struct Model {
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> options;
};

const std::vector<Model>& models() {
    static const std::string kSwat3 = "Swat3/Set_0000/";
    static const std::vector<Model> kModels = {
        {.name = "ship",
         .inputs = {"Models/SHIP.ALO", "Models/SHIP_IDLE_00.ala", "Models/SHIP_DEPLOY_00.ALA"},
         .options = {}},
        {.name = "serpent", .inputs = {"Models/SERPENT.alo", "Models/SERPENT_IDLE_00.ala"}, .options = {}},
        {.name = "swat3",
         .inputs = {kSwat3 + "Models/SWT_HIGH.GSM", kSwat3 + "Models/GUN_HIGH.GSM",
                    kSwat3 + "Anims/SWT_STEP.gsa"},
         .options = {"--merge"}},
        {.name = "worm", .inputs = {"Bfres/Switch/Worm.bfres.zs"}, .options = {}},
        {.name = "sprite", .inputs = {"Sprites/Torch/Torch.ctsa"}, .options = {}},
        {.name = "walker", .inputs = {"Models/WALKER.ALO", "Models/WALKER_MOVE_00.ala"}, .options = {}},
        {.name = "hero", .inputs = {"guy.gsm", "walk.gsa", "stand.gsa"}, .options = {}}};
    return kModels;
}

constexpr std::array kPresets = {"none", "blender", "godot", "unreal", "unity", "web"};
constexpr std::array kModelsOfPresets = {"ship", "serpent", "swat3", "worm", "sprite"};

/// Options beside those of presets, on models for which they do something.
struct Row {
    std::string name;
    std::vector<std::string> models;
    std::vector<std::string> options;
    std::string proof;  ///< is in each file: the options did something
};

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
        {"levels unity", {"ship"}, {"--keep", "lods", "--levels", "unity"}, "FC_Hull_LOD0"},
        {"levels unreal", {"ship"}, {"--keep", "lods", "--levels", "unreal"}, "LOD0_FC_Hull"},
        {"levels beside", {"ship"}, {"--keep", "lods", "--levels", "beside"}, "FC_Hull_LOD0"},
        {"levels extension", {"ship"}, {"--keep", "lods", "--levels", "extension"}, "MSFT_lod"},
        {"collision godot",
         {"walker"},
         {"--keep", "collision", "--collision-names", "godot", "--names", "godot"},
         "-convcolonly"},
        {"collision unreal",
         {"walker"},
         {"--keep", "collision", "--collision-names", "unreal", "--names", "safe"},
         "UCX_"},
        {"sockets", {"ship"}, {"--sockets", "unreal", "--names", "safe"}, "SOCKET_"},
        {"tree", {"serpent", "swat3", "worm"}, {"--skin-joints", "tree"}, "\"skeleton\":"},
        {"vrm",
         {"hero"},
         {"--humanoid", "vrm", "--vrm-authors", "A. Nonymous", "--vrm-license-url",
          "https://vrm.dev/licenses/1.0/", "--rest-pose", "t", "--height", "1.8m", "--feet-on-ground",
          "--joint-names", "vrm"},
         "VRMC_vrm"},
        {"root motion", {"hero"}, {"--root-motion", "extract", "--joint-names", "unreal"}, "root_motion"},
        {"in place",
         {"hero"},
         {"--root-motion", "remove", "--joint-names", "godot", "--names", "godot"},
         "root_motion"},
        {"clips separate", {"ship", "hero"}, {"--clips", "separate"}, ""},
        {"clips library",
         {"hero"},
         {"--clips", "library", "--skin-joints", "tree", "--names", "safe"},
         "\"skeleton\":"},
        {"clips shared", {"hero"}, {"--clips", "shared"}, ""},
        {"joint table", {"hero"}, {"--joint-table", "names.yaml"}, "\"L_Reach\""}};
    return kRows;
}

ImporterSample withRow(const std::string& model, const Row& row) {
    const auto found = std::ranges::find(models(), model, &Model::name);
    if (found == models().end()) throw std::runtime_error("no model " + model);
    std::vector<std::string> options = found->options;
    options.insert(options.end(), row.options.begin(), row.options.end());
    return {.model = model,
            .row = row.name,
            .inputs = found->inputs,
            .options = std::move(options),
            .proof = row.proof,
            .isRounded = row.name == "web"};
}

/// Writes a character that walks forward, and a clip in which it steps on the spot. Joints turn by 11
/// degrees at most between keys: PlayCanvas and Blender mix the numbers of a rotation.
void writeHero(const TemporaryFolder& folder) {
    const auto rig = corpus::planSwt();
    const auto sense = swat3::QuaternionSense::Conjugated;
    swat3::GsaFile walk = corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 31});
    float way = 0;
    for (swat3::GsaFrame& frame : walk.frames) {
        frame.rootPosition[1] += 1.5F * way;
        way += 1;
    }
    folder.write("guy.gsm", *encodeGsm(corpus::makeCharacter(rig, {swat3::Space::Model, sense})));
    folder.write("walk.gsa", *encodeGsa(walk));
    folder.write("names.yaml", "joints:\n  \"Biped * Hand\": \"*_Reach\"\n  Biped Head: Skull\n");
    folder.write("stand.gsa", *encodeGsa(corpus::makeGsa(rig, sense, {.versionMinor = 2, .frames = 19})));
}

}  // namespace

std::vector<ImporterSample> importerSamples() {
    std::vector<ImporterSample> samples;
    for (const char* model : kModelsOfPresets) {
        for (const char* preset : kPresets)
            samples.push_back(
                withRow(model, {.name = preset, .models = {}, .options = {"--preset", preset}, .proof = {}}));
    }
    for (const Row& row : rows()) {
        for (const std::string& model : row.models)
            samples.push_back(withRow(model, row));
    }
    return samples;
}

void writeInputs(const TemporaryFolder& folder) {
    writeArt(folder.path());
    writeHero(folder);
}

}  // namespace rigkiln::test
