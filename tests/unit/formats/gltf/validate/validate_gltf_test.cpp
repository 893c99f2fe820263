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

}  // namespace
}  // namespace rigkiln::gltf_validation::test
