#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/error.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/images/image_state.hpp"
#include "pipeline/run/group_maker.hpp"

/// Messages between a run and its worker processes, one request and one answer for each group.
namespace rigkiln {

/// Work on a group, for a worker.
struct GroupRequest {
    std::size_t group = 0;                 ///< number in the run
    std::vector<std::uint32_t> members{};  ///< as in GroupOrder
    std::size_t room = 0;
    std::size_t expectedBytes = 0;  ///< as in MemoryAccount
    bool isAlone = false;           ///< no other worker is at work: this one has all the memory
    bool operator==(const GroupRequest&) const = default;
};

/// Result of a worker for one group.
struct GroupAnswer {
    std::size_t bytesRead = 0;
    double readMilliseconds = 0;
    /// Bytes that the group needs at least, if it was refused memory.
    std::optional<std::size_t> neededBytes{};
    bool isRead = false;           ///< false: a source could not be read, so that all members failed
    std::optional<Error> error{};  ///< ended the work; members may be missing
    /// By member, in order. Once sent, reports have results only, and not what the plan says of the units.
    std::vector<std::pair<std::uint32_t, MadeUnit>> made{};

    // Since the last answer of the worker
    std::vector<ImageUse> imageUses{};
    std::optional<Error> imageProblem{};     ///< why images are not kept any more
    std::vector<Error> unreadableImages{};   ///< see ImageStore::problems
    std::vector<Error> unreadableFolders{};  ///< see ImageFolders::problems
};

[[nodiscard]] std::string encodeGroupRequest(const GroupRequest& request);
/// Precondition: encodeGroupRequest made the bytes.
[[nodiscard]] GroupRequest decodeGroupRequest(std::string_view bytes);

/// Returns the bytes of the answer in pieces, those of outputs as they are.
[[nodiscard]] std::vector<SharedBytes> encodeGroupAnswer(GroupAnswer answer);
/// Reads it back; outputs are parts of `bytes`. Safe for any bytes: returns nothing for those that are no
/// answer to a request with these members, for outputs whose names are no names of files, and for errors
/// whose codes are not among `codes`, sorted by id.
[[nodiscard]] std::optional<GroupAnswer> decodeGroupAnswer(const SharedBytes& bytes,
                                                           std::span<const std::uint32_t> members,
                                                           std::span<const ErrorCode* const> codes);

}  // namespace rigkiln
