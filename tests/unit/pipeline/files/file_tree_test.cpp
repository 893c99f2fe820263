#include "pipeline/files/file_tree.hpp"

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using namespace containers;
using test::Bytes;
using test::bytesOfText;
using test::textOfBytes;
using testing::ElementsAre;
using testing::HasSubstr;

class FileTreeTest : public testing::Test {
protected:
    std::string write(const std::string& name, const Bytes& bytes) const {
        return folder_.write(name, textOfBytes(bytes));
    }
    std::string readText(const std::string& relative, std::size_t limit = kMaximumSourceBytes) {
        const Result<Bytes> bytes = tree_.read(folder_.path(relative), limit);
        return bytes ? textOfBytes(*bytes) : "error: " + bytes.error().textInFile();
    }

    ScratchFolder folder_;
    FileTree tree_{kContainers, {}, std::size_t{1} << 20U};
};

Bytes sarcOf(const std::string& name, const Bytes& bytes) {
    return encodeSarc({{.name = name, .bytes = bytes}}, std::endian::big);
}

TEST_F(FileTreeTest, ReadsFilesOfTheDisk) {
    folder_.write("a/plain.txt", "plain");
    EXPECT_EQ(readText("a/plain.txt"), "plain");
    EXPECT_THAT(readText("a/none.txt"), HasSubstr("cannot open: no such file"));
}

TEST_F(FileTreeTest, ReadsThroughWrappers) {
    write("x.szs", encodeYaz0(bytesOfText("inside")));
    write("y.zs", encodeZstd(encodeYaz0(bytesOfText("deeper"))));
    EXPECT_EQ(readText("x.szs"), "inside");
    EXPECT_EQ(readText("y.zs"), "deeper");
}

TEST_F(FileTreeTest, ReadsMembers) {
    write("art/data.meg",
          encodeMeg({{.name = "DATA\\X.ALO", .bytes = bytesOfText("model")}}, MegVersion::Two));
    EXPECT_EQ(readText("art/data.meg/DATA/X.ALO"), "model");
    EXPECT_THAT(readText("art/data.meg/DATA/Y.ALO"), HasSubstr("there is no member 'DATA/Y.ALO' in"));
}

TEST_F(FileTreeTest, ReadsArchivesInArchives) {
    const Bytes inner = encodeYaz0(sarcOf("b/c.txt", encodeYaz0(bytesOfText("deep"))));
    write("a.zip", encodeZip({{.name = "x/inner.szs", .bytes = inner}}));
    EXPECT_EQ(readText("a.zip/x/inner.szs/b/c.txt"), "deep");
}

TEST_F(FileTreeTest, KnowsContainersByTheirBytesAlone) {
    write("picture.png", sarcOf("a", bytesOfText("text")));
    EXPECT_EQ(readText("picture.png/a"), "text");
    folder_.write("fake.szs", "not packed at all");
    EXPECT_EQ(readText("fake.szs"), "not packed at all");
}

TEST_F(FileTreeTest, ReadsHeadsAndSizesWithoutTheRest) {
    const Bytes large = test::packableBytes(100000);
    write("x.szs", encodeYaz0(large));
    write("a.zip", encodeZip({{.name = "y", .bytes = encodeYaz0(large)}}));
    for (const char* name : {"x.szs", "a.zip/y"}) {
        const Result<FileHead> head = tree_.readHead(folder_.path(name), kHeadSize);
        ASSERT_TRUE(head) << head.error().text();
        EXPECT_EQ(head->bytes, Bytes(large.begin(), large.begin() + kHeadSize));
        EXPECT_EQ(head->sizeBytes, large.size());
    }
}

TEST_F(FileTreeTest, ReadsNoHeadsOfWhatIsInNoArchive) {
    write("a.zip", encodeZip({{.name = "y", .bytes = bytesOfText("text")}}));
    for (const char* name : {"a.zip/y/z", "a.zip/y/z/w", "a.zip/z"}) {
        const Result<FileHead> head = tree_.readHead(folder_.path(name), kHeadSize);
        ASSERT_FALSE(head) << name;
        EXPECT_THAT(head.error().text(), HasSubstr("a.zip")) << name;
    }
}

TEST_F(FileTreeTest, ReadsHeadsOfWhatIsWrappedTwice) {
    const Bytes large = test::packableBytes(100000);
    write("x", encodeYaz0(encodeZstd(large)));
    const Result<FileHead> head = tree_.readHead(folder_.path("x"), kHeadSize);
    ASSERT_TRUE(head) << head.error().text();
    EXPECT_EQ(head->bytes, Bytes(large.begin(), large.begin() + kHeadSize));
    EXPECT_EQ(head->sizeBytes, large.size());
}

TEST_F(FileTreeTest, KeepsToTheLimits) {
    FileTree small(kContainers, {.maximumBytes = 1000}, 0);
    write("x.szs", encodeYaz0(Bytes(2000)));
    write("a.meg", encodeMeg({{.name = "Y", .bytes = Bytes(3000)}}, MegVersion::One));
    const Result<Bytes> wrapped = small.read(folder_.path("x.szs"));
    ASSERT_FALSE(wrapped);
    EXPECT_EQ(wrapped.error().text(), folder_.path("x.szs") +
                                          ": decodedSize at 0x4: says 2000 bytes when unpacked, at most 1000 "
                                          "(1000 B) are taken");
    EXPECT_EQ(readText("a.meg/Y", 2999), "error: has 3000 bytes, at most 2999 (2.9 KiB) are read");
}

TEST_F(FileTreeTest, RefusesWrappersWithoutEnd) {
    Bytes bytes = bytesOfText("x");
    for (std::size_t i = 0; i <= kMaximumNesting; ++i)
        bytes = encodeYaz0(bytes);
    write("x", bytes);
    EXPECT_EQ(readText("x"), "error: is packed more than 8 times, one inside the other");
}

TEST_F(FileTreeTest, RefusesArchivesWithoutEnd) {
    Bytes bytes = bytesOfText("x");
    std::string path = "x";
    for (std::size_t i = 0; i <= kMaximumNesting; ++i) {
        bytes = sarcOf("s", bytes);
        path += "/s";
    }
    write("x", bytes);
    EXPECT_EQ(readText(path), "error: lies deeper than 8 archives in each other");
}

TEST_F(FileTreeTest, LetsNoMemberLeaveItsArchive) {
    folder_.write("secret.txt", "secret");
    write("a.zip", encodeZip({{.name = "../secret.txt", .bytes = bytesOfText("x")},
                              {.name = "c:\\b", .bytes = bytesOfText("x")},
                              {.name = "/d\\e", .bytes = bytesOfText("safe")},
                              {.name = "d/e", .bytes = bytesOfText("second")}}));
    const auto archive = tree_.archiveAt(folder_.path("a.zip"));
    ASSERT_TRUE(archive && *archive);
    std::vector<std::string> refused;
    refused.reserve((*archive)->refused().size());
    for (const OpenArchive::Refused& member : (*archive)->refused())
        refused.push_back(member.name + ": " + member.problem);
    EXPECT_THAT(
        refused,
        ElementsAre(
            "../secret.txt: path '../secret.txt' has '..' in it, expected a path below the file's folder",
            "c:\\b: path 'c:/b' has ':' in it, expected a path below the file's folder",
            "d/e: has the name of a member before it, which counts"));
    EXPECT_EQ(readText("a.zip/d/e"), "safe");
    EXPECT_THAT(readText("a.zip/../secret.txt"), testing::StartsWith("error: "));
}

TEST_F(FileTreeTest, DoesNotFollowALinkToAnArchive) {
    write("a.meg", encodeMeg({{.name = "X", .bytes = bytesOfText("x")}}, MegVersion::One));
    std::filesystem::create_symlink("a.meg", folder_.path("link.meg"));
    EXPECT_THAT(readText("link.meg/X"), testing::StartsWith("error: cannot open"));
}

TEST_F(FileTreeTest, ListsFoldersOfArchives) {
    write("a.zip",
          encodeZip(
              {{.name = "m/b", .bytes = {}}, {.name = "m/a/c", .bytes = {}}, {.name = "m-", .bytes = {}}}));
    const auto place = tree_.archiveFolderAt(folder_.path("a.zip/m"));
    ASSERT_TRUE(place);
    EXPECT_EQ(place->folder, "m");
    EXPECT_THAT(*place->archive->list("m"), ElementsAre(TreeEntry{"a", true}, TreeEntry{"b", false}));
    EXPECT_THAT(*place->archive->list(""), ElementsAre(TreeEntry{"m", true}, TreeEntry{"m-", false}));
    EXPECT_FALSE(tree_.archiveFolderAt(folder_.path("a.zip/n")));
    EXPECT_FALSE(tree_.archiveFolderAt(folder_.path()));
}

TEST_F(FileTreeTest, SaysWhatIsWrongWithADamagedArchive) {
    Bytes bytes = sarcOf("a", bytesOfText("x"));
    bytes.resize(30);
    write("a.sarc", bytes);
    const auto archive = tree_.archiveAt(folder_.path("a.sarc"));
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().text(),
              folder_.path("a.sarc") + ": fileSize at 0x8: is 257, the file has 30 bytes");
    EXPECT_EQ(archive.error().kind(), ErrorKind::Input);
}

TEST_F(FileTreeTest, OpensAnArchiveOnceForAllItsMembers) {
    write("a.szs", encodeYaz0(sarcOf("a", bytesOfText("x"))));
    const auto first = tree_.archiveAt(folder_.path("a.szs"));
    EXPECT_EQ(readText("a.szs/a"), "x");
    EXPECT_EQ(tree_.archiveAt(folder_.path("a.szs")).value(), first.value());
}

TEST_F(FileTreeTest, SharesMembersOfAnArchiveThatIsInMemory) {
    write("a.szs", encodeYaz0(sarcOf("a", bytesOfText("plain"))));
    const SharedBytes first = tree_.readShared(folder_.path("a.szs/a")).value();
    EXPECT_EQ(first, SharedBytes(bytesOfText("plain")));
    EXPECT_EQ(tree_.readShared(folder_.path("a.szs/a")).value().data(), first.data());
    EXPECT_FALSE(tree_.readShared(folder_.path("a.szs/a"), 4));
    EXPECT_FALSE(tree_.readShared(folder_.path("a.szs/b")));
}

TEST_F(FileTreeTest, ReadsToShareWhatHasToBeUnpackedOrLiesOnTheDisk) {
    write("a.sarc", sarcOf("a", encodeYaz0(bytesOfText("packed"))));
    write("b.szs", encodeYaz0(sarcOf("b", encodeYaz0(bytesOfText("twice")))));
    write("c.txt", bytesOfText("alone"));
    EXPECT_EQ(tree_.readShared(folder_.path("a.sarc/a")).value(), SharedBytes(bytesOfText("packed")));
    EXPECT_EQ(tree_.readShared(folder_.path("b.szs/b")).value(), SharedBytes(bytesOfText("twice")));
    EXPECT_EQ(tree_.readShared(folder_.path("c.txt")).value(), SharedBytes(bytesOfText("alone")));
}

TEST_F(FileTreeTest, DropsArchivesThatHaveNoRoom) {
    FileTree poor(kContainers, {}, 0);
    write("a.szs", encodeYaz0(sarcOf("a", bytesOfText("x"))));
    std::weak_ptr<const OpenArchive> archive = poor.archiveAt(folder_.path("a.szs")).value();
    EXPECT_TRUE(archive.expired());
    EXPECT_TRUE(poor.read(folder_.path("a.szs/a")));
}

TEST_F(FileTreeTest, ServesManyThreads) {
    std::vector<ZipMember> members;
    members.reserve(50);
    for (int i = 0; i < 50; ++i)
        members.push_back(
            {.name = std::to_string(i), .bytes = bytesOfText(std::string(1000, 'a') + std::to_string(i))});
    write("a.zip", encodeZip(members));
    std::vector<std::thread> threads;
    std::vector<std::size_t> right(4);
    for (std::size_t number = 0; number < right.size(); ++number) {
        threads.emplace_back([&, number] {
            for (int i = 0; i < 50; ++i) {
                const std::string name = std::to_string(i);
                right[number] += readText("a.zip/" + name) == std::string(1000, 'a') + name ? 1U : 0U;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_THAT(right, testing::Each(50U));
}

}  // namespace
}  // namespace rigkiln
