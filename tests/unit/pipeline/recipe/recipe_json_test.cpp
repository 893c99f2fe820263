#include "pipeline/recipe/recipe_json.hpp"

#include <array>
#include <bit>
#include <limits>
#include <locale>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/recipe/random_recipe.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSeeds = 400;

/// Expects the recipe to survive, and returns what was read.
Recipe afterRoundTrip(const Recipe& recipe) {
    const std::string json = recipeToJson(recipe);
    Result<Recipe> read = recipeFromJson(json);
    if (!read) {
        ADD_FAILURE() << read.error().text() << "\n" << json;
        return {};
    }
    EXPECT_EQ(*read, recipe) << json;
    EXPECT_EQ(recipeToJson(*read), json);
    return std::move(*read);
}

Recipe withOption(OptionValue value) {
    Recipe recipe = smallRecipe();
    OptionValues options;
    options.set("option", std::move(value));
    recipe.exporting = ExportSettings{.options = std::move(options)};
    return recipe;
}

OptionValue optionAfterRoundTrip(const OptionValue& value) {
    return afterRoundTrip(withOption(value)).exporting->options.all().at("option");
}

Recipe withOutput(std::string output) {
    Recipe recipe = smallRecipe();
    recipe.output = std::move(output);
    return recipe;
}

// The exact form. Digests of it name stored results: whoever changes it raises kRecipeVersion, and then the
// text here and the digest in recipe_digest_test.cpp.
constexpr std::string_view kSmallRecipe =
    R"({"recipe":3,"parts":[{"model":{"path":"/art/wolf.alo","name":"wolf","format":{"id":"alo","revision":2},)"
    R"("options":{"keep":["lods",{"bytes":"62616420FF"}],"root":"Hip","scale":30.0,"skins":true,"slots":30},)"
    R"("steps":[]},"clips":[{"path":{"bytes":"2F6172742F776F6C665F72FC6E2E616C61"},"name":"run )"
    "\xF0\x9F\x90\xBA"
    R"(","format":{"id":"ala","revision":3},"options":{},"steps":[{"id":"resample","rate":30.0},{"id":"reduce",)"
    R"("max_error":0.001,"shell":0.03,"character_height":1.75,"samples_curves":false,"fits_splines":false,)"
    R"("shell_only":false,"packs_keys":true}]}],"steps":[{"id":"coordinates","metres_per_unit":0.1},{"id":"select",)"
    R"("keep":{"collision":false,"shadow":true,"hidden":false,"lods":false,"alternatives":false}}]}],)"
    R"("steps":[{"id":"merge","name":"pack"}],"reading":{"archives":{"maximum_bytes":1024,)"
    R"("maximum_total":18446744073709551615,"maximum_ratio":1000},"limits":{"chunks":1,"json_values":2,"json_elements":3,)"
    R"("json_levels":4,"joints":5,"triangles":6,"keys":7},"textures":{"maximum_side":512,"powers_of_two":false,"flip_green":true,)"
    R"("encoding":"png","quality":0},"texture_roots":["/art/textures"],"code":[{"id":"step:resample","revision":1}]},)"
    R"("exporting":{"exporter":{"id":"gltf","revision":4},"options":{"extras":false},"output_root":"/out",)"
    R"("clip_files":"{main}@{clip}"},)"
    R"("output":"/out/wolf.glb"})";

TEST(RecipeJson, HasThisExactForm) {
    EXPECT_EQ(recipeToJson(afterRoundTrip(smallRecipe())), kSmallRecipe);
}

TEST(RecipeJson, GivesRandomRecipesBack) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE(seed);
        (void)afterRoundTrip(randomRecipe(seed));
        if (HasFailure()) break;
    }
}

TEST(RecipeJson, WritesEqualRecipesEquallyWhoeverSharesTheSettings) {
    const Recipe recipe = smallRecipe();
    Recipe other = recipe;
    other.reading = ReadSettings(*recipe.reading);
    other.parts[0].model->settings = FileSettings(*recipe.parts[0].model->settings);
    EXPECT_EQ(recipeToJson(other), recipeToJson(recipe));
}

TEST(RecipeJson, ReadsMembersInAnyOrderAndWhiteSpace) {
    std::string text(kSmallRecipe);
    const std::string output = R"(,"output":"/out/wolf.glb")";
    text.erase(text.find(output), output.size());
    text.insert(1, "\n \"output\" : \"/out/wolf.glb\" ,\r\n");
    const Result<Recipe> read = recipeFromJson(text);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(recipeToJson(*read), kSmallRecipe);
}

TEST(RecipeJson, KeepsTheTypeOfAnOption) {
    for (const OptionValue& value :
         std::array<OptionValue, 9>{true, std::int64_t{30}, 30.0, std::string("30"), std::string("true"),
                                    std::string(), std::vector<std::string>{}, std::vector<std::string>{"30"},
                                    std::vector<std::string>{"\xFF", ""}})
        EXPECT_EQ(optionAfterRoundTrip(value), value);
    EXPECT_NE(recipeToJson(withOption(30.0)), recipeToJson(withOption(std::int64_t{30})));
}

TEST(RecipeJson, KeepsIntegersExactly) {
    using Limits = std::numeric_limits<std::int64_t>;
    for (const std::int64_t value : {Limits::min(), Limits::min() + 1, std::int64_t{-1}, std::int64_t{0},
                                     (std::int64_t{1} << 53U) + 1, Limits::max()})
        EXPECT_EQ(std::get<std::int64_t>(optionAfterRoundTrip(value)), value);
}

TEST(RecipeJson, KeepsNumbersToTheBit) {
    using Limits = std::numeric_limits<double>;
    for (const double value : {0.0, -0.0, 30.0, 0.1, 1.0 / 3, 1e15, 1e16, 1e22, 1e23, 1e300, -1e-300, 5e-324,
                               2.2250738585072011e-308, Limits::min(), Limits::max(), Limits::lowest()}) {
        const auto read = std::get<double>(optionAfterRoundTrip(value));
        EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value)) << value;
    }
}

TEST(RecipeJson, WritesNumbersSoThatTheyAreNoIntegers) {
    struct Row {
        double number;
        std::string_view text;
    };
    for (const Row& row : std::array<Row, 7>{{{30.0, "30.0"},
                                              {-0.0, "-0.0"},
                                              {1e300, "1e+300"},
                                              {1e14, "100000000000000.0"},
                                              {1e15, "1e+15"},
                                              {5e-324, "5e-324"},
                                              {0.1, "0.1"}}})
        EXPECT_THAT(recipeToJson(withOption(row.number)),
                    HasSubstr(fmt::format(R"("option":{}}})", row.text)));
}

TEST(RecipeJson, WritesTextsAsTheyAreAndOtherBytesAsHexadecimal) {
    using namespace std::string_literals;
    struct Row {
        std::string text;
        std::string_view json;
    };
    for (const Row& row : std::array<Row, 8>{{{"", R"("")"},
                                              {"a\"\\/", R"("a\"\\/")"},
                                              {"a\0b"s, R"("a\u0000b")"},
                                              {"\x1F\n", R"("\u001f\n")"},
                                              {"\x7F\xC3\xBC", "\"\x7F\xC3\xBC\""},
                                              {"\xFF\0"s, R"({"bytes":"FF00"})"},
                                              {"/\xED\xA0\x80", R"({"bytes":"2FEDA080"})"},
                                              {"\xF4\x90\x80\x80", R"({"bytes":"F4908080"})"}}})
        EXPECT_THAT(recipeToJson(afterRoundTrip(withOutput(row.text))),
                    HasSubstr(fmt::format(R"("output":{}}})", row.json)));
}

TEST(RecipeJson, KeepsEveryPairOfBytes) {
    for (int first = 0; first < 256; ++first) {
        std::vector<std::string> texts;
        texts.reserve(256);
        for (int second = 0; second < 256; ++second)
            texts.push_back({static_cast<char>(first), static_cast<char>(second)});
        EXPECT_EQ(std::get<std::vector<std::string>>(optionAfterRoundTrip(texts)), texts) << first;
    }
}

/// Groups digits by three and has a comma for the decimal point, as in German.
class GermanNumbers final : public std::numpunct<char> {
    [[nodiscard]] char do_decimal_point() const override { return ','; }     // NOLINT: name of the base
    [[nodiscard]] char do_thousands_sep() const override { return '.'; }     // NOLINT
    [[nodiscard]] std::string do_grouping() const override { return "\3"; }  // NOLINT
};

TEST(RecipeJson, IsTheSameInEveryLocale) {
    const Recipe recipe = smallRecipe();
    const std::string digest = recipeDigest(recipe);
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
    const std::string json = recipeToJson(recipe);
    const Result<Recipe> read = recipeFromJson(kSmallRecipe);
    const std::string digestInGerman = recipeDigest(recipe);
    std::locale::global(before);
    EXPECT_EQ(json, kSmallRecipe);
    EXPECT_TRUE(read && *read == recipe);
    EXPECT_EQ(digestInGerman, digest);
}

/// Returns a recipe with many clips, many options each, and long names.
Recipe largeRecipe(std::size_t clips) {
    Recipe recipe = smallRecipe();
    OptionValues options;
    for (int i = 0; i < 20; ++i)
        options.set(fmt::format("option{}", i), std::string(20, 'x'));
    const SharedValue<FileSettings> settings = FileSettings{.options = options};
    for (std::size_t clip = 0; clip < clips; ++clip)
        recipe.parts[0].clips.push_back({.path = fmt::format("/{}.ala", clip), .settings = settings});
    return recipe;
}

TEST(RecipeJson, GivesALargeRecipeBack) {
    (void)afterRoundTrip(largeRecipe(2000));
}

}  // namespace
}  // namespace rigkiln
