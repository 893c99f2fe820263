#include "tests/support/swat3/random_swat3.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace rigkiln::swat3 {

namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // Uses the remainder: distributions of the standard library differ between implementations.
    std::uint16_t below(std::size_t limit) { return static_cast<std::uint16_t>(engine_() % limit); }
    std::uint16_t any() { return below(0x10000); }
    bool chance() { return below(2) == 0; }
    float number() { return static_cast<float>(static_cast<std::int16_t>(any())) / 256; }
    template <std::size_t width>
    std::array<float, width> numbers() {
        std::array<float, width> values{};
        for (float& value : values)
            value = number();
        return values;
    }
    std::string text() {
        std::string text(below(12), '\0');
        for (char& character : text)
            character = static_cast<char>(1 + below(255));
        return text;
    }

private:
    std::mt19937_64 engine_;
};

template <class Element, class Make>
std::vector<Element> several(std::size_t count, const Make& make) {
    std::vector<Element> elements;
    for (std::size_t i = 0; i < count; ++i)
        elements.push_back(make());
    return elements;
}

std::vector<Skeleton> randomSkeletons(Random& random) {
    std::vector<Skeleton> skeletons(random.below(8) == 0 ? 2 : 1);
    for (Skeleton& skeleton : skeletons) {
        skeleton.id = random.any();
        skeleton.name = random.text();
        skeleton.bones.resize(1 + random.below(7));
        const std::uint16_t firstId = random.below(40);
        for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
            Bone& bone = skeleton.bones[i];
            bone.id = static_cast<std::uint16_t>(firstId + 3 * i);
            bone.name = random.text();
            if (i > 0 && random.chance()) bone.link = skeleton.bones[random.below(i)].id;
            bone.position = random.numbers<3>();
            bone.rotation = random.numbers<4>();
        }
        // Also tests parents that follow their children.
        if (random.chance()) std::swap(skeleton.bones.front(), skeleton.bones.back());
    }
    return skeletons;
}

GsmMaterial randomMaterial(Random& random, const GsmFile& file) {
    GsmMaterial material;
    material.id = random.below(5);
    material.name = random.text();
    material.maps = several<GsmMap>(
        random.below(3), [&] { return GsmMap{.slot = random.below(12), .texture = random.below(4)}; });
    if (file.variant.hasUnknownWithoutMaps || !material.maps.empty()) material.unknown = random.any();
    material.diffuse = random.numbers<3>();
    material.ambient = random.numbers<3>();
    material.specular = random.numbers<3>();
    material.opacityFalloff = random.number();
    material.transparency = random.number();
    material.twoSided = static_cast<std::uint8_t>(random.below(2));
    material.selfIllumination = random.number();
    material.shininess = random.number();
    material.shineStrength = random.number();
    return material;
}

std::vector<GsmGrip> randomGrips(Random& random) {
    return several<GsmGrip>(random.below(3), [&] {
        return GsmGrip{.name = random.text(),
                       .rows = random.numbers<9>(),
                       .position = random.numbers<3>(),
                       .bone = random.below(8)};
    });
}

void addPositions(Random& random, GsmFile& file) {
    file.runs = several<GsmRun>(random.below(4), [&] {
        return GsmRun{.bone = random.below(8),
                      .first = random.below(10),
                      .count = random.below(10),
                      .pad = random.below(3)};
    });
    file.positions = several<Float3>(1 + random.below(12), [&] { return random.numbers<3>(); });
    file.blends = several<GsmBlend>(random.below(5), [&] {
        return several<GsmInfluence>(random.below(5), [&] {
            return GsmInfluence{.position = random.below(file.positions.size()), .weight = random.number()};
        });
    });
    file.blendStreamLength = random.any();
    file.texCoords = several<Float2>(1 + random.below(9), [&] { return random.numbers<2>(); });
}

void addTriangles(Random& random, GsmFile& file) {
    const std::size_t listCount = 1 + random.below(6);
    file.effectiveVertices = several<GsmEffectiveVertex>(1 + random.below(20), [&] {
        return GsmEffectiveVertex{.texCoord = random.below(file.texCoords.size()),
                                  .position = random.below(file.positions.size() + file.blends.size()),
                                  .sharedList = random.below(listCount),
                                  .hit = random.any()};
    });
    const std::size_t vertices = file.effectiveVertices.size();
    file.triangles = several<GsmTriangle>(1 + random.below(20), [&] {
        return GsmTriangle{
            .corners = {random.below(vertices), random.below(vertices), random.below(vertices)},
            .pad = random.below(3)};
    });
    const std::size_t triangles = file.triangles.size();
    file.groups = several<GsmGroup>(random.below(4), [&] {
        const std::uint16_t first = random.below(triangles);
        return GsmGroup{.material = random.below(5),
                        .first = first,
                        .count = random.below(triangles - first + 1),
                        .pad = random.below(3)};
    });
    file.sharedStreamShorts = static_cast<std::uint32_t>(random.any()) << random.below(16);
    file.sharedLists = several<std::vector<std::uint16_t>>(listCount, [&] {
        return several<std::uint16_t>(random.below(6), [&] { return random.below(triangles); });
    });
}

}  // namespace

GsmFile randomGsm(std::uint64_t seed) {
    Random random(seed);
    GsmFile file;
    file.repeatsMagicTail = random.below(8) == 0;
    file.versionMinor = random.chance() ? 5 : static_cast<std::uint8_t>(random.below(256));
    file.variant = {.hasMarker = random.chance(), .hasUnknownWithoutMaps = random.chance()};
    file.skeletons = randomSkeletons(random);
    addPositions(random, file);
    addTriangles(random, file);
    file.textures = several<GsmTexture>(random.below(4), [&] {
        return GsmTexture{.name = random.text(), .countedNuls = static_cast<std::uint8_t>(random.below(3))};
    });
    file.materials = several<GsmMaterial>(random.below(4), [&] { return randomMaterial(random, file); });
    // With a map in every material the bytes do not show the variant, and the decoder assumes the usual one.
    const bool isShown = std::ranges::any_of(
        file.materials, [](const GsmMaterial& material) { return material.maps.empty(); });
    if (!isShown) file.variant.hasUnknownWithoutMaps = true;
    file.grips = randomGrips(random);
    file.grippers = randomGrips(random);
    return file;
}

GsaFile randomGsa(std::uint64_t seed) {
    Random random(seed);
    GsaFile file;
    file.repeatsMagicTail = random.below(8) == 0;
    file.hasEventCounts = random.chance();
    file.versionMinor = file.hasEventCounts ? 2 : 1;
    file.unknown0 = random.any();
    file.frameRate = random.any();
    file.unknown1 = random.any();
    file.skeletons = randomSkeletons(random);
    file.hasMarker = random.below(4) != 0;
    file.animatedBones = several<std::uint16_t>(random.below(5), [&] { return random.below(50); });
    const std::size_t frames = 1 + random.below(6);
    for (std::size_t i = 0; i < frames; ++i) {
        file.frames.push_back({.originPosition = random.numbers<3>(),
                               .originRotation = random.numbers<4>(),
                               .rootPosition = random.numbers<3>()});
        for (std::size_t column = 0; column < rotationsPerFrame(file); ++column)
            file.rotations.push_back(random.numbers<4>());
        if (!file.hasEventCounts) continue;
        file.events.push_back(several<GsaEvent>(random.below(3), [&] { return random.text() + '\0'; }));
    }
    return file;
}

}  // namespace rigkiln::swat3
