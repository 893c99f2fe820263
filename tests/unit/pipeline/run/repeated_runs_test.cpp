#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/run/incremental_runs.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using test::IncrementalRuns;

TEST_F(IncrementalRuns, AreRepeatedAsAWholeWhileNothingChanged) {
    write("in/a/hero.smodel", "model 3 texture=skin.png issue");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/lost.smodel", "model 2 bad");
    write("in/b/odd.smodel", "MZ");
    write("in/b/none.smodel", "nothing");
    write("more/skin.png", "picture");
    const Options options{.shared = true, .preface = true, .now = later()};
    write("preface.txt", "one");
    const auto expectOne = [&](const char* what) {
        run(options);
        EXPECT_FALSE(wasRepeated_) << what;
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    expectOne("the first run");
    write("in/a/skin.png", "picture");
    expectOne("a nearer texture");
    fs::remove(path("in/a/skin.png"));
    expectOne("a farther one again");
    fs::create_directories(path("in/Textures"));
    expectOne("a folder to search");
    write("in/b/other.smodel", "model 1");
    expectOne("a source");
    write("in/b/odd.smodel", "mz");
    expectOne("a source that fails");
    fs::last_write_time(path("in/b/none.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expectOne("a touched file without output");
    fs::remove(path("out/a/hero.txt"));
    expectOne("a removed output");
    write("out/a/lost.txt", "of an earlier run");
    expectOne("the output of a failed source");
    write("preface.txt", "two");
    expectOne("a file of an option");
    write("in/b/note.text", "not of interest, but maybe");
    expectOne("a further file");
    run({.shared = true, .preface = true, .failOn = {.warnings = true}, .now = later()});
    EXPECT_FALSE(wasRepeated_) << "another policy";
    run(options);
    fs::create_symlink(path("in/a/hero.smodel"), path("in/a/link.smodel"));
    run(options);
    run(options);
    EXPECT_FALSE(wasRepeated_) << "links are looked at each time";
}

TEST_F(IncrementalRuns, AreNotRepeatedAsAWholeAfterYoungFiles) {
    write("in/hero.smodel", "model 3");
    run();
    run();
    EXPECT_FALSE(wasRepeated_);
    run({.now = later()});
    EXPECT_FALSE(wasRepeated_);
    run({.now = later()});
    EXPECT_TRUE(wasRepeated_);
}

TEST_F(IncrementalRuns, AreNotRepeatedWithARowLess) {
    write("in/a/hero.smodel", "model 3");
    const Options options{.now = later()};
    run(options);
    run(options);
    EXPECT_TRUE(wasRepeated_);
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() != ".sqlite") continue;
        std::optional<Error> note;
        const auto store = StateStore::open(entry.path().string(), StoreAccess::Write, note);
        ASSERT_TRUE(store);
        (*store)->removeFolder(path("in/a"));
    }
    write("in/a/orc.smodel", "model 3");
    run(options);
    EXPECT_FALSE(wasRepeated_);
    EXPECT_EQ(ran_, (Names{"out/a/orc.txt", "out2/a/orc.txt"}));
}

TEST_F(IncrementalRuns, ConvertAPartWhenKnownFilesChanged) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/orc.smodel", "model 4 issue");
    write("in/a/bad.smodel", "model 4 bad");
    write("in/b/none.smodel", "nothing");
    write("more/skin.png", "picture");
    Options options{.isBound = false, .now = later()};
    const auto expectPart = [&](const char* what, const Names& wanted) {
        run(options);
        EXPECT_TRUE(part_) << what;
        EXPECT_TRUE(isPartRemembered_) << what;
        EXPECT_EQ(ran_, wanted) << what;
        // The part stands for the whole: another part may follow.
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    const auto expectWhole = [&](const char* what) {
        run(options);
        EXPECT_FALSE(part_) << what;
        EXPECT_FALSE(wasRepeated_) << what;
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    expectWhole("the first run");
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    expectPart("a model", {"out/a/hero.txt", "out2/a/hero.txt"});
    write("more/skin.png", "other picture");
    expectPart("a texture", {"out/a/hero.txt", "out2/a/hero.txt"});
    write("in/a/hero_walk.sclip", "clip 1");
    write("in/a/orc.smodel", "model 1");
    expectPart("several", {"out/a/hero_walk.txt", "out2/a/hero_walk.txt", "out/a/orc.txt", "out2/a/orc.txt"});
    write("in/a/bad.smodel", "model 2 bad");
    expectPart("what fails again", {"out/a/bad.txt", "out2/a/bad.txt"});
    write("in/a/bad.smodel", "model 2");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_EQ(ran_, (Names{"out/a/bad.txt", "out2/a/bad.txt"}));
    EXPECT_FALSE(isPartRemembered_) << "files appeared that the last run missed";
    write("in/a/hero.smodel", "model 2 bad");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_FALSE(isPartRemembered_) << "the files of a unit that fails now are left behind";
    run(options);
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    run(options);
    run(options);
    fs::last_write_time(path("in/a/orc.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expectPart("a touched file", {});
    write("out/a/orc.txt", "edited by hand");
    expectPart("an output", {"out/a/orc.txt"});
    write("in/b/none.smodel", "model 1");
    expectWhole("a file that nothing was made of");
    write("in/a/hero.smodel", "MZ");
    run(options);
    EXPECT_FALSE(part_) << "a file that cannot be planned any more";
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    run(options);
    run(options);
    write("in/a/skin.png", "nearer picture");
    expectWhole("a file that appeared");
    fs::remove(path("in/a/hero_walk.sclip"));
    run(options);
    EXPECT_FALSE(part_) << "a file that is gone";
}

TEST_F(IncrementalRuns, ConvertAPartOfBoundFilesOnlyForWhatIsNotBound) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/hero_hop.sclip", "clip 9");
    write("in/a/skin.png", "picture");
    const Options options{.now = later()};
    run(options);
    run(options);
    write("in/a/skin.png", "another picture");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_EQ(ran_, (Names{"out/a/hero.txt", "out2/a/hero.txt"}));
    // The clip that no unit of this model has looked at fits it now.
    write("in/a/hero.smodel", "model 12 texture=skin.png");
    run(options);
    EXPECT_FALSE(part_);
    EXPECT_EQ(ran_.count("out/a/hero.txt"), 1U);
}

TEST_F(IncrementalRuns, ConvertNoPartOfWhatTheStateForgot) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/orc.smodel", "model 3 texture=skin.png");
    write("more/skin.png", "picture");
    const Options options{.isBound = false, .now = later()};
    run(options);
    run(options);
    openState(options)->forget(path("out/a/orc.txt"));
    write("more/skin.png", "another picture");
    run(options);
    EXPECT_FALSE(part_);
    EXPECT_EQ(ran_.size(), 4U);
}

}  // namespace
}  // namespace rigkiln
