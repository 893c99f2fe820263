#include "formats/gltf/validate/validate_gltf.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/conversion/conversion_errors.hpp"
#include "tests/support/gltf_validation/sound_document.hpp"

namespace rigkiln::gltf_validation::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// Files in memory; counts how often each is read.
class FilesInMemory final : public FileSource {
public:
    std::map<std::string, Bytes> files{};
    std::map<std::string, int> reads{};

private:
    std::optional<Found> loadImage(std::string_view /*name*/, const ImageRecipe& /*recipe*/) override {
        return std::nullopt;
    }
    Result<Found> loadBeside(const std::string& path, std::size_t /*limit*/) override {
        ++reads[path];
        const auto found = files.find(path);
        if (found == files.end()) return kCompanionMissing.error(path + " is not there");
        return Found{.path = path, .bytes = SharedBytes(found->second)};
    }
};

Validation validate(std::string_view json, std::size_t mostFindings = 1000) {
    NoFiles companions;
    return validateGltf(
        {.bytes = std::as_bytes(std::span(json)), .companions = companions, .mostFindings = mostFindings});
}

std::vector<std::string> codesOf(const Validation& validation) {
    std::vector<std::string> codes;
    for (const Finding& finding : validation.findings)
        codes.emplace_back(finding.rule->code);
    return codes;
}

/// Findings of a document as "CODE pointer".
std::vector<std::string> findingLines(const SoundDocument& document) {
    const Bytes bytes = asGltf(document);
    NoFiles companions;
    std::vector<std::string> lines;
    for (const Finding& finding : validateGltf({.bytes = bytes, .companions = companions}).findings)
        lines.push_back(fmt::format("{} {}", finding.rule->code, finding.pointer));
    return lines;
}

/// Adds an accessor of these bytes that nothing uses.
void addAccessor(SoundDocument& document, Json accessor, const std::vector<int>& bytes) {
    accessor["bufferView"] = document.json["bufferViews"].size();
    document.json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", document.buffer.size()}, {"byteLength", bytes.size()}});
    for (const int byte : bytes)
        document.buffer.push_back(static_cast<std::byte>(byte));
    document.buffer.resize((document.buffer.size() + 3) / 4 * 4);
    document.json["buffers"][0]["byteLength"] = document.buffer.size();
    document.json["accessors"].push_back(std::move(accessor));
}

std::string withNodes(std::size_t count, std::string_view node) {
    std::string json = R"({"asset":{"version":"2.0"},"nodes":[)";
    for (std::size_t i = 0; i < count; ++i)
        json += (i == 0 ? "" : ",") + std::string(node);
    return json + "]}";
}

TEST(ValidateGltf, StopsAfterTheMostFindings) {
    const Validation validation = validate(withNodes(10, R"({"a":1})"), 4);
    EXPECT_TRUE(validation.isCut);
    EXPECT_EQ(validation.findings.size(), 4U);
}

TEST(ValidateGltf, IsNotCutByAsManyFindingsAsThereMayBe) {
    const Validation validation = validate(R"({"asset":{"version":"2.0","a":1}})", 1);
    EXPECT_FALSE(validation.isCut);
    EXPECT_THAT(codesOf(validation), ElementsAre("UNEXPECTED_PROPERTY"));
}

TEST(ValidateGltf, CountsBySeverity) {
    const Validation validation = validate(withNodes(2, R"({"a":1})"));
    EXPECT_EQ(validation.count(FindingSeverity::Error), 0U);
    EXPECT_EQ(validation.count(FindingSeverity::Warning), 2U);
    EXPECT_EQ(validation.count(FindingSeverity::Information), 4U);
}

TEST(ValidateGltf, SaysValueAndLimit) {
    const Validation validation = validate(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":0}]})");
    ASSERT_FALSE(validation.findings.empty());
    EXPECT_EQ(validation.findings[0].pointer, "/buffers/0/byteLength");
    EXPECT_EQ(validation.findings[0].message, "is 0, at least 1 is allowed");
}

TEST(ValidateGltf, AllowsAMinimumVersionThatIsTheVersion) {
    EXPECT_THAT(codesOf(validate(R"({"asset":{"version":"2.1","minVersion":"2.1"}})")),
                ElementsAre("UNKNOWN_ASSET_MINOR_VERSION"));
    EXPECT_THAT(codesOf(validate(R"({"asset":{"version":"2.1","minVersion":"2.2"}})")),
                ElementsAre("ASSET_MIN_VERSION_GREATER_THAN_VERSION", "UNKNOWN_ASSET_MINOR_VERSION"));
}

TEST(ValidateGltf, AsksForNoBinaryChunkOutsideOfAGlb) {
    EXPECT_THAT(codesOf(validate(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]})")),
                ElementsAre("UNUSED_OBJECT"));
}

TEST(ValidateGltf, WantsNoTransformBesideAMatrix) {
    constexpr std::string_view kMatrix = R"({"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1])";
    EXPECT_THAT(codesOf(validate(withNodes(1, std::string(kMatrix) + "}"))),
                Not(Contains("NODE_MATRIX_TRS")));
    for (const std::string_view part :
         {R"("translation":[1,0,0])", R"("rotation":[0,0,0,1])", R"("scale":[2,2,2])"}) {
        EXPECT_THAT(codesOf(validate(withNodes(1, fmt::format("{},{}}}", kMatrix, part)))),
                    Contains("NODE_MATRIX_TRS"))
            << part;
    }
}

TEST(ValidateGltf, WantsAttributesAtMultiplesOfFourBytes) {
    const auto codesAt = [](int offset) {
        return codesOf(validate(fmt::format(
            R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":16}}],"bufferViews":[{{"buffer":0,"byteLength":16}}],)"
            R"("accessors":[{{"bufferView":0,"byteOffset":{},"componentType":5121,"count":3,"type":"VEC4","normalized":true}}],)"
            R"("meshes":[{{"primitives":[{{"attributes":{{"COLOR_0":0}}}}]}}]}})",
            offset)));
    };
    EXPECT_THAT(codesAt(4), Not(Contains("MESH_PRIMITIVE_ACCESSOR_UNALIGNED")));
    EXPECT_THAT(codesAt(2), Contains("MESH_PRIMITIVE_ACCESSOR_UNALIGNED"));
}

TEST(ValidateGltf, LetsAThinSurfaceBeDoubleSided) {
    const auto codesWith = [](std::string_view volume) {
        return codesOf(validate(fmt::format(
            R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_materials_volume"],)"
            R"("materials":[{{"doubleSided":true,"extensions":{{"KHR_materials_volume":{}}}}}]}})",
            volume)));
    };
    EXPECT_THAT(codesWith("{}"), Not(Contains("KHR_MATERIALS_VOLUME_DOUBLE_SIDED")));
    EXPECT_THAT(codesWith(R"({"thicknessFactor":0})"), Not(Contains("KHR_MATERIALS_VOLUME_DOUBLE_SIDED")));
    EXPECT_THAT(codesWith(R"({"thicknessFactor":0.1})"), Contains("KHR_MATERIALS_VOLUME_DOUBLE_SIDED"));
}

TEST(ValidateGltf, TakesAMemberTwiceForInvalidJson) {
    EXPECT_THAT(codesOf(validate(R"({"asset":{"version":"2.0","version":"2.0"}})")),
                ElementsAre("INVALID_JSON"));
}

TEST(ValidateGltf, TakesNumbersBeyondDoubleForInvalidJson) {
    EXPECT_THAT(codesOf(validate(R"({"asset":{"version":"2.0","extras":1e999}})")),
                ElementsAre("INVALID_JSON"));
}

TEST(ValidateGltf, RefusesDeepJson) {
    EXPECT_THAT(codesOf(validate(std::string(100'000, '['))), ElementsAre("INVALID_JSON"));
}

TEST(ValidateGltf, ReadsNoValuesWithoutEndOfASparseAccessor) {
    SoundDocument document = soundDocument();
    document.json["accessors"][11]["count"] = 1'000'000'000'000;
    const Bytes bytes = asGltf(document);
    NoFiles companions;
    const Validation validation = validateGltf({.bytes = bytes, .companions = companions});
    EXPECT_THAT(codesOf(validation), Contains("RIGKILN_DATA_NOT_CHECKED"));
}

TEST(ValidateGltf, ReadsNoValuesWithoutEndOfTheSameBytes) {
    SoundDocument document = soundDocument();
    constexpr std::size_t kBytes = 4'000'000;
    document.buffer.resize(kBytes);
    document.json["buffers"][0]["byteLength"] = kBytes;
    document.json["bufferViews"].push_back({{"buffer", 0}, {"byteLength", kBytes}});
    for (int i = 0; i < 100; ++i) {
        document.json["accessors"].push_back({{"bufferView", document.json["bufferViews"].size() - 1},
                                              {"componentType", 5126},
                                              {"count", kBytes / 4},
                                              {"type", "SCALAR"}});
    }
    const Bytes bytes = asGltf(document);
    NoFiles companions;
    EXPECT_THAT(codesOf(validateGltf({.bytes = bytes, .companions = companions})),
                Contains("RIGKILN_DATA_NOT_CHECKED"));
}

TEST(ValidateGltf, ReadsFilesBeside) {
    SoundDocument document = soundDocument();
    document.json["buffers"][0]["uri"] = "some%20data.bin";
    FilesInMemory files;
    files.files["some data.bin"] = document.buffer;
    const Bytes bytes = asGltf(document);
    EXPECT_THAT(codesOf(validateGltf({.bytes = bytes, .companions = files})), IsEmpty());
    setFloat(files.files["some data.bin"], kPositionsAt, 5);
    EXPECT_THAT(codesOf(validateGltf({.bytes = bytes, .companions = files})),
                Contains("ACCESSOR_MAX_MISMATCH"));
}

TEST(ValidateGltf, ReadsAFileThatManyUseOnce) {
    FilesInMemory files;
    files.files["a.bin"] = Bytes(4);
    std::string json = R"({"asset":{"version":"2.0"},"buffers":[)";
    for (int i = 0; i < 50; ++i)
        json += fmt::format(R"({}{{"byteLength":4,"uri":"a.bin"}})", i == 0 ? "" : ",");
    json += "]}";
    EXPECT_THAT(codesOf(validateGltf({.bytes = std::as_bytes(std::span(json)), .companions = files})),
                Not(Contains("IO_ERROR")));
    EXPECT_EQ(files.reads["a.bin"], 1);
}

TEST(ValidateGltf, ReadsNothingOutsideOfTheFolder) {
    FilesInMemory files;
    constexpr std::string_view kJson =
        R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"../a.bin"},{"byteLength":4,"uri":"%2Fa.bin"}]})";
    EXPECT_THAT(codesOf(validateGltf({.bytes = std::as_bytes(std::span(kJson)), .companions = files})),
                ElementsAre("UNUSED_OBJECT", "UNUSED_OBJECT", "IO_ERROR", "IO_ERROR"));
    EXPECT_THAT(files.reads, IsEmpty());
}

TEST(ValidateGltf, ReadsNothingOfWhichTheUriIsNoPath) {
    FilesInMemory files;
    for (const char* uri : {"%zz.bin", "http://host/a.bin", "/a.bin"}) {
        const std::string json =
            fmt::format(R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4,"uri":"{}"}}]}})", uri);
        EXPECT_THAT(codesOf(validateGltf({.bytes = std::as_bytes(std::span(json)), .companions = files})),
                    Contains("IO_ERROR"))
            << uri;
    }
    EXPECT_THAT(files.reads, IsEmpty());
}

TEST(ValidateGltf, TellsOfARangeOfDirectionalLightsOnly) {
    const auto codesWith = [](std::string_view light) {
        return codesOf(
            validate(fmt::format(R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_lights_punctual"],)"
                                 R"("extensions":{{"KHR_lights_punctual":{{"lights":[{}]}}}}}})",
                                 light)));
    };
    EXPECT_THAT(codesWith(R"({"type":"directional","range":5})"), Contains("EXTRA_PROPERTY"));
    for (const char* light : {R"({"type":"point","range":5})", R"({"type":"directional"})"})
        EXPECT_THAT(codesWith(light), Not(Contains("EXTRA_PROPERTY"))) << light;
}

TEST(ValidateGltf, FindsTheFirstOfThreeTreesOfASkin) {
    const Validation validation = validate(
        R"({"asset":{"version":"2.0"},"nodes":[{},{"children":[2]},{}],"skins":[{"joints":[0,1,2]}]})");
    EXPECT_THAT(codesOf(validation), Contains("SKIN_NO_COMMON_ROOT"));
}

TEST(ValidateGltf, SharesAccessorsOfIndicesWithEachOtherNumberOfVertices) {
    SoundDocument document = soundDocument();
    Json second = document.json["meshes"][0];
    for (const char* name :
         {"POSITION", "NORMAL", "TANGENT", "COLOR_0", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"})
        second["primitives"][0]["attributes"].erase(name);
    second["primitives"][0]["attributes"]["_X"] = 6;
    document.json["meshes"].push_back(second);
    const Bytes bytes = asGltf(document);
    NoFiles companions;
    // The sound mesh has three vertices, the other one two.
    EXPECT_THAT(codesOf(validateGltf({.bytes = bytes, .companions = companions})),
                Contains("ACCESSOR_INDEX_OOB"));
}

TEST(ValidateGltf, NamesSeverities) {
    EXPECT_EQ(severityName(FindingSeverity::Error), "error");
    EXPECT_EQ(severityName(FindingSeverity::Warning), "warning");
    EXPECT_EQ(severityName(FindingSeverity::Information), "information");
    EXPECT_EQ(severityName(FindingSeverity::Hint), "hint");
}

/// A matrix of small components, of which each column starts at a multiple of 4 bytes. The padding is 99.
struct PaddedMatrix {
    std::string type;
    int componentType = 0;
    std::vector<int> bytes;
    std::vector<int> values;
};

TEST(ValidateGltf, ReadsColumnsOfMatricesAtMultiplesOfFourBytes) {
    for (const PaddedMatrix& matrix : std::vector<PaddedMatrix>{
             {"MAT2", 5120, {1, 2, 99, 99, 0xFD, 4}, {1, 2, -3, 4}},
             {"MAT2", 5121, {1, 2, 99, 99, 0xFD, 4}, {1, 2, 0xFD, 4}},
             {"MAT3", 5121, {1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
             {"MAT3",
              5122,
              {1, 0, 2, 0, 3, 0, 99, 99, 4, 0, 5, 0, 6, 0, 99, 99, 7, 0, 8, 0, 0xFF, 0xFF},
              {1, 2, 3, 4, 5, 6, 7, 8, -1}}}) {
        SCOPED_TRACE(fmt::format("{} of {}", matrix.type, matrix.componentType));
        Json accessor = {{"componentType", matrix.componentType},
                         {"count", 1},
                         {"type", matrix.type},
                         {"min", matrix.values},
                         {"max", matrix.values}};
        SoundDocument document = soundDocument();
        addAccessor(document, accessor, matrix.bytes);
        EXPECT_THAT(findingLines(document), ElementsAre("UNUSED_OBJECT /accessors/13"));
        document.json["accessors"][13]["max"].back() = matrix.values.back() + 1;
        EXPECT_THAT(findingLines(document), Contains(fmt::format("ACCESSOR_MAX_MISMATCH /accessors/13/max/{}",
                                                                 matrix.values.size() - 1)));
    }
}

TEST(ValidateGltf, WantsBoundsThatTheComponentTypeHolds) {
    const auto findings = [](int componentType, int least, int most) {
        std::vector<std::string> messages;
        for (const Finding& finding :
             validate(
                 fmt::format(R"({{"asset":{{"version":"2.0"}},"accessors":[{{"componentType":{},"count":1,)"
                             R"("type":"SCALAR","min":[{}],"max":[{}]}}]}})",
                             componentType, least, most))
                 .findings) {
            if (finding.rule->code == "INVALID_GL_VALUE") messages.push_back(finding.message);
        }
        return messages;
    };
    EXPECT_THAT(findings(5120, -128, 127), IsEmpty());
    EXPECT_THAT(findings(5120, -129, 128), ElementsAre("contains -129, -128 to 127 are possible",
                                                       "contains 128, -128 to 127 are possible"));
    EXPECT_THAT(findings(5122, -32768, 32767), IsEmpty());
    EXPECT_THAT(findings(5122, -32769, 32768), ElementsAre("contains -32769, -32768 to 32767 are possible",
                                                           "contains 32768, -32768 to 32767 are possible"));
    EXPECT_THAT(findings(5123, 0, 65535), IsEmpty());
    EXPECT_THAT(findings(5123, -1, 65536), ElementsAre("contains -1, 0 to 65535 are possible",
                                                       "contains 65536, 0 to 65535 are possible"));
}

TEST(ValidateGltf, TakesNormalizedIntegersForFractionsOfTheLargest) {
    constexpr std::string_view kNoUnit = "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION";
    const auto codesWith = [](int componentType, const std::vector<int>& quaternion) {
        SoundDocument document = soundDocument();
        std::vector<int> keys;
        for (int key = 0; key < 3; ++key)
            keys.insert(keys.end(), quaternion.begin(), quaternion.end());
        addAccessor(document,
                    {{"componentType", componentType}, {"count", 3}, {"type", "VEC4"}, {"normalized", true}},
                    keys);
        document.json["animations"][0]["samplers"][0]["output"] = 13;
        const Bytes bytes = asGltf(document);
        NoFiles companions;
        return codesOf(validateGltf({.bytes = bytes, .companions = companions}));
    };
    EXPECT_THAT(codesWith(5120, {0x81, 0, 0, 0}), Not(Contains(kNoUnit))) << "-127 of 127";
    EXPECT_THAT(codesWith(5120, {0x80, 0, 0, 0}), Not(Contains(kNoUnit))) << "-128 stands for -1, too";
    EXPECT_THAT(codesWith(5120, {0x60, 0, 0, 0}), Contains(kNoUnit));
    EXPECT_THAT(codesWith(5123, {0xFF, 0xFF, 0, 0, 0, 0, 0, 0}), Not(Contains(kNoUnit)));
    EXPECT_THAT(codesWith(5123, {0xFF, 0x7F, 0, 0, 0, 0, 0, 0}), Contains(kNoUnit));
}

TEST(ValidateGltf, WantsValuesForEachMorphTargetOfAKey) {
    constexpr std::string_view kCount = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT";
    const auto codesWith = [](int targets) {
        SoundDocument document = soundDocument();
        addAccessor(document,
                    {{"componentType", 5121}, {"count", 6}, {"type", "SCALAR"}, {"normalized", true}},
                    {0, 1, 2, 3, 4, 5});
        Json& animation = document.json["animations"][0];
        animation["samplers"].push_back({{"input", 7}, {"output", 13}});
        animation["channels"].push_back({{"sampler", 2}, {"target", {{"node", 0}, {"path", "weights"}}}});
        Json& mesh = document.json["meshes"][0];
        mesh["primitives"][0]["targets"] = Json(static_cast<std::size_t>(targets), Json{{"POSITION", 11}});
        mesh["weights"] = Json(static_cast<std::size_t>(targets), Json(0));
        const Bytes bytes = asGltf(document);
        NoFiles companions;
        return codesOf(validateGltf({.bytes = bytes, .companions = companions}));
    };
    EXPECT_THAT(codesWith(2), IsEmpty());
    EXPECT_THAT(codesWith(1), ElementsAre(kCount));
    EXPECT_THAT(codesWith(3), ElementsAre(kCount));
}

TEST(ValidateGltf, ComparesNoValuesOfAnimationsWithKeysItCannotCount) {
    constexpr std::string_view kCount = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT";
    const auto codesWith = [](auto change) {
        SoundDocument document = soundDocument();
        document.json["accessors"][12]["count"] = 8;  // for three keys
        change(document.json);
        const Bytes bytes = asGltf(document);
        NoFiles companions;
        return codesOf(validateGltf({.bytes = bytes, .companions = companions}));
    };
    EXPECT_THAT(codesWith([](Json& /*json*/) {}), Contains(kCount));
    const auto withSampler = [&](const char* member, const Json& value) {
        return codesWith([&](Json& json) { json["animations"][0]["samplers"][1][member] = value; });
    };
    EXPECT_THAT(withSampler("input", 99), AllOf(Contains("UNRESOLVED_REFERENCE"), Not(Contains(kCount))));
    EXPECT_THAT(withSampler("interpolation", 5), AllOf(Contains("TYPE_MISMATCH"), Not(Contains(kCount))));
    for (const std::size_t accessor : {7U, 12U}) {
        EXPECT_THAT(codesWith([&](Json& json) { json["accessors"][accessor].erase("count"); }),
                    AllOf(Contains("UNDEFINED_PROPERTY"), Not(Contains(kCount))))
            << accessor;
    }
}

TEST(ValidateGltf, WantsJsonPointersOfAnimations) {
    const auto codesWith = [](std::string_view pointer) {
        SoundDocument document = soundDocument();
        document.json["extensionsUsed"].push_back("KHR_animation_pointer");
        document.json["animations"][0]["channels"][0]["target"] = {
            {"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}};
        const Bytes bytes = asGltf(document);
        NoFiles companions;
        return codesOf(validateGltf({.bytes = bytes, .companions = companions}));
    };
    for (const char* pointer : {"", "/nodes/0/scale", "/extras/a~0b~1c"})
        EXPECT_THAT(codesWith(pointer), Not(Contains("PATTERN_MISMATCH"))) << pointer;
    for (const char* pointer : {"nodes/0/scale", "/extras/a~2", "/extras/a~"})
        EXPECT_THAT(codesWith(pointer), Contains("PATTERN_MISMATCH")) << pointer;
}

TEST(ValidateGltf, FindsSkinnedMeshesInScenesWithoutTheirJoints) {
    constexpr std::string_view kNoScene = "NODE_SKIN_NO_SCENE /nodes/0";
    SoundDocument document = soundDocument();
    document.json["scenes"] = Json::parse(R"([{"nodes":[0,4]}])");
    EXPECT_THAT(findingLines(document), Contains(kNoScene)) << "the joints are in no scene";
    document.json["scenes"] = Json::parse(R"([{"nodes":[0,1,4]},{"nodes":[0]}])");
    EXPECT_THAT(findingLines(document), Contains(kNoScene)) << "the joints are in one of two scenes";
    document.json["scenes"] = Json::parse(R"([{"nodes":[0,1,4]},{"nodes":[0,1]}])");
    EXPECT_THAT(findingLines(document), Not(Contains(kNoScene)));
}

TEST(ValidateGltf, ReadsImagesOfDataUris) {
    SoundDocument document = soundDocument();
    document.json["bufferViews"].erase(13);  // of the image that was there
    document.json["accessors"][12]["bufferView"] = 13;
    document.json["images"][0] = {{"uri", dataUri("image/png", smallPng())}};
    EXPECT_THAT(findingLines(document), IsEmpty());
    Bytes cut = smallPng();
    cut.resize(20);
    document.json["images"][0] = {{"uri", dataUri("image/png", cut)}};
    EXPECT_THAT(findingLines(document), ElementsAre("IMAGE_UNEXPECTED_EOS /images/0"));
}

TEST(ValidateGltf, WantsAListOfMorphTargets) {
    SoundDocument document = soundDocument();
    document.json["meshes"][0]["primitives"][0]["targets"] = {{"POSITION", 11}};
    const Bytes bytes = asGltf(document);
    NoFiles companions;
    const Validation validation = validateGltf({.bytes = bytes, .companions = companions});
    ASSERT_FALSE(validation.findings.empty());
    EXPECT_EQ(validation.findings[0].rule->code, "TYPE_MISMATCH");
    EXPECT_EQ(validation.findings[0].pointer, "/meshes/0/primitives/0/targets");
    EXPECT_EQ(validation.findings[0].message, "is an object, expected a list");
}

TEST(ValidateGltf, WantsAsManyMorphTargetsInAllPrimitivesOfAMesh) {
    SoundDocument document = soundDocument();
    Json& primitives = document.json["meshes"][0]["primitives"];
    primitives.push_back(primitives[0]);
    EXPECT_THAT(findingLines(document), IsEmpty());
    primitives[1]["targets"].push_back({{"POSITION", 11}});
    EXPECT_THAT(findingLines(document),
                ElementsAre("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT /meshes/0/primitives/1/targets"));
    primitives[1].erase("targets");
    EXPECT_THAT(findingLines(document),
                ElementsAre("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT /meshes/0/primitives/1"));
}

}  // namespace
}  // namespace rigkiln::gltf_validation::test
