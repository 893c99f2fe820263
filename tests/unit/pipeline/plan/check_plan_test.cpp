#include "pipeline/plan/check_plan.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MistakesInPlans : public BatchFixture {
protected:
    std::vector<std::string> mistakes(const std::string& configuration = boundConfiguration()) {
        std::vector<std::string> texts;
        for (const Error& error : mistakesIn(planned(configuration)))
            texts.push_back(error.text());
        return texts;
    }

    static std::string twoScans(const std::string& options) {
        return "rigkiln: 1\n"
               "jobs:\n"
               "  models: { uses: scan, root: in, include: ['**/*.smodel'] }\n"
               "  clips: { uses: scan, root: in, include: ['**/*.sclip']" +
               options +
               " }\n"
               "  rigs: { uses: bind, models: models, clips: clips }\n"
               "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n";
    }
};

TEST_F(MistakesInPlans, AreNoneInAGoodOne) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(mistakes(), IsEmpty());
}

TEST_F(MistakesInPlans, AreScansThatFindNothingUnlessTheyMay) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(mistakes(twoScans("")),
                ElementsAre(HasSubstr("job 'clips': 0 of 1 file match '**/*.sclip'")));
    EXPECT_THAT(mistakes(twoScans(", allow_empty: true")), IsEmpty());
}

TEST_F(MistakesInPlans, AreOutputsOfTwoSources) {
    folder_.write("in/a/x.smodel", "model 1");
    folder_.write("in/b/X.smodel", "model 1");
    EXPECT_THAT(mistakes(twoScans(", allow_empty: true")),
                ElementsAre(testing::AllOf(HasSubstr("is taken by '" + folder_.path("in/b/X.smodel") + "'"),
                                           HasSubstr(folder_.path("in/a/x.smodel")))));
}

TEST_F(MistakesInPlans, ArePlansWithoutAUnit) {
    folder_.write("in/a.txt", "hello");
    folder_.write("in/b.smodel", "nothing");
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("nothing is to convert in the files that the scans find: 1 "
                                                  "'not a known format', 1 'scripted nothing'")));
}

TEST_F(MistakesInPlans, AreNotWhatTheDiskDoesNotGive) {
    folder_.write("in/locked.zip", "PK\x03\x04 cut short");
    EXPECT_THAT(mistakes("rigkiln: 1\n"
                         "jobs:\n"
                         "  files: { uses: scan, root: in, include: ['**/*.smodel'], allow_empty: true }\n"
                         "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n"),
                ElementsAre(HasSubstr("no scan finds a file")));
}

}  // namespace
}  // namespace rigkiln
