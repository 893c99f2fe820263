#include "pipeline/state/freshness.hpp"

#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "pipeline/files/note_read.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

/// Times of this disk are counted from 1.
constexpr Moment kLongAfter{.seconds = 1'000'000};

class FreshnessOnDisk : public testing::Test {
protected:
    /// Record of a failure, so that no output matters.
    UnitRecord recordOf(const std::vector<std::string>& files) {
        UnitRecord record{.started = kLongAfter};
        for (const std::string& file : files)
            add(record, file, LookKind::Read);
        record.report.status = UnitStatus::Failed;
        record.report.error = test::kInputError.error("is cut");
        return record;
    }

    void add(UnitRecord& record, const std::string& file, LookKind kind) {
        const DiskResult<FileStatus> status = disk_.lookAt(Disk::kNoFolder, file, Links::Follow);
        Look look = withStatus({.kind = kind, .path = file}, status.value);
        if (kind == LookKind::Read) {
            const Result<ContentDigest> digest = digestOfFile(file, disk_);
            if (digest) look.digest = *digest;
        }
        record.looks.push_back(look);
    }

    void addOutput(UnitRecord& record, const std::string& file) {
        OutputRecord output{.path = file};
        output.status = disk_.lookAt(Disk::kNoFolder, file, Links::Follow).value;
        if (const Result<ContentDigest> digest = digestOfFile(file, disk_)) output.digest = *digest;
        record.outputs.push_back(output);
    }

    Verdict check(UnitRecord& record, FreshnessOptions options = {}) {
        FileTree tree(disk_);
        ImageFolders folders(&tree);
        return FreshnessCheck(tree, folders, options).check(record, record.key, kLongAfter);
    }

    MemoryDisk disk_;
};

TEST_F(FreshnessOnDisk, AsksTheContentOnlyWhereTheStatusDiffers) {
    disk_.put("/art/hero.alo", "hero");
    UnitRecord record = recordOf({"/art/hero.alo"});
    EXPECT_TRUE(check(record).isFresh());
    EXPECT_FALSE(check(record).isRefreshed);
    disk_.touch("/art/hero.alo");
    EXPECT_TRUE(check(record).isRefreshed);
    EXPECT_FALSE(check(record).isRefreshed) << "the record has the new status";
    disk_.put("/art/hero.alo", "orcs");
    EXPECT_EQ(check(record).freshness, Freshness::FileChanged);
}

TEST_F(FreshnessOnDisk, AsksTheContentOfOutputsOnlyWhereTheStatusDiffers) {
    disk_.put("/out/hero.glb", "model");
    UnitRecord record;
    addOutput(record, "/out/hero.glb");
    EXPECT_TRUE(check(record).isFresh());
    disk_.touch("/out/hero.glb");
    EXPECT_TRUE(check(record).isRefreshed);
    disk_.put("/out/hero.glb", "pixel");
    EXPECT_EQ(check(record).freshness, Freshness::OutputChanged) << "of the same size";
    disk_.put("/out/hero.glb", "models");
    EXPECT_EQ(check(record).freshness, Freshness::OutputChanged);
}

TEST_F(FreshnessOnDisk, ReadsOutputsWithTheSameStatusOnDemand) {
    disk_.put("/out/hero.glb", "model");
    UnitRecord record;
    addOutput(record, "/out/hero.glb");
    record.outputs[0].digest = ContentDigest();
    EXPECT_TRUE(check(record).isFresh()) << "was not read";
    EXPECT_EQ(check(record, {.verifyOutputs = true}).freshness, Freshness::OutputChanged);
}

TEST_F(FreshnessOnDisk, KnowsAFileThatIsReadAsAWholeAndOpened) {
    disk_.put("/art/hero.zs", "a model with images inside");
    UnitRecord record = recordOf({"/art/hero.zs"});
    add(record, "/art/hero.zs", LookKind::Archive);
    record.looks.push_back({.kind = LookKind::Read, .path = "/art/hero.zs/skin.ftex", .sizeBytes = 7});
    EXPECT_TRUE(check(record).isFresh());
    disk_.touch("/art/hero.zs");
    EXPECT_TRUE(check(record).isFresh()) << "although a member could not be decoded";
    // Members of an archive that was not hashed itself are read again.
    record.looks.erase(record.looks.begin());
    disk_.touch("/art/hero.zs");
    EXPECT_EQ(check(record).freshness, Freshness::FileChanged);
}

TEST_F(FreshnessOnDisk, IsNoneAboutWhatTheDiskDidNotGive) {
    disk_.put("/art/hero.alo", "hero");
    UnitRecord record = recordOf({"/art/hero.alo"});
    record.looks.push_back({.kind = LookKind::Unread, .path = "/art/hero.png"});
    EXPECT_EQ(check(record).path, "/art/hero.png");
    EXPECT_EQ(firstChangedPath(disk_, record.looks), "/art/hero.png");
}

TEST_F(FreshnessOnDisk, OnlyAsksWhetherAFileOfAnotherProgramIsThere) {
    disk_.put("/out/x.import", "ours");
    UnitRecord record{.started = kLongAfter};
    record.report.status = UnitStatus::Written;
    record.outputs.push_back({.path = "/out/x.import",
                              .onlyIfAbsent = true,
                              .status = disk_.lookAt(Disk::kNoFolder, "/out/x.import", Links::Refuse).value,
                              .digest = *digestOfFile("/out/x.import", disk_)});
    EXPECT_FALSE(check(record).isRefreshed);
    disk_.touch("/out/x.import");
    EXPECT_TRUE(check(record).isRefreshed);
    EXPECT_TRUE(record.outputs[0].isOurs()) << "with the same bytes it still is";
    disk_.put("/out/x.import", "their");
    EXPECT_TRUE(check(record).isFresh());
    EXPECT_FALSE(record.outputs[0].isOurs());
    const Verdict verified = check(record, {.verifyOutputs = true});
    EXPECT_TRUE(verified.isFresh());
    EXPECT_FALSE(verified.isRefreshed) << "the record has the new status";
    disk_.remove(Disk::kNoFolder, "/out/x.import");
    EXPECT_EQ(check(record).freshness, Freshness::OutputGone);
}

TEST_F(FreshnessOnDisk, ConfirmsOnlyWhatIsStillThere) {
    disk_.put("/art/hero.alo", "hero");
    UnitRecord record = recordOf({"/art/hero.alo"});
    record.looks.push_back({.kind = LookKind::Missing, .path = "/art/hero.png"});
    EXPECT_EQ(firstChangedPath(disk_, record.looks), "");
    disk_.put("/art/hero.png", "picture");
    EXPECT_EQ(firstChangedPath(disk_, record.looks), "/art/hero.png");
    disk_.touch("/art/hero.alo");
    EXPECT_EQ(firstChangedPath(disk_, record.looks), "/art/hero.alo");
    EXPECT_EQ(firstChangedPath(disk_, record.looks, LookScope::NotRead), "/art/hero.png");
    record.looks.pop_back();
    EXPECT_EQ(firstChangedPath(disk_, record.looks, LookScope::NotRead), "") << "the next run sees it";
    record.looks.back().digest.reset();
    EXPECT_EQ(firstChangedPath(disk_, record.looks, LookScope::NotRead), "/art/hero.alo")
        << "what was not read to its end";
}

}  // namespace
}  // namespace rigkiln
