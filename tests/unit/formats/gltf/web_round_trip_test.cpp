#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include "formats/gltf/gltf_issues.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/packing/vertex_order.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes scenes with profile web and reads them back; values stored in integers and streams come back within
/// their rounding errors.
namespace rigkiln::gltf {
namespace {

constexpr double kPositionError = 1e-4;    ///< the default of the option
constexpr double kDirectionError = 0.018;  ///< radians
constexpr float kCoordinateError = 1e-5F;
constexpr std::uint32_t kSeeds = rigkiln::test::kHasSanitizer ? 20 : 100;

std::vector<std::byte> toWeb(const Scene& scene) {
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = "web"});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? test::joined(set->back()) : std::vector<std::byte>();
}

/// Primitive in the vertex order of the exporter.
Primitive ordered(const Scene& scene, const Primitive& primitive) {
    const bool isBlended =
        primitive.material && scene.materials[primitive.material->value].alphaMode == AlphaMode::Blend;
    Primitive welded = weldVertices(primitive);
    VertexOrder order = orderVertices(welded.indices, welded.positions.size(), isBlended);
    welded.indices = std::move(order.indices);
    const auto sort = [&](auto& values) {
        const auto before = values;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = before[order.vertices[i]];
    };
    sort(welded.positions);
    sort(welded.normals);
    sort(welded.tangents);
    sort(welded.colors);
    for (auto& set : welded.texCoordSets)
        sort(set);
    for (InfluenceSet& set : welded.influenceSets) {
        sort(set.joints);
        sort(set.weights);
    }
    return welded;
}

/// Triangles, rotated so that their smallest index is first.
std::vector<std::array<std::uint32_t, 3>> trianglesOf(const Primitive& primitive) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        std::array<std::uint32_t, 3> corners{};
        std::copy_n(primitive.indices.begin() + static_cast<std::ptrdiff_t>(i), 3, corners.begin());
        std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
        triangles.push_back(corners);
    }
    return triangles;
}

template <class Vector>
double largestAngle(const std::vector<Vector>& left, const std::vector<Vector>& right) {
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const glm::dvec3 a(left[i]);
        const glm::dvec3 b(right[i]);
        largest = std::max(largest, std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
    }
    return largest;
}

double largestDistance(const std::vector<glm::vec3>& left, const std::vector<glm::vec3>& right) {
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        largest = std::max(largest, glm::distance(glm::dvec3(left[i]), glm::dvec3(right[i])));
    return largest;
}

void expectInfluences(const Primitive& left, const Primitive& right) {
    ASSERT_EQ(left.influenceSets.size(), right.influenceSets.size());
    for (std::size_t set = 0; set < left.influenceSets.size(); ++set) {
        for (std::size_t i = 0; i < left.positions.size(); ++i) {
            const glm::vec4 off =
                glm::abs(left.influenceSets[set].weights[i] - right.influenceSets[set].weights[i]);
            EXPECT_LE(std::max({off.x, off.y, off.z, off.w}), 3e-5F);
        }
    }
}

/// `enlargement`: scale from the mesh to the model.
void expectPrimitive(const Primitive& left, const Primitive& right, double enlargement) {
    ASSERT_EQ(left.positions.size(), right.positions.size());
    EXPECT_EQ(trianglesOf(left), trianglesOf(right));
    EXPECT_LE(largestDistance(left.positions, right.positions) * enlargement, kPositionError * 1.01);
    ASSERT_EQ(left.normals.size(), right.normals.size());
    EXPECT_LE(largestAngle(left.normals, right.normals), kDirectionError);
    ASSERT_EQ(left.tangents.size(), right.tangents.size());
    EXPECT_LE(largestAngle(left.tangents, right.tangents), kDirectionError);
    for (std::size_t i = 0; i < left.tangents.size(); ++i)
        EXPECT_EQ(left.tangents[i].w, right.tangents[i].w);
    for (std::size_t set = 0; set < right.texCoordSets.size(); ++set) {
        for (std::size_t i = 0; i < left.texCoordSets[set].size(); ++i) {
            const glm::vec2 off = glm::abs(left.texCoordSets[set][i] - right.texCoordSets[set][i]);
            EXPECT_LE(std::max(off.x, off.y), kCoordinateError);
        }
    }
    ASSERT_EQ(left.colors.size(), right.colors.size());
    for (std::size_t i = 0; i < left.colors.size(); ++i)
        EXPECT_LE(glm::distance(left.colors[i], right.colors[i]), 2 * kCoordinateError);
    EXPECT_EQ(left.attributes, right.attributes);
}

double scaleOf(const glm::dmat4& world) {
    return std::max({glm::length(glm::dvec3(world[0])), glm::length(glm::dvec3(world[1])),
                     glm::length(glm::dvec3(world[2]))});
}

void expectSame(const Scene& scene, const Scene& back) {
    ASSERT_EQ(scene.joints.size(), back.joints.size());
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        EXPECT_EQ(scene.joints[i].name, back.joints[i].name);
        EXPECT_EQ(scene.joints[i].rest, back.joints[i].rest);
    }
    ASSERT_EQ(scene.instances.size(), back.instances.size());
    ASSERT_EQ(scene.clips.size(), back.clips.size());
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const MeshInstance& instance = scene.instances[i];
        const MeshInstance& other = back.instances[i];
        EXPECT_EQ(instance.name, other.name);
        EXPECT_EQ(instance.joint, other.joint);
        EXPECT_EQ(instance.hidden, other.hidden);
        EXPECT_EQ(other.extras.find("dequantisation"), nullptr);
        const Mesh& mesh = scene.meshes[instance.mesh.value];
        const Mesh& otherMesh = back.meshes[other.mesh.value];
        std::vector<const Primitive*> shown;
        for (const Primitive& primitive : mesh.primitives) {
            if (!primitive.positions.empty() && !primitive.indices.empty()) shown.push_back(&primitive);
        }
        ASSERT_EQ(shown.size(), otherMesh.primitives.size()) << instance.name;
        const double enlargement = instance.skin ? 0.0 : scaleOf(worlds[instance.joint.value]);
        for (std::size_t p = 0; p < shown.size(); ++p) {
            const Primitive expected = ordered(scene, *shown[p]);
            expectPrimitive(expected, otherMesh.primitives[p], enlargement);
            if (instance.skin && other.skin) expectInfluences(expected, otherMesh.primitives[p]);
        }
    }
}

TEST(WebRoundTrip, GivesScenesBackWithinTheErrorsOfTheirIntegers) {
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = gltf_export::test::randomScene(seed);
        const test::ReadBack back = test::readFile(toWeb(scene));
        ASSERT_EQ(back.error, "");
        EXPECT_THAT(validateScene(back.scene), testing::IsEmpty());
    }
}

/// Divides the triangle evenly into many, so that positions are worth integers.
void divide(Primitive& primitive) {
    constexpr std::uint32_t kParts = 40;
    const Primitive whole = primitive;
    primitive.indices.clear();
    const auto between = [&](auto& values, const auto& corners, const glm::vec3& shares) {
        if (!corners.empty())
            values.push_back(shares.x * corners[0] + shares.y * corners[1] + shares.z * corners[2]);
    };
    const auto add = [&](const glm::vec3& shares) {
        between(primitive.positions, whole.positions, shares);
        between(primitive.colors, whole.colors, shares);
        for (std::size_t set = 0; set < whole.texCoordSets.size(); ++set)
            between(primitive.texCoordSets[set], whole.texCoordSets[set], shares);
        if (!whole.normals.empty()) primitive.normals.push_back(whole.normals[0]);
        if (!whole.tangents.empty()) primitive.tangents.push_back(whole.tangents[0]);
        for (std::size_t set = 0; set < whole.influenceSets.size(); ++set) {
            primitive.influenceSets[set].joints.push_back(whole.influenceSets[set].joints[0]);
            primitive.influenceSets[set].weights.push_back(whole.influenceSets[set].weights[0]);
        }
    };
    std::uint32_t first = 3;  // of the row
    for (std::uint32_t row = 0; row <= kParts; ++row) {
        const std::uint32_t count = kParts - row + 1;
        for (std::uint32_t i = 0; i < count; ++i) {
            const glm::vec3 shares(static_cast<float>(kParts - row - i), static_cast<float>(i),
                                   static_cast<float>(row));
            add(shares / static_cast<float>(kParts));
            const std::uint32_t above = first + count + i;
            if (i + 1 < count)
                primitive.indices.insert(primitive.indices.end(), {first + i, first + i + 1, above});
            if (i + 2 < count)
                primitive.indices.insert(primitive.indices.end(), {first + i + 1, above + 1, above});
        }
        first += count;
    }
}

/// A triangle of many at that place, with all streams, on the last joint or skinned.
Scene square(const glm::vec3& place, float size, bool isSkinned) {
    Scene scene = gltf_export::test::chainOfJoints(2);
    scene.joints[1].rest.scale = glm::vec3(2.0F);
    if (isSkinned)
        gltf_export::test::addSkinnedTriangle(scene, "square");
    else
        gltf_export::test::addTriangle(scene, 1, "square");
    Primitive& primitive = scene.meshes[0].primitives[0];
    for (glm::vec3& position : primitive.positions)
        position = place + size * position;
    primitive.tangents.assign(3, glm::vec4(glm::normalize(glm::vec3(1, 2, 3)), -1));
    primitive.texCoordSets = {{{0.1F, 0.2F}, {0.7F, 0.3F}, {1, 0}}, {{-1, 0}, {0, 1}, {0, 2.5F}}};
    primitive.colors = {{0.1F, 0.2F, 0.3F, 1}, {1, 1, 1, 1}, {0, 0, 0, 0}};
    divide(primitive);
    return scene;
}

TEST(WebRoundTrip, OfARigidMeshKeepsItsInstanceAndItsVertices) {
    const Scene scene = square({3, -4, 5}, 1.5F, false);
    const test::ReadBack back = test::readFile(toWeb(scene));
    ASSERT_EQ(back.error, "");
    expectSame(scene, back.scene);
    EXPECT_THAT(back.diagnostics.issues(), testing::IsEmpty());
}

TEST(WebRoundTrip, OfASkinnedMeshKeepsItsMatricesAndItsVertices) {
    const Scene scene = square({3, -4, 5}, 1.5F, true);
    const test::ReadBack back = test::readFile(toWeb(scene));
    ASSERT_EQ(back.error, "");
    expectSame(scene, back.scene);
    EXPECT_LE(largestDistance(ordered(scene, scene.meshes[0].primitives[0]).positions,
                              back.scene.meshes[0].primitives[0].positions),
              kPositionError);
    ASSERT_EQ(back.scene.skins.size(), 1U);
    for (std::size_t m = 0; m < 2; ++m) {
        for (int c = 0; c < 4; ++c) {
            const glm::vec4 off = glm::abs(scene.skins[0].inverseBindMatrices[m][c] -
                                           back.scene.skins[0].inverseBindMatrices[m][c]);
            EXPECT_LE(std::max({off.x, off.y, off.z, off.w}), 2e-6F);
        }
    }
}

TEST(WebRoundTrip, LeavesPositionsThatSixteenBitsAreTooFewForAsFloats) {
    // At 60 metres a 16-bit step is nearly a millimetre.
    const Scene scene = square({0, 0, 0}, 60, false);
    const test::ReadBack back = test::readFile(toWeb(scene));
    ASSERT_EQ(back.error, "");
    expectSame(scene, back.scene);
}

TEST(WebRoundTrip, LeavesTheScaleOfWhatClipsHide) {
    Scene scene = square({0, 0, 0}, 1, false);
    Clip clip = gltf_export::test::clipNamed("blink", 1.0F);
    gltf_export::test::tracksOf(clip, 1).visibility = {
        .interpolation = Interpolation::Step, .times = {0, 0.5F}, .values = {1, 0}};
    scene.clips.push_back(clip);
    const test::ReadBack back = test::readFile(toWeb(scene));
    ASSERT_EQ(back.error, "");
    expectSame(scene, back.scene);
    EXPECT_EQ(back.scene.clips.at(0).joints.at(0).visibility, clip.joints.at(0).visibility);
}

TEST(WebRoundTrip, KeepsKeysToTheBit) {
    Scene scene = gltf_export::test::chainOfJoints(2);
    Clip clip = gltf_export::test::clipNamed("turn", 1.0F);
    JointTracks& tracks = gltf_export::test::tracksOf(clip, 1);
    tracks.translation = {.times = {0, 0.3F, 1}, .values = {{0, 0.1F, 0}, {1, 0.7F, 0}, {2, 0, 1e-7F}}};
    tracks.rotation = {.times = {0, 1}, .values = {glm::quat(1, 0, 0, 0), glm::quat(0.6F, 0.8F, 0, 0)}};
    scene.clips.push_back(clip);
    alignRotationSigns(scene);
    const test::ReadBack back = test::readFile(toWeb(scene));
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.clips.at(0).joints, scene.clips.at(0).joints);
    EXPECT_EQ(back.scene.clips.at(0).duration, 1.0F);
}

TEST(WebRoundTrip, OfAnEmptySceneIsEmpty) {
    const test::ReadBack back = test::readFile(toWeb(Scene{}));
    ASSERT_EQ(back.error, "");
    EXPECT_TRUE(back.scene.joints.empty());
}

TEST(WebRoundTrip, GivesJointsTheirNumbersWhileTheyAreTheSame) {
    Scene scene = gltf_export::test::chainOfJoints(3);
    for (std::uint32_t i = 0; i < 3; ++i)
        scene.joints[i].sourceIndex = i;
    scene.joints[1].name = "Arm\xE9.\t2";  // not UTF-8
    const Result<OutputSet> set =
        gltf_export::test::exportScene(scene, {.fileName = "a.gltf", .profile = "web"});
    ASSERT_TRUE(set);
    const std::vector<std::byte> bytes = test::joined(set->back());
    const test::Json written =
        test::Json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    const test::ReadBack back = test::readFile(written.dump());
    ASSERT_EQ(back.scene.joints.size(), 3U) << back.error;
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_EQ(back.scene.joints[i].sourceIndex, i);
    EXPECT_TRUE(back.diagnostics.counts().empty());

    test::Json edited = written;
    edited["nodes"][2]["name"] = "other";
    const test::ReadBack other = test::readFile(edited.dump());
    ASSERT_EQ(other.scene.joints.size(), 3U) << other.error;
    for (const Joint& joint : other.scene.joints)
        EXPECT_FALSE(joint.sourceIndex);
    EXPECT_EQ(other.diagnostics.counts().at(kRecordUnreadable.id), 1U);
    for (const test::ReadBack* read : {&back, &other})
        EXPECT_EQ(read->scene.extras.find("joint_numbers"), nullptr);
}

/// A file of profile web as JSON, and the files beside it.
struct WebJson {
    explicit WebJson(const Scene& scene) {
        const Result<OutputSet> set =
            gltf_export::test::exportScene(scene, {.fileName = "a.gltf", .profile = "web"});
        EXPECT_TRUE(set);
        for (const OutputFile& file : *set)
            files.files[file.name] = test::joined(file);
        const std::vector<std::byte> bytes = test::joined(set->back());
        json = test::Json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    [[nodiscard]] test::ReadBack read() {
        const std::string text = json.dump();
        return test::readFile(std::as_bytes(std::span(text)), files);
    }

    test::FilesBeside files;
    test::Json json;
};

/// The node is where the mesh is: when a program moved it, the mesh was moved.
TEST(WebRoundTrip, MovesTheMeshWithTheNodeThatRestoresIt) {
    WebJson file(square({3, -4, 5}, 1.5F, false));
    const test::ReadBack before = file.read();
    file.json["nodes"][2]["translation"][0] = file.json["nodes"][2]["translation"][0].get<float>() + 100;
    const test::ReadBack back = file.read();
    ASSERT_EQ(back.error, "");
    ASSERT_EQ(back.scene.joints.size(), 2U) << "the node is still no joint";
    const std::vector<glm::vec3>& positions = back.scene.meshes[0].primitives[0].positions;
    const std::vector<glm::vec3>& old = before.scene.meshes[0].primitives[0].positions;
    for (std::size_t i = 0; i < positions.size(); ++i)
        EXPECT_LE(glm::distance(positions[i], old[i] + glm::vec3(100, 0, 0)), 1e-4F);
}

/// Then it does more than restore positions: the numbers are taken as they are stored, and the node is a
/// joint.
TEST(WebRoundTrip, MakesAJointOfANodeThatWasTurnedOrScaledUnevenly) {
    for (const auto& [member, value] :
         {std::pair<const char*, test::Json>("rotation", {0, 0.6, 0, 0.8}), {"scale", {1, 2, 1}}}) {
        WebJson file(square({3, -4, 5}, 1.5F, false));
        file.json["nodes"][2][member] = value;
        const test::ReadBack back = file.read();
        ASSERT_EQ(back.error, "");
        ASSERT_EQ(back.scene.joints.size(), 3U) << member;
        const std::vector<glm::vec3>& positions = back.scene.meshes[0].primitives[0].positions;
        EXPECT_GT(std::ranges::max(positions, {}, &glm::vec3::y).y, 1000.0F);
    }
}

/// Files of older versions say the numbers, which count only while they are those of the node.
TEST(WebRoundTrip, ReadsRecordsWithNumbers) {
    WebJson file(square({3, -4, 5}, 1.5F, false));
    const test::ReadBack before = file.read();
    test::Json& node = file.json["nodes"][2];
    const test::Json numbers = {{"offset", node["translation"]}, {"scale", node["scale"][0]}};
    node["extras"]["rigkiln_mesh"] = test::Json{{"dequantisation", numbers}}.dump();
    const test::ReadBack same = file.read();
    ASSERT_EQ(same.error, "");
    EXPECT_EQ(same.scene.meshes[0].primitives[0].positions, before.scene.meshes[0].primitives[0].positions);
    EXPECT_EQ(same.scene.instances[0].extras.find("dequantisation"), nullptr);

    node["translation"][0] = 100;
    const test::ReadBack moved = file.read();
    ASSERT_EQ(moved.error, "");
    ASSERT_EQ(moved.scene.joints.size(), 3U);
    EXPECT_EQ(moved.scene.joints[2].rest.translation.x, 100.0F);
}

TEST(WebRoundTrip, KeepsNamesThatItDoesNotSay) {
    Scene scene = gltf_export::test::chainOfJoints(5);
    const std::vector<std::string> joints = {"hull", "hull", "wheel", "wheel_2", "Arm\xE9"};
    for (std::size_t i = 0; i < joints.size(); ++i)
        scene.joints[i].name = joints[i];
    gltf_export::test::addTriangle(scene, 1, "hull");   // a mesh and a node of that name
    gltf_export::test::addTriangle(scene, 2, "other");  // a mesh that is not called like its node
    scene.instances[1].name = "wheel";
    gltf_export::test::addTriangle(scene, 2, "parts");
    scene.meshes[2].primitives.push_back(scene.meshes[2].primitives[0]);
    WebJson file(scene);
    const auto& nodes = file.json["nodes"];
    EXPECT_FALSE(nodes[1].value("extras", test::Json::object()).contains("rigkiln_name")) << "hull_2";
    EXPECT_EQ(nodes[3]["extras"]["rigkiln_name"], "wheel_2") << "a name that looks like a numbered one";
    EXPECT_FALSE(file.json["meshes"][0].contains("name"));
    EXPECT_EQ(file.json["meshes"][1]["name"], "other");
    EXPECT_EQ(file.json["meshes"][2]["name"], "parts") << "three.js names the primitives by it";

    const test::ReadBack back = file.read();
    ASSERT_EQ(back.error, "");
    ASSERT_EQ(back.scene.joints.size(), joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i)
        EXPECT_EQ(back.scene.joints[i].name, joints[i]);
    EXPECT_EQ(back.scene.instances[0].name, "hull");
    EXPECT_EQ(back.scene.instances[1].name, "wheel");
    EXPECT_EQ(back.scene.meshes[0].name, "hull");
    EXPECT_EQ(back.scene.meshes[1].name, "other");
    EXPECT_EQ(back.scene.meshes[2].name, "parts");
    EXPECT_EQ(back.scene.extras.find("implied_names"), nullptr);
}

TEST(WebRoundTrip, TakesEightBitsForColorsWhereTheyAreEnough) {
    const Scene scene = square({0, 0, 0}, 1, false);
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = "web", .colorBits = "8"});
    ASSERT_TRUE(set);
    const test::ReadBack back = test::readFile(test::joined(set->back()));
    ASSERT_EQ(back.error, "");
    const std::vector<glm::vec4> before = ordered(scene, scene.meshes[0].primitives[0]).colors;
    const std::vector<glm::vec4>& after = back.scene.meshes[0].primitives[0].colors;
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        for (int c = 0; c < 4; ++c) {
            EXPECT_NEAR(after[i][c], before[i][c], 0.5F / 255 + 1e-6F);
            EXPECT_EQ(after[i][c], std::round(after[i][c] * 255) / 255);
        }
    }
}

}  // namespace
}  // namespace rigkiln::gltf
