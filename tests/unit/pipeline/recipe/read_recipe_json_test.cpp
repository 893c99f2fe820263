#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/recipe/json_tree.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "tests/unit/pipeline/recipe/random_recipe.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;
using testing::HasSubstr;
using testing::StartsWith;

/// Returns the error of a text as "where: problem".
std::string errorOf(std::string_view json) {
    const Result<Recipe> read = recipeFromJson(json);
    return read ? "no error" : read.error().text();
}

Json smallJson() {
    return Json::parse(recipeToJson(smallRecipe()));
}

/// Returns the error after the value at a JSON pointer was replaced by another.
std::string errorWith(const std::string& pointer, Json value) {
    Json json = smallJson();
    json.at(Pointer(pointer)) = std::move(value);
    return errorOf(json.dump());
}

/// Returns the error after a part of the text was replaced by another.
std::string errorWithText(std::string_view part, std::string_view other) {
    std::string text = recipeToJson(smallRecipe());
    const std::size_t position = text.find(part);
    if (position == std::string::npos) return "the recipe does not have this text";
    return errorOf(text.replace(position, part.size(), other));
}

/// Returns the path of a value in errors: "parts[0].name" for "/parts/0/name".
std::string memberPath(const Pointer& pointer) {
    std::string path;
    for (Pointer rest = pointer; !rest.empty(); rest.pop_back()) {
        const std::string& name = rest.back();
        const bool isIndex = name.find_first_not_of("0123456789") == std::string::npos;
        path = (isIndex ? "[" + name + "]" : "." + name) + path;
    }
    return path.starts_with('.') ? path.substr(1) : path;
}

void visitValues(const Json& json, const Pointer& place,
                 const std::function<void(const Json&, const Pointer&)>& visit) {
    visit(json, place);
    if (!json.is_structured()) return;
    for (const auto& [name, child] : json.items())
        visitValues(child, json.is_array() ? place / std::stoul(name) : place / name, visit);
}

bool isOptions(const Pointer& place) {
    return !place.empty() && place.back() == "options";
}

TEST(RecipeFromJson, RejectsEachMissingMember) {
    const Json whole = smallJson();
    int count = 0;
    visitValues(whole, Pointer(), [&](const Json& /*value*/, const Pointer& place) {
        if (place.empty() || isOptions(place.parent_pointer())) return;
        if (whole.at(place.parent_pointer()).is_array()) return;
        Json json = whole;
        json.at(place.parent_pointer()).erase(place.back());
        EXPECT_THAT(errorOf(json.dump()), StartsWith(memberPath(place) + ": is missing, expected "));
        ++count;
    });
    EXPECT_GT(count, 60);
}

TEST(RecipeFromJson, RejectsAnUnknownMemberInEachObject) {
    const Json whole = smallJson();
    visitValues(whole, Pointer(), [&](const Json& value, const Pointer& place) {
        if (!value.is_object() || isOptions(place)) return;
        Json json = whole;
        json.at(place)["extra"] = 1;
        EXPECT_THAT(errorOf(json.dump()),
                    StartsWith(memberPath(place / "extra") + ": is unknown, expected one of "));
    });
}

TEST(RecipeFromJson, RejectsADuplicateOfEachMember) {
    const Json whole = smallJson();
    visitValues(whole, Pointer(), [&](const Json& value, const Pointer& place) {
        if (!value.is_object() || value.empty()) return;
        for (const auto& [name, member] : value.items()) {
            const std::string object = value.dump();
            const std::string twice =
                object.substr(0, object.size() - 1) + "," + Json(name).dump() + ":" + member.dump() + "}";
            std::string text = whole.dump();
            text.replace(text.find(object), object.size(), twice);
            EXPECT_EQ(errorOf(text),
                      memberPath(place / name) + ": stands twice in its object, expected once");
        }
    });
}

TEST(RecipeFromJson, RejectsAnotherTypeOfEachValue) {
    const Json whole = smallJson();
    const std::vector<Json> others = {Json(),       Json(true),    Json(-1),      Json(1.5),
                                      Json("text"), Json::array(), Json::object()};
    visitValues(whole, Pointer(), [&](const Json& value, const Pointer& place) {
        if (!place.empty() && isOptions(place.parent_pointer())) return;  // these may have any type
        for (const Json& other : others) {
            const bool mayBeNull =
                !place.empty() && (place.back() == "character_height" || place.back() == "model");
            const bool maySpellBytes = value.is_object() && value.contains("bytes") && other.is_string();
            if (maySpellBytes || other.type() == value.type() || (other.is_null() && mayBeNull)) continue;
            Json json = whole;
            json.at(place) = other;
            EXPECT_THAT(errorOf(json.dump()), StartsWith(memberPath(place)));
            EXPECT_NE(errorOf(json.dump()), "no error") << place << " " << other;
        }
    });
}

TEST(RecipeFromJson, NamesTheMemberTheValueAndWhatIsExpected) {
    EXPECT_EQ(errorWith("", Json::array({1, 2})), "is a list of 2, expected an object");
    EXPECT_EQ(errorWith("/recipe", 1), "recipe: is 1, expected 3");
    EXPECT_EQ(errorWith("/recipe", 1.0), "recipe: is 1.0, expected 3");
    EXPECT_EQ(errorWith("/recipe", "1"), "recipe: is '1', expected 3");
    EXPECT_EQ(errorWith("/output", Json()), "output: is null, expected a text");
    EXPECT_EQ(errorWith("/parts/0/clips/0/steps/0/rate", 30),
              "parts[0].clips[0].steps[0].rate: is 30, expected a number with a decimal point or an "
              "exponent, such as "
              "30.0");
    EXPECT_EQ(errorWith("/reading/textures/flip_green", "yes"),
              "reading.textures.flip_green: is 'yes', expected true or false");
    EXPECT_EQ(errorWith("/reading/textures/encoding", "jpg"),
              "reading.textures.encoding: is 'jpg', expected 'keep' or 'png' or 'webp'");
    EXPECT_EQ(errorWith("/reading/textures/encoding", 0),
              "reading.textures.encoding: is 0, expected 'keep' or 'png' or 'webp'");
    EXPECT_EQ(errorWith("/parts/0/model/options", Json::array()),
              "parts[0].model.options: is a list of 0, expected an object");
    EXPECT_EQ(errorWithText(R"("quality":0},)", R"("quality":0,"sides":3},)"),
              "reading.textures.sides: is unknown, expected one of maximum_side, powers_of_two, flip_green, "
              "encoding, quality");
}

TEST(RecipeFromJson, ReportsTheVersionFirst) {
    EXPECT_EQ(errorOf(R"({"surprise":[],"recipe":1})"), "recipe: is 1, expected 3");
    EXPECT_EQ(errorOf("{}"), "recipe: is missing, expected 3");
}

TEST(RecipeFromJson, RejectsIntegersOutOfRange) {
    EXPECT_EQ(errorWith("/exporting/exporter/revision", 4294967296),
              "exporting.exporter.revision: is 4294967296, expected an integer from 0 to 4294967295");
    EXPECT_EQ(errorWith("/reading/archives/maximum_bytes", -1),
              "reading.archives.maximum_bytes: is -1, expected an integer from 0 to 18446744073709551615");
    EXPECT_EQ(
        errorWith("/exporting/options/extras", 9223372036854775808U),
        "exporting.options.extras: is 9223372036854775808, expected an integer from -9223372036854775808 to "
        "9223372036854775807");
    EXPECT_EQ(
        errorWithText("18446744073709551615", "18446744073709551616"),
        "reading.archives.maximum_total: is '18446744073709551616', expected an integer of at most 64 bits");
    EXPECT_EQ(
        errorWithText(R"("slots":30)", R"("slots":-9223372036854775809)"),
        "parts[0].model.options.slots: is '-9223372036854775809', expected an integer of at most 64 bits");
    EXPECT_THAT(errorWithText("0.001", "1e400"), HasSubstr("number overflow"));
}

TEST(RecipeFromJson, RejectsStepsThatAreNotAllowedAtTheirPlace) {
    const Json select = smallJson().at(Pointer("/parts/0/steps/1"));
    const Json resample = smallJson().at(Pointer("/parts/0/clips/0/steps/0"));
    const Json merge = smallJson().at(Pointer("/steps/0"));
    EXPECT_EQ(errorWith("/parts/0/model/steps", Json::array({resample, select})),
              "parts[0].model.steps[1].id: is 'select', expected 'resample' or 'reduce'");
    EXPECT_EQ(
        errorWith("/parts/0/steps", Json::array({resample})),
        "parts[0].steps[0].id: is 'resample', expected 'coordinates' or 'height' or 'ground' or 'select'");
    EXPECT_EQ(errorWith("/steps", Json::array({merge, resample, select})),
              "steps[2].id: is 'select', expected 'merge' or 'rest-visibility' or 'rigid-skin' or "
              "'root-motion' or 't-pose' or "
              "'resample' or 'align' or 'reduce' or 'library'");
    EXPECT_EQ(errorWith("/steps/0/id", "bind"),
              "steps[0].id: is 'bind', expected 'merge' or 'rest-visibility' or 'rigid-skin' or "
              "'root-motion' or 't-pose' or "
              "'resample' or 'align' or 'reduce' or 'library'");
    EXPECT_EQ(errorWith("/steps/0/id", "resample"),
              "steps[0].rate: is missing, expected a number with a decimal point "
              "or an exponent, such as 30.0");
    EXPECT_EQ(errorWith("/steps", Json::array({merge, resample})), "no error");
}

TEST(RecipeFromJson, RejectsNamesOfClipFilesWithoutTheClip) {
    EXPECT_EQ(errorWith("/exporting/clip_files", "{main}"),
              "exporting: has the clip_files '{main}', expected {clip} once");
    EXPECT_EQ(errorWith("/exporting/clip_files", "{clip}{clip}"),
              "exporting: has the clip_files '{clip}{clip}', expected {clip} once");
}

TEST(RecipeFromJson, RejectsPartsThatBreakTheirLaw) {
    const Json clip = smallJson().at(Pointer("/parts/0/clips/0"));
    EXPECT_EQ(errorWith("/parts", Json::array()), "parts: is an empty list, expected at least one part");
    Json part = smallJson().at(Pointer("/parts/0"));
    part["model"] = nullptr;
    EXPECT_EQ(errorWith("/parts/0", part), "no error");
    part["clips"] = Json::array();
    EXPECT_EQ(errorWith("/parts/0", part),
              "parts[0]: has no model and 0 clips, expected a model or exactly one clip");
    part["clips"] = Json::array({clip, clip});
    EXPECT_EQ(errorWith("/parts/0", part),
              "parts[0]: has no model and 2 clips, expected a model or exactly one clip");
}

TEST(RecipeFromJson, RejectsBytesThatAreNotCanonical) {
    const std::string place = "/parts/0/clips/0/path";
    const std::string where = "parts[0].clips[0].path";
    EXPECT_EQ(errorWith(place, {{"bytes", "ff"}}),
              where + ".bytes: is 'ff', expected an even number of digits 0-9 A-F");
    EXPECT_EQ(errorWith(place, {{"bytes", "FFF"}}),
              where + ".bytes: is 'FFF', expected an even number of digits 0-9 A-F");
    EXPECT_EQ(errorWith(place, {{"bytes", 255}}),
              where + ".bytes: is 255, expected an even number of digits 0-9 A-F");
    EXPECT_EQ(errorWith(place, Json::object()),
              where + ".bytes: is missing, expected an even number of digits 0-9 A-F");
    EXPECT_EQ(errorWith(place, {{"bytes", "41"}}),
              where + ".bytes: is '41', expected bytes that are not UTF-8, since UTF-8 is written as a text");
    EXPECT_EQ(errorWith(place, {{"bytes", "FF"}, {"encoding", "latin"}}),
              where + ".encoding: is unknown, expected one of bytes");
}

TEST(RecipeFromJson, QuotesNamesOfOptionsThatAreNoWords) {
    EXPECT_EQ(errorWithText(R"("slots":30)", R"("my slots\u0000":null)"),
              "parts[0].model.options['my slots\\x00']: is null, expected true or false, a number, a text or "
              "a list of "
              "texts");
}

TEST(RecipeFromJson, RejectsDeepNestingOfAnyDepth) {
    for (const std::string_view open : {"[", R"({"a":)"}) {
        std::string text;
        for (int i = 0; i < 1'000'000; ++i)
            text += open;
        EXPECT_THAT(errorOf(text), HasSubstr("nests deeper than 16 levels"));
    }
    EXPECT_EQ(errorWithText(R"("slots":30)", R"("slots":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]])"),
              "parts[0].model.options.slots[0][0][0][0][0][0][0][0][0][0][0]: nests deeper than 16 levels");
}

TEST(RecipeFromJson, RejectsTextThatIsNotJson) {
    EXPECT_THAT(errorOf(""), StartsWith("is no JSON at character 1: "));
    EXPECT_THAT(errorOf(recipeToJson(smallRecipe()) + "x"), StartsWith("is no JSON at character "));
    EXPECT_EQ(errorOf(recipeToJson(smallRecipe()) + std::string(1, '\0')),
              "is no JSON at character 1285: zero byte");
    EXPECT_THAT(errorWithText(R"("Hip")", "\"\xFF\""),
                StartsWith("parts[0].model.options.root: is no JSON at character "));
    EXPECT_THAT(errorWithText("0.001", "NaN"),
                StartsWith("parts[0].clips[0].steps[1].max_error: is no JSON at character "));
}

TEST(RecipeFromJson, RejectsEveryPrefix) {
    const std::string text = recipeToJson(smallRecipe());
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_NE(errorOf(std::string_view(text).substr(0, size)), "no error") << size;
}

TEST(RecipeFromJson, ReadsOrRejectsTextWithAnyByteChanged) {
    const std::string text = recipeToJson(smallRecipe());
    for (std::size_t position = 0; position < text.size(); ++position) {
        for (const char other : std::string_view("\xFF\"0}")) {
            std::string changed = text;
            changed[position] = other;
            const Result<Recipe> read = recipeFromJson(changed);
            if (!read) {
                EXPECT_FALSE(read.error().problem.empty());
                EXPECT_EQ(read.error().kind(), ErrorKind::Input);
                continue;
            }
            const std::string canonical = recipeToJson(*read);
            const Result<Recipe> again = recipeFromJson(canonical);
            ASSERT_TRUE(again) << canonical;
            EXPECT_EQ(recipeToJson(*again), canonical);
        }
    }
}

TEST(JsonError, SaysTheProblemAsAnyException) {
    try {
        static_cast<void>(parseJsonTree("{"));
        ADD_FAILURE() << "a text that is no JSON was parsed";
    } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), StartsWith("is no JSON at character "));
    }
}

}  // namespace
}  // namespace rigkiln
