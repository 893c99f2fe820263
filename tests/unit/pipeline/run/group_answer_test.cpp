#include "pipeline/run/group_answer.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_codes.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

SharedBytes joined(const std::vector<SharedBytes>& pieces) {
    std::vector<std::byte> bytes;
    for (const SharedBytes& piece : pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

std::string textOf(const OutputFile& file) {
    const SharedBytes bytes = joined(file.pieces);
    return bytes.empty() ? "" : std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

MadeUnit madeUnit(const std::string& name) {
    MadeUnit made;
    made.report.inputs.resize(2);
    made.report.inputs[1].status = InputStatus::Failed;
    made.report.inputs[1].error = test::kInputError.in("clip", "is damaged");
    made.report.counts.joints = 3;
    made.report.positionError = 0.25;
    made.report.times.convertMilliseconds = 1.5;
    made.looks = {{.kind = LookKind::Unread, .path = "/art/a"}};
    made.peakBytes = 77;
    made.outputs.push_back(
        {.name = "shared.bin", .pieces = {SharedBytes(std::string("once"))}, .isShared = true});
    made.outputs.push_back(
        {.name = "note", .pieces = {SharedBytes(std::string("note"))}, .onlyIfAbsent = true});
    made.outputs.push_back(
        {.name = name, .pieces = {SharedBytes(std::string("two ")), SharedBytes(std::string("pieces"))}});
    return made;
}

GroupAnswer wholeAnswer() {
    MadeUnit failed;
    failed.report.status = UnitStatus::Failed;
    failed.report.error = test::kInputError.in("model", "is damaged");
    GroupAnswer answer{.bytesRead = 12, .readMilliseconds = 0.5, .isRead = true};
    answer.made.emplace_back(0, madeUnit("a.glb"));
    answer.made.emplace_back(2, std::move(failed));
    answer.imageUses = {{.key = "first", .isMade = true}, {.key = "second", .isMade = false}};
    answer.imageProblem = test::kInputError.error("full");
    answer.unreadableImages = {test::kInputError.in("image", "is gone")};
    answer.unreadableFolders = {test::kInputError.in("folder", "is gone")};
    return answer;
}

const std::vector<std::uint32_t> kMembers = {0, 2};

TEST(GroupRequest, IsGivenBack) {
    const GroupRequest request{
        .group = 123'456, .members = {0, 3}, .room = 1, .expectedBytes = 1ULL << 40U, .isAlone = true};
    EXPECT_EQ(decodeGroupRequest(encodeGroupRequest(request)), request);
}

TEST(GroupAnswer, IsGivenBack) {
    const SharedBytes bytes = joined(encodeGroupAnswer(wholeAnswer()));
    const auto answer = decodeGroupAnswer(bytes, kMembers, test::codesOfRuns());
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->bytesRead, 12U);
    EXPECT_EQ(answer->readMilliseconds, 0.5);
    EXPECT_TRUE(answer->isRead);
    EXPECT_FALSE(answer->error);
    EXPECT_FALSE(answer->neededBytes);
    ASSERT_EQ(answer->made.size(), 2U);
    const auto& [member, made] = answer->made[0];
    EXPECT_EQ(member, 0U);
    EXPECT_EQ(made.report.status, UnitStatus::Pending);
    EXPECT_EQ(made.report.inputs[0].status, InputStatus::Pending);
    EXPECT_EQ(made.report.inputs[1].status, InputStatus::Failed);
    EXPECT_EQ(made.report.inputs[1].error, test::kInputError.in("clip", "is damaged"));
    EXPECT_EQ(made.report.counts.joints, 3U);
    EXPECT_EQ(made.report.positionError, 0.25);
    EXPECT_EQ(made.report.times.convertMilliseconds, 1.5);
    EXPECT_EQ(made.looks, (std::vector<Look>{{.kind = LookKind::Unread, .path = "/art/a"}}));
    EXPECT_EQ(made.peakBytes, 77U);
    ASSERT_EQ(made.outputs.size(), 3U);
    EXPECT_EQ(made.outputs[0].name, "shared.bin");
    EXPECT_TRUE(made.outputs[0].isShared);
    EXPECT_EQ(textOf(made.outputs[0]), "once");
    EXPECT_TRUE(made.outputs[1].onlyIfAbsent);
    EXPECT_EQ(textOf(made.outputs[1]), "note");
    EXPECT_FALSE(made.outputs[2].isShared || made.outputs[2].onlyIfAbsent);
    EXPECT_EQ(textOf(made.outputs[2]), "two pieces");
    EXPECT_EQ(answer->made[1].second.report.status, UnitStatus::Failed);
    EXPECT_EQ(answer->made[1].second.report.error, test::kInputError.in("model", "is damaged"));
    ASSERT_EQ(answer->imageUses.size(), 2U);
    EXPECT_EQ(answer->imageUses[0].key, "first");
    EXPECT_TRUE(answer->imageUses[0].isMade);
    EXPECT_FALSE(answer->imageUses[1].isMade);
    EXPECT_EQ(answer->imageProblem, test::kInputError.error("full"));
    EXPECT_THAT(answer->unreadableImages, ElementsAre(test::kInputError.in("image", "is gone")));
    EXPECT_THAT(answer->unreadableFolders, ElementsAre(test::kInputError.in("folder", "is gone")));
}

TEST(GroupAnswer, OfWorkThatEndedHasFewerMembers) {
    GroupAnswer refused{.neededBytes = 99};
    auto answer =
        decodeGroupAnswer(joined(encodeGroupAnswer(std::move(refused))), kMembers, test::codesOfRuns());
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->neededBytes, 99U);
    GroupAnswer failed{.error = test::kInputError.error("threw")};
    answer = decodeGroupAnswer(joined(encodeGroupAnswer(std::move(failed))), kMembers, test::codesOfRuns());
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->error, test::kInputError.error("threw"));
    EXPECT_FALSE(decodeGroupAnswer(joined(encodeGroupAnswer(GroupAnswer{.isRead = true})), kMembers,
                                   test::codesOfRuns()));
}

TEST(GroupAnswer, IsRefusedWithNamesThatLeadElsewhere) {
    for (const std::string& name : {std::string(".."), std::string("."), std::string("../a"),
                                    std::string("a/b"), std::string(), std::string("a\0b", 3)}) {
        GroupAnswer answer{.isRead = true};
        answer.made.emplace_back(0, madeUnit(name));
        const SharedBytes bytes = joined(encodeGroupAnswer(std::move(answer)));
        EXPECT_FALSE(decodeGroupAnswer(bytes, std::vector<std::uint32_t>{0}, test::codesOfRuns())) << name;
    }
}

TEST(GroupAnswer, IsRefusedForOtherMembers) {
    const SharedBytes bytes = joined(encodeGroupAnswer(wholeAnswer()));
    for (const std::vector<std::uint32_t>& members :
         {std::vector<std::uint32_t>{}, {0}, {0, 1}, {2, 0}, {0, 2, 3}})
        EXPECT_FALSE(decodeGroupAnswer(bytes, members, test::codesOfRuns()));
    EXPECT_FALSE(decodeGroupAnswer(bytes, kMembers, {}));
}

/// A worker that the content of a file has taken over sends what it likes.
TEST(GroupAnswer, IsReadOrRefusedWhicheverByteChanges) {
    const SharedBytes whole = joined(encodeGroupAnswer(wholeAnswer()));
    std::vector<std::byte> bytes(whole.begin(), whole.end());
    const std::vector<const ErrorCode*> codes = test::codesOfRuns();
    std::size_t read = 0;
    std::size_t refused = 0;
    const auto look = [&](const std::vector<std::byte>& changed) {
        const auto answer = decodeGroupAnswer(SharedBytes(changed), kMembers, codes);
        ++(answer ? read : refused);
        if (!answer) return;
        for (const auto& [member, made] : answer->made) {
            for (const OutputFile& file : made.outputs)
                EXPECT_LE(file.sizeBytes(), changed.size());
        }
    };
    for (std::byte& byte : bytes) {
        for (const unsigned change : {1U, 0x80U, 0xFFU}) {
            byte ^= static_cast<std::byte>(change);
            look(bytes);
            byte ^= static_cast<std::byte>(change);
        }
    }
    for (std::size_t size = 0; size < bytes.size(); ++size)
        look(std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_GT(read, 10U);
    EXPECT_GT(refused, bytes.size());
}

}  // namespace
}  // namespace rigkiln
