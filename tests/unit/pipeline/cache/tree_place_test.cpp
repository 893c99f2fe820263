#include "pipeline/cache/tree_place.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TreePlace placeAround(const std::vector<std::string>& folders) {
    return TreePlace::around(folders);
}

TreePlace placeAt(const std::string& folder) {
    return placeAround({folder});
}

TEST(TreePlace, IsTheFolderThatAllHaveInCommon) {
    EXPECT_EQ(placeAt("/a/b").folder(), "/a/b");
    EXPECT_EQ(placeAround({"/a/b/in/x", "/a/b/more", "/a/b/in"}).folder(), "/a/b");
    EXPECT_EQ(placeAround({"/a/bc", "/a/b"}).folder(), "/a") << "/a/b is no folder of /a/bc";
    EXPECT_EQ(placeAround({"/a", "/b"}).folder(), "");
    EXPECT_EQ(placeAround({"/a/", "/a/b"}).folder(), "/a");
}

TEST(TreePlace, MovesPaths) {
    const TreePlace here = placeAt("/srv/me/tree");
    const TreePlace there = placeAt("/mnt/nightly");
    const auto moved = [&](const std::string& path) {
        const auto without = here.pathWithout(path);
        return without ? there.pathIn(*without) : std::nullopt;
    };
    EXPECT_EQ(moved("/srv/me/tree"), "/mnt/nightly");
    EXPECT_EQ(moved("/srv/me/tree/in/hero.alo"), "/mnt/nightly/in/hero.alo");
    EXPECT_EQ(moved("/srv/me/tree2/hero.alo"), "/mnt/tree2/hero.alo");
    EXPECT_EQ(moved("/srv/you/hero.alo"), "/you/hero.alo");
    EXPECT_EQ(moved("/srv"), "/");
    EXPECT_EQ(moved("/etc/hero.alo"), std::nullopt) << "there is no third folder above";
    for (const char* odd : {"hero.alo", "", "/srv/me/tree/", "/srv/me//tree"})
        EXPECT_NE(here.pathWithout(odd).value_or("0/none"), "0/") << odd;
    EXPECT_EQ(here.pathWithout("hero.alo"), std::nullopt);
    EXPECT_EQ(here.pathWithout("/srv/me/tree/"), std::nullopt) << "would come back without the slash";
    for (const char* odd : {"", "/", "x/hero", "-1/hero", "99999999999999999999/hero", "1000/hero", "0"})
        EXPECT_EQ(there.pathIn(odd), std::nullopt) << odd;
}

TEST(TreePlace, KnowsPlacesWithoutACommonFolder) {
    const TreePlace root = placeAround({"/a", "/b"});
    const auto without = root.pathWithout("/b/hero.alo");
    ASSERT_TRUE(without);
    EXPECT_EQ(root.pathIn(*without), "/b/hero.alo");
    EXPECT_EQ(root.textWithout("looked in '/b'"), std::nullopt);
    EXPECT_EQ(root.textWithout("word"), "word");
}

TEST(TreePlace, MovesTexts) {
    const TreePlace here = placeAt("/srv/me/tree");
    const TreePlace there = placeAt("/mnt/a b/nightly");
    const auto moved = [&](const std::string& text) {
        const auto without = here.textWithout(text);
        return without ? there.textIn(*without) : std::nullopt;
    };
    EXPECT_EQ(moved("word"), "word");
    EXPECT_EQ(moved("24/30 frames and/or 5"), "24/30 frames and/or 5");
    EXPECT_EQ(moved("/srv/me/tree/a.png: is damaged"), "/mnt/a b/nightly/a.png: is damaged");
    EXPECT_EQ(moved("looked in '/srv/me/tree', '/srv/me/textures' and 2 more"),
              "looked in '/mnt/a b/nightly', '/mnt/a b/textures' and 2 more");
    EXPECT_EQ(moved("'/srv/me/tree2/x'"), "'/mnt/a b/tree2/x'");
    EXPECT_EQ(moved("n/srv/me/tree/x"), "n/srv/me/tree/x") << "no path begins there";
    EXPECT_EQ(moved("'/etc/x'"), "'/etc/x'");
}

TEST(TreePlace, DoesNotGuessInTexts) {
    const TreePlace here = placeAt("/srv/me/tree");
    EXPECT_EQ(here.textWithout("'/srv/me/tr...'"), std::nullopt) << "shortened";
    EXPECT_EQ(here.textWithout("/srv/me/tree one/x"), std::nullopt) << "another folder, or a word";
    EXPECT_EQ(here.textWithout("'/srv/me/tree/\\x01'"), std::nullopt) << "escaped";
    EXPECT_EQ(here.textWithout("a\x01"
                               "0"),
              std::nullopt)
        << "looks like a mark";
    const TreePlace deep = placeAt("/a/b/c/d/e/f/g/h/i/j/k");
    EXPECT_TRUE(deep.textWithout("'/a/b/x'")) << "nine folders above";
    EXPECT_EQ(deep.textWithout("'/a/x'"), std::nullopt) << "ten are more than a mark holds";
    const auto text = here.textWithout("'/srv/me/tree/" + std::string(150, 'x') + "'");
    ASSERT_TRUE(text);
    EXPECT_TRUE(here.textIn(*text));
    EXPECT_EQ(placeAt("/" + std::string(100, 'y')).textIn(*text), std::nullopt) << "would be shortened";
    EXPECT_EQ(placeAt("/it's").textIn(*text), std::nullopt) << "has a quotation mark of its own";
    EXPECT_EQ(placeAt("/\xFF").textIn(*text), std::nullopt) << "is told in other characters";
    for (const char* odd : {"\x01",
                            "\x01"
                            "9/x",
                            "\x01x"})
        EXPECT_EQ(here.textIn(odd), std::nullopt);
}

}  // namespace
}  // namespace rigkiln
