// Models that stand for units of a game.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/corpus/material.hpp"
#include "tools/corpus/model.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloDazzle;
using alamo::AloLight;
using alamo::AloLightType;
using alamo::AloMesh;
using alamo::AloProxy;
using alamo::AloSubMesh;

constexpr Look kGlow{.shader = "MeshAdditive.fx", .texture = "Flash", .format = "alD3dVertNU2C"};
constexpr Look kCollision{.shader = "MeshCollision.fx", .format = "alD3dVertN"};

void addProxy(Model& model, std::string name, std::uint32_t bone, bool hidden, bool staysHidden) {
    AloProxy proxy;
    proxy.name = std::move(name);
    proxy.bone = bone;
    if (hidden) proxy.hidden = 1;
    if (staysHidden) proxy.altDecreaseStayHidden = 1;
    model.file.proxies.push_back(std::move(proxy));
}

AloMesh makeCollisionMesh(std::string name, const Box& box) {
    AloMesh mesh = makeBoxMesh(std::move(name), box, kCollision);
    mesh.subMeshes.front().collisionTree = makeCollisionTree(mesh.subMeshes.front());
    mesh.hidden = 1;
    return mesh;
}

AloMesh makeShadowMesh(const Skeleton& skeleton, const std::vector<std::uint32_t>& bones) {
    AloSubMesh subMesh;
    subMesh.material = makeMaterial("RSkinShadowVolume.fx", "");
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
        addShadowBox(subMesh, *skeleton.bones[bones[slot]].part, skeleton.world[bones[slot]],
                     static_cast<std::uint32_t>(slot));
    }
    applyFormat(subMesh, "alD3dVertRSkinNU2");
    subMesh.boneMap = bones;
    AloMesh mesh;
    mesh.name = "Shadow";
    mesh.subMeshes.push_back(std::move(subMesh));
    return mesh;
}

AloLight makeLight(std::string name, AloLightType type) {
    AloLight light;
    light.name = std::move(name);
    light.type = static_cast<std::uint32_t>(type);
    light.color = {1, 0.8F, 0.5F};
    light.intensity = 1.5F;
    light.farAttenuationStart = 5;
    light.farAttenuationEnd = 40;
    light.hotspot = type == AloLightType::Spot ? 0.6F : -0.01745F;
    light.falloff = type == AloLightType::Spot ? 0.9F : -0.01745F;
    return light;
}

AloDazzle makeDazzle(std::string name, std::uint32_t bone, bool nightOnly) {
    AloDazzle dazzle;
    dazzle.name = std::move(name);
    dazzle.color = {1, 0.9F, 0.7F};
    dazzle.position = {0, -0.5F, 0.25F};
    dazzle.radius = 2;
    dazzle.textureX = 1;
    dazzle.textureY = 2;
    dazzle.textureSize = 4;
    dazzle.texture = "Lensflare.tga";
    dazzle.frequency = 0.5F;
    dazzle.nightOnly = nightOnly ? 1 : 0;
    dazzle.bone = bone;
    if (nightOnly) dazzle.bias = 0.125F;
    return dazzle;
}

}  // namespace

Model makeTrooper(Random& random) {
    Model model = makeBareModel("TROOPER", makePerson(random));
    const Skeleton& skeleton = model.skeleton;
    const std::vector<std::uint32_t> bones = drawnBones(skeleton);
    const auto head = *findBone(skeleton, "B_Head");
    std::vector<std::uint32_t> body = bones;
    body.erase(std::find(body.begin(), body.end(), head));

    AloMesh mesh;
    mesh.name = "Trooper";
    const VertexStyle black{.blackWithoutColour = true};
    mesh.subMeshes.push_back(makeSkinnedSubMesh(
        skeleton, body, {"RSkinBumpColorize.fx", "Armour", "alD3dVertRSkinNU2U3U3", black}));
    mesh.subMeshes.push_back(makeSkinnedSubMesh(
        skeleton, std::vector{head}, {"RSkinGlossColorize.fx", "Helmet", "alD3dVertRSkinNU2", {}}));
    addMesh(model, std::move(mesh), 0);
    addMesh(model, makeShadowMesh(skeleton, bones), 0);
    addMesh(model, makeCollisionMesh("Collision", {{-1.5, -1, 0}, {1.5, 1, 10}}), 0);
    addPart(model, *findBone(skeleton, "MuzzleA_00"), kGlow);
    addProxy(model, "HP_R_Hand", *findBone(skeleton, "HP_R_Hand"), false, false);
    addProxy(model, "p_blood_small", *findBone(skeleton, "B_Chest"), true, false);
    return model;
}

Model makeWalkerModel(Random& random) {
    Skeleton skeleton = makeWalker(random);
    skeleton.bones[*findBone(skeleton, "Barrel")].name = "Barrel ";
    Model model = makeBareModel("WALKER", std::move(skeleton));
    for (std::uint32_t bone = 0; bone < model.skeleton.bones.size(); ++bone) {
        if (!model.skeleton.bones[bone].part) continue;
        const bool isLeg = model.skeleton.bones[bone].name.starts_with("Leg_");
        const Look leg{.texture = "Walker_Leg", .style = {.binormalDown = true}};
        const Look hull{.shader = "MeshGloss.fx", .texture = "Walker", .format = "alD3dVertNU2"};
        addPart(model, bone, isLeg ? leg : hull);
    }
    addMesh(model, makeCollisionMesh("Collision", {{-3.5, -4, 0}, {3.5, 4, 13}}), 0);
    for (std::uint32_t bone = 0; bone < model.skeleton.bones.size(); ++bone) {
        const std::string& name = model.skeleton.bones[bone].name;
        if (name == "p_smoke") addProxy(model, name, bone, true, true);
    }
    model.file.storesDazzleCount = true;
    return model;
}

Model makeShipModel(Random& random) {
    Model model = makeBareModel("SHIP", makeShip(random));
    const auto bone = [&](const char* name) { return *findBone(model.skeleton, name); };
    // Lights first: lights and meshes share one numbering of objects.
    addLight(model, makeLight("Omni_Bridge", AloLightType::Omni), bone("Hull"));
    addLight(model, makeLight("Spot_Front", AloLightType::Spot), bone("Barrel_00"));
    addLight(model, makeLight("Sun", AloLightType::Directional), 0);

    const Box hull = *model.skeleton.bones[bone("Hull")].part;
    const Box low{hull.minimum * 0.98, hull.maximum * 0.98};
    const Box broken{hull.minimum * glm::dvec3(0.7, 0.8, 1), hull.maximum * glm::dvec3(0.7, 1, 0.8)};
    addMesh(model, makeBoxMesh("FC_Hull_LOD0", low, {.shader = "MeshAlpha.fx", .texture = "Ship"}),
            bone("Hull"));
    addMesh(model, makeBoxMesh("FC_Hull_LOD1", hull, {.texture = "Ship"}), bone("Hull"));
    addMesh(model, makeBoxMesh("FC_Hull_LOD1_ALT1", broken, {.texture = "Ship_Damage"}), bone("Hull"));
    addMesh(model, makeBoxMesh("FC_Hull_ALT1_LOD0", broken, {.texture = "Ship_Damage"}), bone("Hull"));
    for (const char* part : {"Wing_L", "Wing_R", "Turret_00", "Barrel_00"}) {
        addPart(model, bone(part),
                {.shader = "MeshGlossColorize.fx", .texture = "Ship", .format = "alD3dVertNU2"});
    }
    for (const char* part : {"Engine_L", "Engine_R"})
        addPart(model, bone(part), kGlow);
    for (int i = 0; i < 8; ++i)
        addPart(model, bone(fmt::format("Glow_{:02}", i).c_str()), kGlow);
    AloMesh shield = makeBoxMesh("Shield", {hull.minimum * 1.3, hull.maximum * 1.3},
                                 {.shader = "MeshShield.fx", .texture = "Shield", .format = "alD3dVertNU2"});
    shield.hidden = 1;
    addMesh(model, std::move(shield), bone("Hull"));
    addProxy(model, "p_engine_glow", bone("Engine_L"), false, false);
    addProxy(model, "p_smoke_ALT1", bone("Hull"), true, true);
    addProxy(model, "HP_Wing_L", bone("HP_Wing_L"), false, false);
    model.file.dazzles.push_back(makeDazzle("Dazzle_00", bone("Hull"), false));
    model.file.dazzles.push_back(makeDazzle("Dazzle_01", bone("Turret_00"), true));
    model.file.storesDazzleCount = true;
    return model;
}

Model makeSerpentModel(Random& random) {
    Model model = makeBareModel("SERPENT", makeSerpent(random));
    const std::vector<std::uint32_t> chain = drawnBones(model.skeleton);
    AloSubMesh skin;
    skin.material = makeMaterial("RSkinBumpColorize.fx", "Scales");
    addTube(skin, model.skeleton, chain, 0.8);
    applyFormat(skin, "alD3dVertB4I4NU2U3U3");
    skin.boneMap = chain;
    AloMesh mesh;
    mesh.name = "Serpent";
    mesh.subMeshes.push_back(std::move(skin));
    // A rigid collar in the same mesh as the skin, in the space of the bone to which the mesh is connected.
    mesh.subMeshes.push_back(makeBoxSubMesh({{0.2, -1, -1}, {0.5, 1, 1}}, {.texture = "Collar"}));
    addMesh(model, std::move(mesh), chain[6]);
    return model;
}

}  // namespace rigkiln::corpus
