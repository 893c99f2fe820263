#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/meg.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"
#include "tests/unit/pipeline/run/incremental_runs.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using test::IncrementalRuns;
using testing::HasSubstr;

TEST_F(IncrementalRuns, ConvertNothingTwice) {
    write("in/a/hero.smodel", "model 3 texture=skin.png issue");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/hero_bad.sclip", "clip 2 bad");
    write("in/a/lost.smodel", "model 2 bad");
    write("in/a/odd.smodel", "model 2 unexportable");
    const RunReport first = run({.shared = true});
    EXPECT_EQ(ran_.size(), 6U);
    EXPECT_EQ(exitCode(first), 1);
    RunReport second = run({.shared = true});
    EXPECT_EQ(ran_, Names{});
    EXPECT_EQ(exitCode(second), 1) << "what failed then is still not there";
    EXPECT_EQ(second.state->unitsRemembered, 6U);
    EXPECT_EQ(second.state->failuresRemembered, 4U);
    for (UnitReport& unit : second.units) {
        unit.isRemembered = false;
        if (unit.status == UnitStatus::Unchanged) unit.status = UnitStatus::Written;
    }
    RunReport comparable = first;
    comparable.state.reset();
    second.state.reset();
    EXPECT_EQ(toReportJson(second, false), toReportJson(comparable, false));
}

TEST_F(IncrementalRuns, NoticeEveryChange) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/orc.smodel", "model 2");
    write("preface.txt", "one");
    const Options options{.preface = true, .now = later()};
    run(options);
    const Names hero{"out/a/hero.txt", "out2/a/hero.txt"};
    const Names first{"out/a/hero.txt", "out/a/orc.txt"};
    const auto expect = [&](const Names& expected, Freshness freshness, const std::string& decided) {
        const Verdict verdict = verdictOf("out/a/hero.txt", options);
        EXPECT_EQ(toString(verdict.freshness), toString(freshness));
        EXPECT_EQ(verdict.path, decided.empty() ? "" : path(decided));
        run(options);
        EXPECT_EQ(ran_, expected) << decided;
        run(options);
        EXPECT_EQ(ran_, Names{}) << decided;
    };
    expect({}, Freshness::Fresh, "");
    write("in/a/hero.smodel", "model 4 texture=skin.png");
    expect(hero, Freshness::FileChanged, "in/a/hero.smodel");
    write("in/a/skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "in/a");
    write("in/a/skin.png", "Picture");
    expect(hero, Freshness::FileChanged, "in/a/skin.png");
    fs::remove(path("in/a/skin.png"));
    expect(hero, Freshness::FileGone, "in/a/skin.png");
    write("in/Textures/Skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "in");
    write("more/skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "more");  // no picture so far can be used
    fs::remove_all(path("in/Textures"));
    expect(hero, Freshness::FileGone, "in/Textures/Skin.png");
    write("preface.txt", "two");
    expect(first, Freshness::FileChanged, "preface.txt");
    fs::remove(path("in/a/hero_walk.sclip"));
    expect(hero, Freshness::RecipeChanged, "");
    fs::remove(path("out/a/hero.txt"));
    expect({"out/a/hero.txt"}, Freshness::OutputGone, "out/a/hero.txt");
    const std::string output = read(path("out/a/hero.txt"));
    write("out/a/hero.txt", std::string(output.size(), 'x'));
    expect({"out/a/hero.txt"}, Freshness::OutputChanged, "out/a/hero.txt");
    EXPECT_EQ(read(path("out/a/hero.txt")), output);
    fs::remove(path("out/a/hero.txt"));
    fs::create_directory(path("out/a/hero.txt"));
    EXPECT_EQ(verdictOf("out/a/hero.txt", options).freshness, Freshness::OutputChanged);
}

TEST_F(IncrementalRuns, LeaveATextureThatIsALinkAsItIs) {
    write("in/hero.smodel", "model 3 texture=skin.png");
    write("elsewhere/skin.png", "picture");
    write("more/other.png", "picture");
    const Options options{.now = later()};
    const Names hero{"out/hero.txt", "out2/hero.txt"};
    const auto expect = [&](const Names& expected, const std::string& why) {
        run(options);
        EXPECT_EQ(ran_, expected) << why;
        run(options);
        EXPECT_EQ(ran_, Names{}) << why;
    };
    expect(hero, "first run");
    fs::create_symlink("../elsewhere/skin.png", path("more/skin.png"));
    expect(hero, "a link to a file");
    fs::remove(path("more/skin.png"));
    fs::rename(path("elsewhere/skin.png"), path("more/skin.png"));
    expect(hero, "the file itself");
    fs::remove(path("more/skin.png"));
    fs::create_symlink("../elsewhere/skin.png", path("more/skin.png"));
    expect(hero, "a link to nothing");
    write("elsewhere/skin.png", "picture");
    expect(hero, "it leads to a file again");
}

TEST_F(IncrementalRuns, LeaveAFileThatAnotherProgramRewrote) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 2");
    const Options options{.note = true, .now = later()};
    run(options);
    const std::string note = "out/hero.txt.note";
    ASSERT_EQ(read(path(note)), scripted::kNote);
    run(options);
    EXPECT_TRUE(wasRepeated_);
    Options verified = options;
    verified.freshness.verifyOutputs = true;
    for (const std::string content : {"with an id of its own", "A NOTE", "a note"}) {
        write(note, content);
        EXPECT_TRUE(verdictOf("out/hero.txt", options).isFresh());
        EXPECT_TRUE(verdictOf("out/hero.txt", verified).isFresh());
        for (const bool isRepeated : {false, true}) {
            run(options);
            EXPECT_EQ(ran_, Names{}) << content;
            EXPECT_EQ(wasRepeated_, isRepeated) << content << ": its status is known from then on";
        }
        run(verified);
        EXPECT_EQ(ran_, Names{}) << content;
        EXPECT_EQ(read(path(note)), content);
    }
    write(note, "theirs");
    write("in/hero.smodel", "model 4");
    run(options);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
    EXPECT_EQ(read(path(note)), "theirs") << "also when the output beside it is made again";
    run(options);
    EXPECT_EQ(ran_, Names{});
    fs::remove(path(note));
    EXPECT_EQ(verdictOf("out/hero.txt", options).path, path(note));
    run(options);
    EXPECT_EQ(ran_, Names{"out/hero.txt"}) << "a run without a state would write it too";
    EXPECT_EQ(read(path(note)), scripted::kNote);
}

TEST_F(IncrementalRuns, LookIntoArchives) {
    using Members = std::map<std::string, std::string>;
    const auto pack = [&](const std::string& file, const Members& content) {
        std::vector<containers::MegMember> members;
        for (const auto& [name, text] : content)
            members.push_back({.name = name, .bytes = test::bytesOfText(text)});
        write(file, test::textOfBytes(encodeMeg(members, containers::MegVersion::One)));
    };
    Members models = {{"D/HERO.SMODEL", "model 2 texture=skin.png"}, {"D/ORC.SMODEL", "model 3"}};
    Members images = {{"OTHER.PNG", "picture"}};
    pack("in/pack.meg", models);
    pack("more/images.meg", images);
    const Options options{.now = later()};
    const Names hero{"out/pack.meg/D/HERO.txt", "out2/pack.meg/D/HERO.txt"};
    const Names orc{"out/pack.meg/D/ORC.txt", "out2/pack.meg/D/ORC.txt"};
    const auto expect = [&](const Names& expected, const char* what) {
        run(options);
        EXPECT_EQ(ran_, expected) << what;
        run(options);
        EXPECT_EQ(ran_, Names{}) << what;
    };
    run(options);
    ASSERT_EQ(ran_.size(), 4U);
    expect({}, "nothing");
    fs::last_write_time(path("in/pack.meg"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expect({}, "touched");
    fs::last_write_time(path("more/images.meg"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expect({}, "touched, and nothing was read from it");
    write("more/images.meg", "damaged");
    expect({}, "damaged, and it had no picture for this model");
    pack("more/images.meg", images);
    expect({}, "mended");
    models["D/ORC.SMODEL"] = "model 4";
    pack("in/pack.meg", models);
    expect(orc, "one member has another content");
    models["A.TXT"] = "all other members lie elsewhere now";
    pack("in/pack.meg", models);
    expect({}, "a member more");
    models["D/SKIN.PNG"] = "picture";
    pack("in/pack.meg", models);
    expect(hero, "the picture appears beside the model");
    images["SKIN.PNG"] = "picture";
    pack("more/images.meg", images);
    expect(hero, "the picture appears in an archive of `textures`");
    images["OTHER.PNG"] = "another picture";
    pack("more/images.meg", images);
    expect({}, "a picture that nobody asked for");
    images.erase("SKIN.PNG");
    pack("more/images.meg", images);
    expect(hero, "the picture disappears again");
    pack("more/new.meg", {{"SKIN.PNG", "picture"}});
    expect(hero, "the picture appears in a new archive");
    write("more/new.meg", "damaged");
    expect(hero, "an archive is damaged");
    fs::remove(path("more/new.meg"));
    run(options);
    // Everything that may have been in it.
    EXPECT_TRUE(std::ranges::includes(ran_, Names{}));
    run(options);
    EXPECT_EQ(ran_, Names{});
}

TEST_F(IncrementalRuns, TryFailuresAgainOnRequestOnly) {
    write("in/hero.smodel", "model 3");
    write("in/lost.smodel", "model 3 bad");
    run();
    run();
    EXPECT_EQ(ran_, Names{});
    const RunReport again = run({.freshness = {.retryFailed = true}});
    EXPECT_EQ(ran_, (Names{"out/lost.txt", "out2/lost.txt"}));
    EXPECT_EQ(exitCode(again), 1);
    write("in/lost.smodel", "model 3");
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_EQ(ran_, (Names{"out/lost.txt", "out2/lost.txt"}));
}

TEST_F(IncrementalRuns, TryAgainWhatTheDiskPrevented) {
    write("in/hero.smodel", "model 3");
    write("out2", "a file where a folder is to be");
    EXPECT_EQ(exitCode(run()), 3);
    fs::remove(path("out2"));
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_TRUE(ran_.contains("out2/hero.txt"));
}

TEST_F(IncrementalRuns, AskForThePolicyOnlyWhereThereAreIssues) {
    write("in/hero.smodel", "model 3 issue");
    write("in/orc.smodel", "model 3");
    EXPECT_EQ(exitCode(run()), 0);
    const Options strict{.failOn = {.warnings = true}};
    EXPECT_EQ(exitCode(run(strict)), 1);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
    EXPECT_EQ(exitCode(run(strict)), 1);
    EXPECT_EQ(ran_, Names{});
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
}

TEST_F(IncrementalRuns, VerifyTheContentOfOutputs) {
    write("in/hero.smodel", "model 3");
    run();
    // Nothing of the status tells of this: the record itself is of other bytes.
    {
        const auto state = openState();
        std::map<std::string, std::string> changed;
        ASSERT_TRUE(state->forEach([&](std::string_view output, std::string_view bytes) {
            std::optional<UnitRecord> record = state->decode(bytes);
            ASSERT_TRUE(record);
            record->outputs.front().digest.low ^= 1U;
            changed[std::string(output)] = encodeUnitRecord(*record);
        }));
        for (auto& [output, bytes] : changed)
            state->remember(output, bytes);
    }
    run();
    EXPECT_EQ(ran_, Names{});
    run({.freshness = {.verifyOutputs = true}});
    EXPECT_EQ(ran_.size(), 2U);
    run({.freshness = {.verifyOutputs = true}});
    EXPECT_EQ(ran_, Names{});
}

TEST_F(IncrementalRuns, OfOneConfigurationExcludeEachOther) {
    write("in/hero.smodel", "model 3");
    const auto state = openState();
    const auto second = RunState::open({.folder = path("state"), .configuration = path("rigkiln.yaml")});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code().id, "state.in-use");
    EXPECT_THAT(second.error().problem, HasSubstr(fmt::format("process {} on ", ::getpid())));
    EXPECT_TRUE(RunState::open({.folder = path("state"), .configuration = path("other.yaml")}));
}

TEST_F(IncrementalRuns, GoOnWithoutAPlaceToRememberIn) {
    write("in/hero.smodel", "model 3");
    write("state", "a file, and no folder");
    for (int i = 0; i < 2; ++i) {
        const RunReport report = run();
        EXPECT_EQ(exitCode(report), 0);
        EXPECT_EQ(ran_.size(), 2U);
        ASSERT_TRUE(report.state && report.state->recordProblem);
        EXPECT_EQ(report.state->recordProblem->code().id, "state.unusable");
    }
}

TEST_F(IncrementalRuns, UseARecordThatCannotBeWritten) {
    write("in/hero.smodel", "model 3");
    run();
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() != ".lock") continue;
        fs::remove(entry.path());
        fs::create_directory(entry.path());
        break;
    }
    write("in/orc.smodel", "model 3");
    for (int i = 0; i < 2; ++i) {
        const RunReport report = run();
        EXPECT_EQ(ran_, (Names{"out/orc.txt", "out2/orc.txt"}));
        EXPECT_EQ(exitCode(report), 0);
        EXPECT_EQ(report.state->recordProblem->code().id, "state.unusable");
    }
}

TEST_F(IncrementalRuns, MakeEverythingAgainAfterDamage) {
    write("in/hero.smodel", "model 3");
    run();
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() == ".sqlite") std::ofstream(entry.path()) << std::string(9000, 'x');
    }
    const RunReport report = run();
    EXPECT_EQ(ran_.size(), 2U);
    EXPECT_EQ(exitCode(report), 0);
    ASSERT_TRUE(report.state->recordProblem);
    EXPECT_THAT(report.state->recordProblem->problem, HasSubstr("it is now"));
    EXPECT_FALSE(run().state->recordProblem);
    EXPECT_EQ(ran_, Names{});
}

}  // namespace
}  // namespace rigkiln
