#include "pipeline/files/publish.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/delegating_disk.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::byte> bytesOf(std::string_view text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

OutputSet oneFile(const std::string& name, std::string_view text) {
    return {{name, {bytesOf(text)}}};
}

class PublisherTest : public testing::Test {
protected:
    Result<Published> publish(const std::string& relative, const OutputSet& files) {
        return publisher_.publish(folder_.path("out/" + relative), folder_.path("out"), files);
    }
    ino_t inodeOf(const std::string& relative) const {
        struct stat status {};
        EXPECT_EQ(::stat(folder_.path(relative).c_str(), &status), 0);
        return status.st_ino;
    }

    ScratchFolder folder_;
    Publisher publisher_;
};

TEST_F(PublisherTest, WritesAllPiecesInOrderIntoNewFolders) {
    const auto published = publish("a/b/hero.glb", {{"hero.glb", {bytesOf("one "), {}, bytesOf("two")}}});
    ASSERT_TRUE(published);
    EXPECT_EQ(folder_.read("out/a/b/hero.glb"), "one two");
    EXPECT_EQ(published->bytes, 7U);
    EXPECT_TRUE(published->changed);
    EXPECT_THAT(folder_.files(), ElementsAre("out/a/b/hero.glb"));
}

TEST_F(PublisherTest, WritesMorePiecesThanOneCallTakes) {
    OutputSet files = {{"x", {}}};
    for (int i = 0; i < 5000; ++i)
        files[0].pieces.push_back(bytesOf(std::to_string(i % 10)));
    ASSERT_TRUE(publish("x", files));
    EXPECT_EQ(folder_.read("out/x").size(), 5000U);
    EXPECT_THAT(folder_.read("out/x"), StartsWith("01234567890123"));
}

TEST_F(PublisherTest, LeavesAFileWithTheSameBytesUntouched) {
    ASSERT_TRUE(publish("x", oneFile("x", "same")));
    const ino_t before = inodeOf("out/x");
    const auto again = publish("x", oneFile("x", "same"));
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->changed);
    EXPECT_EQ(inodeOf("out/x"), before);
}

TEST_F(PublisherTest, ReplacesAFileWithOtherBytesOfTheSameSize) {
    ASSERT_TRUE(publish("x", oneFile("x", "left")));
    const auto again = publish("x", oneFile("x", "rite"));
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->changed);
    EXPECT_EQ(folder_.read("out/x"), "rite");
}

TEST_F(PublisherTest, RemovesSideFilesOfAnEarlierVersion) {
    folder_.write("out/hero.0123456789abcdef.bin", "old");
    folder_.write("out/heroine.0123456789abcdef.bin", "another's");
    folder_.write("out/hero.notahash.bin", "a person's");
    ASSERT_TRUE(publish("hero.gltf",
                        {{"hero.fedcba9876543210.bin", {bytesOf("new")}}, {"hero.gltf", {bytesOf("m")}}}));
    EXPECT_THAT(folder_.files("out"), ElementsAre("hero.fedcba9876543210.bin", "hero.gltf",
                                                  "hero.notahash.bin", "heroine.0123456789abcdef.bin"));
}

TEST_F(PublisherTest, LeavesSideFilesOfAnotherOutputWithThatStem) {
    folder_.write("out/hero.0123456789abcdef.bin", "of hero.gltf");
    ASSERT_TRUE(publish("hero.glb", oneFile("hero.glb", "m")));
    EXPECT_THAT(folder_.files("out"), ElementsAre("hero.0123456789abcdef.bin", "hero.glb"));
}

TEST_F(PublisherTest, LeavesSideFilesOfAnotherKindWithThatStem) {
    folder_.write("out/hero.0123456789abcdef.png", "a shared picture, because the folder is called textures");
    folder_.write("out/hero.0123456789abcdef.bin", "old");
    ASSERT_TRUE(publish("hero.gltf",
                        {{"hero.fedcba9876543210.bin", {bytesOf("new")}}, {"hero.gltf", {bytesOf("m")}}}));
    EXPECT_THAT(folder_.files("out"),
                ElementsAre("hero.0123456789abcdef.png", "hero.fedcba9876543210.bin", "hero.gltf"));
}

OutputFile fileIfAbsent(const std::string& name, std::string_view text) {
    return {.name = name, .pieces = {bytesOf(text)}, .onlyIfAbsent = true};
}

TEST_F(PublisherTest, WritesAFileThatIsToBeAbsentOnce) {
    const OutputSet files = {fileIfAbsent("x.import", "ours"), {"x", {bytesOf("main")}}};
    const auto first = publish("x", files);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->changed);
    EXPECT_EQ(folder_.read("out/x.import"), "ours");
    folder_.write("out/x.import", "another program's");
    const auto again = publish("x", files);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->changed);
    EXPECT_EQ(again->bytes, first->bytes) << "tells what belongs to the set";
    EXPECT_EQ(folder_.read("out/x.import"), "another program's");
    std::filesystem::remove(folder_.path("out/x.import"));
    EXPECT_TRUE(publish("x", files)->changed);
    EXPECT_EQ(folder_.read("out/x.import"), "ours");
}

TEST_F(PublisherTest, LeavesALinkOrAFolderInThePlaceOfAFileThatIsToBeAbsent) {
    const std::string precious = folder_.write("precious", "keep");
    std::filesystem::create_directories(folder_.path("out/y.import"));
    std::filesystem::create_symlink(precious, folder_.path("out/x.import"));
    std::filesystem::create_symlink("nowhere", folder_.path("out/z.import"));
    for (const std::string name : {"x", "y", "z"})
        EXPECT_TRUE(publish(name, {fileIfAbsent(name + ".import", "ours"), {name, {bytesOf("main")}}}))
            << name;
    EXPECT_EQ(folder_.read("precious"), "keep");
    EXPECT_TRUE(std::filesystem::is_directory(folder_.path("out/y.import")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("out/z.import")));
    EXPECT_FALSE(std::filesystem::exists(folder_.path("out/nowhere")));
}

TEST_F(PublisherTest, LeavesWhatAppearsBeforeNamesAreGiven) {
    Publisher durable(realDisk(), Durability::Power);
    for (const char* name : {"x", "y"}) {
        ASSERT_TRUE(durable.publish(
            folder_.path(std::string("out/") + name), folder_.path("out"),
            {fileIfAbsent(std::string(name) + ".import", "ours"), {name, {bytesOf("main")}}}));
    }
    folder_.write("out/x.import", "another program's");
    durable.commit();
    EXPECT_FALSE(durable.problemOf(folder_.path("out/x")));
    EXPECT_EQ(folder_.read("out/x.import"), "another program's");
    EXPECT_EQ(folder_.read("out/y.import"), "ours");
    EXPECT_THAT(folder_.files("out"), ElementsAre("x", "x.import", "y", "y.import"));
}

OutputFile sharedFile(const std::string& name, std::string_view text) {
    return {.name = name, .pieces = {bytesOf(text)}, .isShared = true};
}

/// Calls something else before the second file is made, as another thread may.
class InterruptedDisk final : public DelegatingDisk {
public:
    InterruptedDisk() : DelegatingDisk(realDisk()) {}

    DiskResult<int> createFile(int folder, const std::string& name) override {
        if (++files_ == 2) beforeSecond();
        return DelegatingDisk::createFile(folder, name);
    }
    int syncDisk(int descriptor) override {
        ++waits_;
        return DelegatingDisk::syncDisk(descriptor);
    }
    int rename(int folder, const std::string& from, const std::string& to) override {
        if (waits_ == 0) early.push_back(to);
        return DelegatingDisk::rename(folder, from, to);
    }

    std::function<void()> beforeSecond;
    std::vector<std::string> early;  ///< got their names before any wait for the disk

private:
    int files_ = 0;
    int waits_ = 0;
};

TEST_F(PublisherTest, WaitsForTheDiskOfASetUnderWayBeforeItNamesItsSharedFiles) {
    InterruptedDisk disk;
    Publisher durable(disk, Durability::Power);
    disk.beforeSecond = [&] { durable.commit(); };  // as another thread does that has enough units
    ASSERT_TRUE(durable.publish(folder_.path("out/x"), folder_.path("out"),
                                {sharedFile("skin.png", "picture"), {"x", {bytesOf("main")}}}));
    durable.commit();
    EXPECT_THAT(disk.early, testing::IsEmpty());
    EXPECT_THAT(folder_.files("out"), ElementsAre("textures/skin.png", "x"));
}

TEST_F(PublisherTest, PutsSharedFilesIntoOneFolderOfTheRoot) {
    const auto published = publish("a/b/x", {sharedFile("skin.png", "picture"), {"x", {bytesOf("main")}}});
    ASSERT_TRUE(published);
    EXPECT_THAT(folder_.files("out"), ElementsAre("a/b/x", "textures/skin.png"));
    EXPECT_EQ(folder_.read("out/textures/skin.png"), "picture");
    EXPECT_EQ(published->bytes, 4U);
    ASSERT_EQ(published->shared.size(), 1U);
    EXPECT_EQ(published->shared[0]->bytes, 7U);
    EXPECT_TRUE(published->shared[0]->changed);
}

TEST_F(PublisherTest, PlacesASharedFileOnceForAllSetsThatHaveIt) {
    const auto first = publish("a/x", {sharedFile("skin.png", "1"), {"x", {bytesOf("x")}}});
    ASSERT_TRUE(first);
    folder_.write("out/textures/skin.png", "looked at only by the first");
    const auto second =
        publish("y", {sharedFile("skin.png", "1"), sharedFile("skin.png", "1"), {"y", {bytesOf("y")}}});
    ASSERT_TRUE(second);
    EXPECT_EQ(second->shared, first->shared);
    EXPECT_EQ(folder_.read("out/textures/skin.png"), "looked at only by the first");
}

TEST_F(PublisherTest, TellsTheStatusOfOwnFilesThatWereThere) {
    const OutputSet files = {
        sharedFile("skin.png", "1"), {"x.bin", {bytesOf("side")}}, {"x", {bytesOf("x")}}};
    ASSERT_TRUE(publish("x", files));
    std::vector<FileStatus> statuses;
    ASSERT_TRUE(publisher_.publish(folder_.path("out/x"), folder_.path("out"), files, &statuses));
    const auto there = [&](const char* name) {
        return realDisk().lookAt(Disk::kNoFolder, folder_.path(name), Links::Refuse).value;
    };
    EXPECT_THAT(statuses, ElementsAre(FileStatus(), there("out/x.bin"), there("out/x")));
}

TEST_F(PublisherTest, KeepsSharedFilesOfRootsApart) {
    for (const char* root : {"one", "two"}) {
        ASSERT_TRUE(publisher_.publish(folder_.path(std::string(root) + "/x"), folder_.path(root),
                                       {sharedFile("skin.png", root), {"x", {bytesOf("x")}}}));
    }
    EXPECT_EQ(folder_.read("one/textures/skin.png"), "one");
    EXPECT_EQ(folder_.read("two/textures/skin.png"), "two");
}

TEST_F(PublisherTest, ASetIsChangedWhenASharedFileOfItIs) {
    const OutputSet files = {sharedFile("skin.png", "1"), {"x", {bytesOf("x")}}};
    ASSERT_TRUE(publish("x", files));
    Publisher again;
    EXPECT_FALSE(again.publish(folder_.path("out/x"), folder_.path("out"), files)->changed);
    folder_.write("out/textures/skin.png", "2");
    Publisher mending;
    for (int i = 0; i < 2; ++i)
        EXPECT_TRUE(mending.publish(folder_.path("out/x"), folder_.path("out"), files)->changed)
            << "whoever comes first";
    EXPECT_EQ(folder_.read("out/textures/skin.png"), "1");
}

TEST_F(PublisherTest, FailsEverySetWhoseSharedFileCannotBePlacedAndLeavesItsMainFile) {
    folder_.write("out/x", "old");
    std::filesystem::create_directories(folder_.path("out/textures/skin.png"));
    for (const char* name : {"x", "y"}) {
        const auto published = publish(name, {sharedFile("skin.png", "1"), {name, {bytesOf("new")}}});
        ASSERT_FALSE(published);
        EXPECT_EQ(published.error().text(),
                  folder_.path("out/textures/skin.png") + ": cannot replace: is a directory");
        EXPECT_EQ(published.error().kind(), ErrorKind::Environment);
    }
    EXPECT_EQ(folder_.read("out/x"), "old");
    EXPECT_THAT(folder_.files("out"), ElementsAre("x"));
}

TEST_F(PublisherTest, FollowsNoLinkInPlaceOfTheSharedFolder) {
    const ScratchFolder outside;
    std::filesystem::create_directories(folder_.path("out"));
    std::filesystem::create_directory_symlink(outside.path(), folder_.path("out/textures"));
    const auto published = publish("x", {sharedFile("skin.png", "1"), {"x", {bytesOf("x")}}});
    ASSERT_FALSE(published);
    EXPECT_THAT(published.error().text(), HasSubstr("out/textures: is a symbolic link"));
    EXPECT_TRUE(outside.files().empty());
}

TEST_F(PublisherTest, RefusesNamesOfSharedFilesThatLeaveTheirFolder) {
    EXPECT_FALSE(publish("x", {sharedFile("../skin.png", "1"), {"x", {bytesOf("x")}}}));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(PublisherTest, KeepsSharedFilesOfEarlierVersions) {
    folder_.write("out/textures/skin.0123456789abcdef.png", "of an output that this run does not make");
    ASSERT_TRUE(publish("x", {sharedFile("skin.fedcba9876543210.png", "1"), {"x", {bytesOf("x")}}}));
    EXPECT_EQ(folder_.files("out/textures").size(), 2U);
}

TEST_F(PublisherTest, ManyThreadsWaitForTheOneThatPlacesASharedFile) {
    const std::string picture(std::size_t{4} << 20U, 'p');
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (int thread = 0; thread < 8; ++thread) {
        threads.emplace_back([&, thread] {
            const std::string name = std::to_string(thread);
            const auto published =
                publish(name + "/x", {sharedFile("skin.png", picture), {"x", {bytesOf("x")}}});
            ASSERT_TRUE(published);
            EXPECT_TRUE(published->changed);
            EXPECT_EQ(std::filesystem::file_size(folder_.path("out/textures/skin.png")), picture.size());
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(folder_.files("out").size(), 9U);
}

TEST_F(PublisherTest, FollowsNoLinkBelowTheRoot) {
    const ScratchFolder outside;
    ASSERT_TRUE(publish("x", oneFile("x", "1")));
    std::filesystem::create_directory_symlink(outside.path(), folder_.path("out/link"));
    const auto published = publish("link/y", oneFile("y", "2"));
    ASSERT_FALSE(published);
    EXPECT_THAT(published.error().text(), HasSubstr("out/link: is a symbolic link"));
    EXPECT_TRUE(outside.files().empty());
}

TEST_F(PublisherTest, FollowsNoLinkThatTakesThePlaceOfAFolderMeanwhile) {
    namespace fs = std::filesystem;
    const ScratchFolder outside;
    fs::create_directories(outside.path("deep"));
    fs::create_directories(folder_.path("out/sub/deep"));
    std::atomic<bool> isOver{false};
    std::thread swapper([&] {
        while (!isOver) {
            std::error_code ignored;  // the publisher makes the folder again at times
            fs::rename(folder_.path("out/sub"), folder_.path("aside"), ignored);
            fs::create_directory_symlink(outside.path(), folder_.path("out/sub"), ignored);
            fs::remove_all(folder_.path("out/sub"), ignored);
            fs::rename(folder_.path("aside"), folder_.path("out/sub"), ignored);
        }
    });
    for (int i = 0; i < 500; ++i)
        (void)publish("sub/deep/x", oneFile("x", std::to_string(i)));
    isOver = true;
    swapper.join();
    EXPECT_TRUE(outside.files().empty());
    EXPECT_TRUE(fs::is_directory(outside.path("deep")));
    EXPECT_TRUE(publish("sub/deep/x", oneFile("x", "last")));
    EXPECT_EQ(folder_.read("out/sub/deep/x"), "last");
}

TEST_F(PublisherTest, ReplacesALinkInsteadOfWritingThroughIt) {
    const std::string precious = folder_.write("precious", "keep");
    std::filesystem::create_directories(folder_.path("out"));
    std::filesystem::create_symlink(precious, folder_.path("out/x"));
    ASSERT_TRUE(publish("x", oneFile("x", "keep")));
    EXPECT_EQ(folder_.read("precious"), "keep");
    EXPECT_FALSE(std::filesystem::is_symlink(folder_.path("out/x")));
}

TEST_F(PublisherTest, RefusesPathsAndNamesThatLeaveTheRoot) {
    EXPECT_FALSE(publisher_.publish(folder_.path("elsewhere/x"), folder_.path("out"), oneFile("x", "1")));
    EXPECT_FALSE(publish("../x", oneFile("x", "1")));
    EXPECT_FALSE(publish("x", oneFile("../x", "1")));
    EXPECT_FALSE(publish("x", oneFile("..", "1")));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(PublisherTest, NamesAFolderThatCannotBeMade) {
    folder_.write("out/a", "a file");
    const auto published = publish("a/x", oneFile("x", "1"));
    ASSERT_FALSE(published);
    EXPECT_EQ(published.error().text(), folder_.path("out/a") + ": cannot open the folder: not a directory");
    EXPECT_EQ(published.error().kind(), ErrorKind::Environment);
}

TEST_F(PublisherTest, LeavesNoTemporaryFileWhenReplacingFails) {
    std::filesystem::create_directories(folder_.path("out/x"));
    const auto published = publish("x", oneFile("x", "1"));
    ASSERT_FALSE(published);
    EXPECT_THAT(published.error().text(), HasSubstr("cannot replace: is a directory"));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(PublisherTest, ManyThreadsPublishIntoOneFolder) {
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([this, thread] {
            for (int i = 0; i < 25; ++i) {
                const std::string name = std::to_string(thread) + "-" + std::to_string(i);
                EXPECT_TRUE(publish("new/" + name, oneFile(name, name)));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(folder_.files("out/new").size(), 100U);
}

TEST_F(PublisherTest, LeavesTemporaryFilesOfLivingProcesses) {
    ASSERT_TRUE(publish("x", oneFile("x", "1")));
    folder_.write("out/.rigkiln-not-ours.tmp", "");
    Publisher next;
    ASSERT_TRUE(next.publish(folder_.path("out/y"), folder_.path("out"), oneFile("y", "1")));
    EXPECT_THAT(folder_.files("out"), ElementsAre(".rigkiln-not-ours.tmp", "x", "y"));
}

/// GoogleTest runs suites named *DeathTest first, before other tests start threads. These tests fork.
class PublisherDeathTest : public testing::Test {
protected:
    static constexpr std::size_t kPieceBytes = std::size_t{16} * 1024;
    static constexpr std::size_t kPieces = 16;

    /// Outputs of one version: many pieces, each filled with the letter of the version.
    static OutputSet version(char version) {
        return {{"hero.glb",
                 std::vector<SharedBytes>(kPieces, std::vector<std::byte>(kPieceBytes, std::byte(version)))}};
    }
    bool isWhole(const std::string& content) const {
        return content.size() == kPieces * kPieceBytes &&
               content.find_first_not_of(content[0]) == std::string::npos;
    }

    ScratchFolder folder_;
};

TEST_F(PublisherDeathTest, KilledAtAnyMomentLeavesTheOldFileOrTheNew) {
    const std::string output = folder_.path("out/hero.glb");
    const std::string root = folder_.path("out");
    ASSERT_TRUE(Publisher().publish(output, root, version('0')));
    for (int kill = 0; kill < 50; ++kill) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (char letter = 'a';; letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1)) {
                if (!Publisher().publish(output, root, version(letter))) ::_exit(1);
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(500 + 337 * kill));
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child failed by itself";
        ASSERT_TRUE(isWhole(folder_.read("out/hero.glb"))) << "after kill " << kill;
    }
    ASSERT_TRUE(Publisher().publish(output, root, version('!')));
    EXPECT_THAT(folder_.files("out"), ElementsAre("hero.glb"));
}

TEST_F(PublisherDeathTest, AFileThatCannotBeWrittenWholeIsAnEnvironmentErrorAndLeavesTheOldOne) {
    const std::string output = folder_.path("out/hero.glb");
    ASSERT_TRUE(Publisher().publish(output, folder_.path("out"), oneFile("hero.glb", "old")));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        // Behaves like a disk that is full after 100,000 bytes, in the middle of a piece.
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100000, 100000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto published = Publisher().publish(output, folder_.path("out"), version('n'));
        const bool asExpected = !published && published.error().kind() == ErrorKind::Environment &&
                                published.error().text() == output + ": cannot write: file too large";
        ::_exit(asExpected ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(folder_.read("out/hero.glb"), "old");
    EXPECT_THAT(folder_.files("out"), ElementsAre("hero.glb"));
}

}  // namespace
}  // namespace rigkiln
