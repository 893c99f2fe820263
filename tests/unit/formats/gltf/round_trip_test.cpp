#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/alamo/alamo_format.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/track_shape.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Writes scenes to a GLB and reads them back; they must come back unchanged.
namespace rigkiln::gltf {
namespace {

constexpr std::uint64_t kBuilderSeeds = rigkiln::test::kHasSanitizer ? 20 : 100;
constexpr std::uint32_t kRandomSeeds = rigkiln::test::kHasSanitizer ? 8 : 40;

/// Finds the same picture under most names.
class OnePicture final : public FileSource {
public:
    std::optional<Found> loadImage(std::string_view name, const ImageRecipe& /*recipe*/) override {
        if (name.find('w') != std::string_view::npos) return std::nullopt;  // some are missing
        corpus::Random random(1);
        return Found{std::string(name), corpus::makePng(2, random)};
    }
};

std::string stemOf(const std::string& path) {
    const std::size_t slash = path.rfind('/') + 1;  // 0 without a slash
    return path.substr(slash, path.rfind('.') - slash);
}

std::optional<Scene> read(const FormatModule& format, const corpus::ArtFile& file) {
    const auto head = std::span(file.bytes).first(std::min(file.bytes.size(), kHeadSize));
    const auto recognition = format.recognise(head, format.extensions.front());
    if (!recognition || recognition->kind == AssetKind::Ignored) return std::nullopt;
    OnePicture pictures;
    Diagnostics diagnostics;
    const OptionValues options(format.options);
    Result<Scene> scene = format.read({.path = file.path,
                                       .name = stemOf(file.path),
                                       .bytes = file.bytes,
                                       .options = options,
                                       .companions = pictures},
                                      diagnostics);
    if (!scene) return std::nullopt;
    return std::move(*scene);
}

/// Adds the SWAT 3 models of all four conventions, as exporters get them, with the clips of their class,
/// whose names begin with the same letters.
void addSwat3Scenes(std::vector<Scene>& scenes) {
    constexpr std::size_t kConventions = 4;
    constexpr std::size_t kLettersOfClass = 3;
    for (std::size_t number = 0; number < kConventions; ++number) {
        const std::vector<corpus::ArtFile> files = corpus::makeSwat3Files(1, number);
        for (const corpus::ArtFile& file : files) {
            std::optional<Scene> model = read(swat3::kGsmFormat, file);
            if (!model) continue;
            for (const corpus::ArtFile& other : files) {
                std::optional<Scene> clip = read(swat3::kGsaFormat, other);
                const std::string letters = stemOf(other.path).substr(0, kLettersOfClass);
                if (!clip || stemOf(file.path).substr(0, kLettersOfClass) != letters) continue;
                Diagnostics diagnostics;
                swat3::kGsaFormat.adaptClips(*model, *clip, diagnostics);
                EXPECT_TRUE(bindClips(*model, std::move(*clip), diagnostics)) << other.path;
            }
            convertCoordinates(*model, 1.0);
            alignRotationSigns(*model);
            scenes.push_back(std::move(*model));
        }
    }
}

std::vector<Scene> corpusScenes() {
    const std::vector<corpus::ArtFile> files = corpus::makeArtFiles(1, 0);
    std::vector<Scene> scenes;
    for (const corpus::ArtFile& file : files) {
        std::optional<Scene> model = read(alamo::kAloFormat, file);
        if (!model) continue;
        for (const corpus::ArtFile& other : files) {
            if (!startsWithIgnoringCase(stemOf(other.path), stemOf(file.path) + "_")) continue;
            std::optional<Scene> clip = read(alamo::kAlaFormat, other);
            Diagnostics diagnostics;
            if (clip && validateScene(*clip).empty()) (void)bindClips(*model, std::move(*clip), diagnostics);
        }
        convertCoordinates(*model, 1.0);
        alignRotationSigns(*model);
        if (validateScene(*model).empty()) scenes.push_back(std::move(*model));
    }
    addSwat3Scenes(scenes);
    return scenes;
}

std::vector<std::byte> toGlb(const Scene& scene) {
    Diagnostics diagnostics;
    const OptionValues options(gltf_export::kGltfExporter.options);
    const Result<OutputSet> set =
        gltf_export::kGltfExporter.write(scene, {.fileName = "a.glb", .options = options}, diagnostics);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? test::joined(set->back()) : std::vector<std::byte>();
}

/// A .gltf file with images in a shared folder two levels up.
struct LinkedFile {
    std::vector<std::byte> gltf{};
    test::FilesBeside files{};
};

LinkedFile toLinkedGltf(const Scene& scene) {
    const std::string folder = "../../textures";
    Diagnostics diagnostics;
    const OptionValues options(gltf_export::kGltfExporter.options);
    const Result<OutputSet> set = gltf_export::kGltfExporter.write(
        scene, {.fileName = "a.gltf", .options = options, .sharedFolder = folder}, diagnostics);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    LinkedFile linked;
    if (!set) return linked;
    for (const OutputFile& file : *set)
        linked.files.files[file.isShared ? folder + "/" + file.name : file.name] = test::joined(file);
    linked.gltf = test::joined(set->back());
    return linked;
}

/// Passes extras through JSON, which has one kind of number: 1.0 comes back as 1, and every float as a
/// double.
void throughJson(Properties& extras) {
    extras = *asObject(&static_cast<const Value&>(parseJson(toJson(Value(extras)), "extras")));
}

/// Removes constant tracks at the rest pose, and reduces other constants to one key at 0. Clips state such
/// tracks for viewers that do not return to the rest pose; our reader removes them again.
template <class Type>
void simplify(Track<Type>& track, const Type& rest) {
    if (track.empty() || !isConstant(track)) return;
    const Type value = valueAt(track, 0);
    track = value == rest ? Track<Type>{} : Track<Type>{.times = {0.0F}, .values = {value}};
}

void simplify(const Scene& scene, Clip& clip) {
    for (JointTracks& tracks : clip.joints) {
        const Joint& joint = scene.joints[tracks.joint.value];
        simplify(tracks.translation, joint.rest.translation);
        simplify(tracks.rotation, joint.rest.rotation);
        simplify(tracks.scale, joint.rest.scale);
        const auto shown = static_cast<std::uint8_t>(joint.visible);
        if (std::ranges::all_of(tracks.visibility.values, [&](std::uint8_t value) { return value == shown; }))
            tracks.visibility = {};
        tracks.holdsRestPose = false;
        throughJson(tracks.extras);
    }
    erase_if(clip.joints, [](const JointTracks& tracks) {
        return tracks.translation.empty() && tracks.rotation.empty() && tracks.scale.empty() &&
               tracks.visibility.empty() && tracks.extras.empty();
    });
    for (ClipEvent& event : clip.events) {
        event.name = toUtf8(event.name);  // stored in JSON, like the extras
        throughJson(event.extras);
    }
    throughJson(clip.extras);
}

bool isSamePicture(const Texture& left, const Texture& right) {
    return left.encoded == right.encoded && (!left.encoded.empty() || left.sourceName == right.sourceName);
}

/// Orders textures by their use in materials, and joins those with the same content, which are written once.
void orderTextures(Scene& scene) {
    std::vector<Texture> ordered;
    for (Material& material : scene.materials) {
        for (auto* use : {&material.baseColorTexture, &material.normalTexture, &material.emissiveTexture}) {
            if (!*use) continue;
            const Texture& texture = scene.textures[(*use)->texture.value];
            const auto known = std::ranges::find_if(
                ordered, [&](const Texture& other) { return isSamePicture(other, texture); });
            (*use)->texture = IndexOf<Texture>(static_cast<std::size_t>(known - ordered.begin()));
            // Of textures without data only the name is kept.
            if (texture.encoded.empty()) *use = TextureUse{.texture = (*use)->texture};
            if (known == ordered.end()) ordered.push_back(texture);
        }
    }
    scene.textures = std::move(ordered);
}

/// Normalises everything that may differ after a round trip.
Scene comparable(Scene scene) {
    for (Joint& joint : scene.joints)
        throughJson(joint.extras);
    for (Material& material : scene.materials) {
        throughJson(material.extras);
        if (material.alphaMode != AlphaMode::Mask) material.alphaCutoff = 0.5F;  // unused in other modes
    }
    for (MeshInstance& instance : scene.instances)
        throughJson(instance.extras);
    for (Attachment& attachment : scene.attachments)
        throughJson(attachment.extras);
    for (Clip& clip : scene.clips)
        simplify(scene, clip);
    orderTextures(scene);
    return scene;
}

/// Whether a mesh without tangents uses a normal map. The exporter gives it a second material without the
/// map.
bool needsSecondMaterials(const Scene& scene) {
    return std::ranges::any_of(scene.meshes, [&](const Mesh& mesh) {
        return std::ranges::any_of(mesh.primitives, [&](const Primitive& primitive) {
            if (!primitive.material || !primitive.tangents.empty()) return false;
            const auto& map = scene.materials[primitive.material->value].normalTexture;
            return map && !scene.textures[map->texture.value].encoded.empty();
        });
    });
}

std::string differences(const Scene& left, const Scene& right) {
    const bool mayHaveOtherMaterials = needsSecondMaterials(left);
    std::string text;
    for (const std::string& difference : compareScenes(comparable(left), comparable(right), {}, 20)) {
        const bool isOfMaterials = difference.find("material") != std::string::npos;
        if (!isOfMaterials || !mayHaveOtherMaterials) text += difference + "\n";
    }
    return text;
}

TEST(RoundTrip, OfTheGeneratedArtGivesTheSameScenes) {
    const std::vector<Scene> scenes = corpusScenes();
    ASSERT_GT(scenes.size(), 5U);
    std::size_t clips = 0;
    for (const Scene& scene : scenes) {
        const test::ReadBack back = test::readFile(toGlb(scene));
        ASSERT_EQ(back.error, "") << scene.name;
        EXPECT_EQ(differences(scene, back.scene), "") << scene.name;
        EXPECT_EQ(back.scene.name, scene.name);
        clips += scene.clips.size();
    }
    EXPECT_GT(clips, 20U);
}

TEST(RoundTrip, KeepsTheFilesThatFormatsWeWriteCameFrom) {
    std::size_t kept = 0;
    for (Scene& scene : corpusScenes()) {
        convertCoordinates(scene, 0.5);
        const Scene back = test::readFile(toGlb(scene)).scene;
        EXPECT_TRUE(back.source == scene.source) << scene.name;
        EXPECT_EQ(back.metresPerUnit, scene.metresPerUnit) << scene.name;
        ASSERT_EQ(back.clips.size(), scene.clips.size()) << scene.name;
        for (std::size_t i = 0; i < scene.clips.size(); ++i)
            EXPECT_TRUE(back.clips[i].source == scene.clips[i].source) << scene.name;
        if (scene.source) ++kept;
    }
    EXPECT_GE(kept, 4U);
}

/// Tools that renumber buffer views may replace the kept bytes by others.
TEST(RoundTrip, TakesNoOtherBytesForAKeptFile) {
    for (const Scene& scene : corpusScenes()) {
        if (!scene.source || scene.clips.empty()) continue;
        std::vector<std::byte> glb = toGlb(scene);
        // Damages the first byte of the kept model, which belongs to its magic number.
        const std::vector<std::byte>& source = scene.source->bytes;
        const auto place = std::search(glb.begin(), glb.end(), source.begin(), source.begin() + 32);
        ASSERT_NE(place, glb.end());
        *place ^= std::byte{1};
        const test::ReadBack back = test::readFile(glb);
        EXPECT_FALSE(back.scene.source);
        EXPECT_EQ(back.scene.clips.front().source, scene.clips.front().source);
        EXPECT_THAT(back.placesOf(kSourceGone), testing::ElementsAre("asset.extras.rigkiln.source"));
        return;
    }
    FAIL() << "no scene with a kept file";
}

TEST(RoundTrip, LosesAKeptFileWhoseViewLiesOutsideItsBuffer) {
    const auto withViewAt = [](std::size_t offset) {
        test::GltfBuilder builder;
        const std::vector<std::byte> kept = test::bytesOf("kept");
        const std::size_t view = builder.addView(kept);
        builder.json["bufferViews"][view]["byteOffset"] = offset;
        const test::Json source = {
            {"format", "toy"}, {"offset", 0}, {"length", 4}, {"xxh64", "da3a5d4713efed80"}};
        builder.json["asset"]["extras"]["rigkiln"] = {{"source_view", view}, {"source", source}};
        return test::readFile(builder);
    };
    const test::ReadBack inside = withViewAt(0);
    ASSERT_EQ(inside.error, "");
    ASSERT_TRUE(inside.scene.source);
    EXPECT_EQ(inside.scene.source->bytes, test::bytesOf("kept"));
    const test::ReadBack outside = withViewAt(1);
    EXPECT_EQ(outside.error, "");
    EXPECT_FALSE(outside.scene.source);
    EXPECT_THAT(outside.placesOf(kSourceGone), testing::ElementsAre("asset.extras.rigkiln.source"));
}

TEST(RoundTrip, ReportsNothing) {
    for (const Scene& scene : corpusScenes()) {
        const test::ReadBack back = test::readFile(toGlb(scene));
        for (const Issue& issue : back.diagnostics.issues())
            ADD_FAILURE() << scene.name << ": " << issue.kind->id << " " << issue.where << " "
                          << issue.details;
    }
}

TEST(RoundTrip, WritingAgainGivesTheSameBytesFromThenOn) {
    for (const Scene& scene : corpusScenes()) {
        const Scene once = test::readFile(toGlb(scene)).scene;
        const std::vector<std::byte> bytes = toGlb(once);
        EXPECT_EQ(toGlb(test::readFile(bytes).scene), bytes) << scene.name;
    }
}

TEST(RoundTrip, OfRandomScenesGivesTheSameScenes) {
    for (std::uint64_t seed = 1; seed <= kBuilderSeeds; ++seed) {
        const Scene scene = rigkiln::test::randomScene(seed);
        const test::ReadBack back = test::readFile(toGlb(scene));
        ASSERT_EQ(back.error, "") << "seed " << seed;
        EXPECT_EQ(differences(scene, back.scene), "") << "seed " << seed;
    }
}

TEST(RoundTrip, ThroughLinkedImagesGivesWhatEmbeddedOnesGive) {
    std::vector<Scene> scenes = corpusScenes();
    for (std::uint32_t seed = 1; seed <= kRandomSeeds; ++seed)
        scenes.push_back(gltf_export::test::randomScene(seed));
    std::size_t images = 0;
    for (Scene& scene : scenes) {
        // Readers name unnamed textures by file or by number, which would differ.
        for (Texture& texture : scene.textures) {
            if (texture.sourceName.empty()) texture.sourceName = "unnamed";
        }
        LinkedFile linked = toLinkedGltf(scene);
        const test::ReadBack back = test::readFile(linked.gltf, linked.files);
        ASSERT_EQ(back.error, "") << scene.name;
        const test::ReadBack embedded = test::readFile(toGlb(scene));
        EXPECT_EQ(back.diagnostics.counts(), embedded.diagnostics.counts()) << scene.name;
        EXPECT_THAT(compareScenes(back.scene, embedded.scene, {}, 20), testing::IsEmpty()) << scene.name;
        EXPECT_TRUE(back.scene.textures == embedded.scene.textures) << scene.name;
        EXPECT_TRUE(toGlb(back.scene) == toGlb(embedded.scene)) << scene.name;
        images += static_cast<std::size_t>(std::ranges::count_if(
            linked.files.files, [](const auto& file) { return file.first.starts_with("../"); }));
    }
    EXPECT_GT(images, 20U);
}

TEST(RoundTrip, OfScenesWithEverythingGivesTheSameScenes) {
    for (std::uint32_t seed = 1; seed <= kRandomSeeds; ++seed) {
        const Scene scene = gltf_export::test::randomScene(seed);
        const test::ReadBack back = test::readFile(toGlb(scene));
        ASSERT_EQ(back.error, "") << "seed " << seed;
        EXPECT_EQ(differences(scene, back.scene), "") << "seed " << seed;
    }
}

/// Largest distance between columns of the same joint's matrices in both poses.
double distance(const std::vector<glm::dmat4>& left, const std::vector<glm::dmat4>& right) {
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        for (int column = 0; column < 4; ++column)
            largest = std::max(largest, glm::distance(left[i][column], right[i][column]));
    }
    return largest;
}

TEST(RoundTrip, PosesOfClipsAreTheSame) {
    constexpr int kSamples = 17;
    for (const Scene& scene : corpusScenes()) {
        const Scene back = test::readFile(toGlb(scene)).scene;
        ASSERT_EQ(back.clips.size(), scene.clips.size()) << scene.name;
        for (std::size_t c = 0; c < scene.clips.size(); ++c) {
            for (int i = 0; i < kSamples; ++i) {
                const float time = scene.clips[c].duration * static_cast<float>(i) / (kSamples - 1);
                const auto expected =
                    worldMatrices(scene, rigkiln::test::poseAt(scene, scene.clips[c], time));
                const auto found = worldMatrices(back, rigkiln::test::poseAt(back, back.clips[c], time));
                ASSERT_EQ(expected.size(), found.size());
                EXPECT_EQ(distance(expected, found), 0.0) << scene.name << " " << scene.clips[c].name;
            }
        }
    }
}

}  // namespace
}  // namespace rigkiln::gltf
