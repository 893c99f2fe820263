#include "tools/corpus/art.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/clip.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AlaVersion;

void addClip(ArtSet& set, std::string name, const Skeleton& skeleton, const Motion& motion,
             const ClipOptions& options, Random& random) {
    set.clips.push_back({std::move(name), makeClip(skeleton, motion, options, random)});
}

void addTrooperClips(ArtSet& set, const Skeleton& person, const Skeleton& serpent, Random& random) {
    const auto add = [&](std::string_view name, const Motion& motion, const ClipOptions& options) {
        addClip(set, fmt::format("TROOPER_{}", name), person, motion, options, random);
    };
    add("IDLE_00", stand, {.frameCount = 61});
    add("IDLE_01", stand, {.version = AlaVersion::V1, .frameCount = 31, .leavesGarbageScale = true});
    add("MOVE_00", walk, {.flipsSigns = true});
    add("MOVE_01", walk, {.version = AlaVersion::V1, .flipsSigns = true, .writesRestFlag = false});
    add("ATTACK_00", shoot, {.version = AlaVersion::V1, .frameCount = 46, .marksSteps = true});
    add("ATTACK_01", shoot, {.frameCount = 46, .leavesGarbageScale = true});
    add("DIE_00", fall, {.frameCount = 41});
    add("CELEBRATE_00", celebrate, {.frameCount = 16, .framesPerSecond = 15});
    add("CELEBRATE_01", celebrate, {.version = AlaVersion::V1, .frameCount = 11, .framesPerSecond = 10});
    add("TALK_00", stand, {.frameCount = 1});
    add("TALK_01", stand, {.version = AlaVersion::V1, .frameCount = 2, .framesPerSecond = 1});
    // Names that break the rule. Such clips exist; the game plays none of them, but they are to be converted.
    add("IDLE00", stand, {.frameCount = 11});
    add("NewAnim0", walk, {.frameCount = 16, .framesPerSecond = 25});

    // Bones with other names but the same indices: the game plays such a clip.
    Skeleton renamed = person;
    for (Bone& bone : renamed.bones)
        std::replace(bone.name.begin(), bone.name.end(), 'B', 'b');
    renamed.bones[2].name = "Torso";
    addClip(set, "TROOPER_SPECIAL_A_00", renamed, walk, {}, random);
    // A clip whose model is missing, but whose name has another model's prefix; it has more bones than that
    // model.
    Skeleton other = serpent;
    while (other.bones.size() <= person.bones.size()) {
        addPoint(other, "Extra", 0, {0, 0, static_cast<double>(other.bones.size())});
    }
    addClip(set, "TROOPER_DIE_CLONE_DIE_00", other, wave, {.frameCount = 21}, random);
    addClip(set, "GHOST_IDLE_00", person, stand, {.frameCount = 5}, random);
}

ArtFile makeContainer(std::string path, std::uint32_t id) {
    ByteWriter writer;
    writer.write(id);
    writer.write(std::uint32_t{0x8000'000CU});
    writer.write(id + 1);
    writer.write(std::uint32_t{4});
    writer.write(std::uint32_t{1});
    return {std::move(path), std::move(writer).finish()};
}

}  // namespace

ArtSet makeArtSet(std::uint64_t seed, std::size_t number) {
    Random random(seed + 0x1'0000'0000U * number);
    ArtSet set;
    set.models.push_back(makeTrooper(random));
    set.models.push_back(makeWalkerModel(random));
    set.models.push_back(makeShipModel(random));
    set.models.push_back(makeSerpentModel(random));
    set.models.push_back(makeOldModel(random));
    const Skeleton trooper = set.models[0].skeleton;
    const Skeleton walker = set.models[1].skeleton;
    const Skeleton ship = set.models[2].skeleton;
    const Skeleton serpent = set.models[3].skeleton;
    const Skeleton old = set.models[4].skeleton;
    if (number == 0) {
        set.models.push_back(makeFormatsModel());
        set.models.push_back(makeShadersModel());
        set.models.push_back(makeFaultsModel());
        set.models.push_back(makeRootOnlyModel());
    }
    addTrooperClips(set, trooper, serpent, random);
    addClip(set, "WALKER_MOVE_00", walker, stride, {}, random);
    addClip(set, "WALKER_MOVE_01", walker, stride, {.version = AlaVersion::V1, .flipsSigns = true}, random);
    addClip(set, "WALKER_DIE_00", walker, breakDown, {.frameCount = 41}, random);
    addClip(set, "SHIP_IDLE_00", ship, patrol, {.frameCount = 31, .flipsSigns = true}, random);
    addClip(set, "SHIP_DEPLOY_00", ship, deployWings, {.version = AlaVersion::V1}, random);
    addClip(set, "SERPENT_IDLE_00", serpent, wave, {}, random);
    addClip(set, "SERPENT_IDLE_01", serpent, wave, {.framesPerSecond = 5}, random);
    addClip(set, "OLD_TROOPER_MOVE_00", old, walk, {.version = AlaVersion::V1, .writesRestFlag = false},
            random);
    return set;
}

std::vector<ArtFile> makeArtFiles(std::uint64_t seed, std::size_t number) {
    const ArtSet set = makeArtSet(seed, number);
    const std::string folder = number == 0 ? "Models" : fmt::format("Models/Set_{:04}", number);
    std::vector<ArtFile> files;
    for (const Model& model : set.models) {
        // Both cases of the extensions occur.
        const char* extension = model.name.size() % 2 == 0 ? "ALO" : "alo";
        files.push_back(
            {fmt::format("{}/{}.{}", folder, model.name, extension), alamo::encodeAlo(model.file)});
    }
    for (const Clip& clip : set.clips) {
        const char* extension = clip.file.version == AlaVersion::V1 ? "ALA" : "ala";
        files.push_back({fmt::format("{}/{}.{}", folder, clip.name, extension), alamo::encodeAla(clip.file)});
    }
    if (number == 0) {
        files.push_back(makeContainer("Models/P_SMOKE.ALO", 0x900));
        files.push_back(makeContainer("Models/P_SPARKS.ALO", 0x1500));
    }
    return files;
}

std::vector<ArtFile> makeTextures(std::uint64_t seed) {
    // Names as in the models: armour.dds, WALKER.dds, Flash_GLOW.TGA ...
    constexpr std::array<std::string_view, 16> kNames = {
        "ARMOUR",      "armour_bump", "Helmet",    "helmet_gloss", "Walker",     "walker_gloss",
        "walker_LEG",  "Ship",        "ship_bump", "Ship_damage",  "ship_gloss", "flash_glow",
        "Shield_WAVE", "scales",      "steel",     "steel_glow"};
    Random random(seed);
    std::vector<ArtFile> files;
    files.reserve(kNames.size());
    for (const std::string_view name : kNames) {
        constexpr std::uint32_t kSide = 32;
        if (files.size() % 2 == 0) {
            files.push_back({fmt::format("Textures/{}.DDS", name), makeDds(kSide, random)});
        } else {
            files.push_back({fmt::format("Textures/{}.png", name), makePng(kSide, random)});
        }
    }
    return files;
}

std::vector<ArtFile> makeFurtherTextures(std::uint64_t seed) {
    constexpr std::array<std::string_view, 9> kPaths = {
        "Textures/Steel_BUMP",       "Textures/Steel_Sky",
        "Textures/Steel_LEAF",       "Textures/scales_bump",
        "Textures/Ship_Damage_BUMP", "Textures/walker_leg_bump",
        "Textures/collar_bump",      "Textures/GUN",
        "Bfres/Switch/worm_alb"};
    constexpr std::uint32_t kSide = 32;
    Random random(seed + 1);
    std::vector<ArtFile> files;
    files.reserve(kPaths.size());
    for (const std::string_view path : kPaths)
        files.push_back({fmt::format("{}.png", path), makePng(kSide, random)});
    return files;
}

}  // namespace rigkiln::corpus
