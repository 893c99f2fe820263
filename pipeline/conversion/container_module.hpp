#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/byte_source.hpp"

namespace rigkiln {

/// How far packed bytes may grow. A few octets can claim anything, and some of them even keep their word.
struct ContainerLimits {
    std::uint64_t maximumBytes = std::uint64_t{1} << 30U;   ///< of one file when it is unpacked
    std::uint64_t maximumTotal = std::uint64_t{64} << 30U;  ///< of all members below one file on the disk
    std::uint64_t maximumRatio = 1000;                      ///< unpacked bytes to one packed; see kFreeBytes

    bool operator==(const ContainerLimits&) const = default;
};

/// What unpacks to no more than this may have any ratio: pictures of one colour do.
inline constexpr std::uint64_t kFreeBytes = std::uint64_t{1} << 20U;

/// Wrappers inside wrappers, and archives inside archives, from the file on the disk on.
inline constexpr std::size_t kMaximumNesting = 8;

/// What is wrong with packed bytes that are `unpacked` bytes long when they are unpacked; nothing when they
/// keep to the limits. Ready to follow the name of the field that says so.
[[nodiscard]] std::optional<std::string> expansionProblem(std::uint64_t packed, std::uint64_t unpacked,
                                                          const ContainerLimits& limits);

/// What an archive says of a member.
struct ArchiveMember {
    std::string name{};                     ///< as it stands in the archive
    std::uint64_t sizeBytes = 0;            ///< unpacked
    std::optional<std::uint64_t> offset{};  ///< in the archive, of a member whose bytes are not packed
    std::string problem{};  ///< why it cannot be read, as for one that is encrypted; empty: it can
};

/// An archive that was opened. Safe to use from several threads.
class Archive {
public:
    virtual ~Archive() = default;
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    [[nodiscard]] const std::vector<ArchiveMember>& members() const { return members_; }
    [[nodiscard]] const std::shared_ptr<const ByteSource>& source() const { return source_; }

    /// The bytes of a member, or the first `limit` of them. Fails with its name and what is wrong.
    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t member, std::uint64_t limit) const;

protected:
    /// Laws: members with an offset lie inside the source.
    Archive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members)
        : source_(std::move(source)), members_(std::move(members)) {}

private:
    /// Of a member without an offset.
    [[nodiscard]] virtual Result<std::vector<std::byte>> unpack(std::size_t member,
                                                                std::uint64_t limit) const = 0;

    std::shared_ptr<const ByteSource> source_;
    std::vector<ArchiveMember> members_;
};

/// An archive whose members are nothing but ranges of it.
class PlainArchive final : public Archive {
public:
    PlainArchive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members)
        : Archive(std::move(source), std::move(members)) {}

private:
    [[nodiscard]] Result<std::vector<std::byte>> unpack(std::size_t member,
                                                        std::uint64_t limit) const override;
};

enum class ContainerKind : std::uint8_t {
    Wrapper,  ///< one file, packed: it stands for the file inside
    Archive,  ///< members with names: a folder
};

/// A container as one row of a table. Functions are pure and safe to call from many threads; none of them
/// throws for bad input: errors are `field path at 0xOFFSET: problem (limit)` without the file, which the
/// caller knows.
struct ContainerModule {
    std::string_view id{};     ///< "yaz0"
    std::string_view title{};  ///< "Yaz0 stream"
    /// Lower case. Hints where to look for containers among a million other files, no more: what a file is,
    /// its bytes say.
    std::span<const std::string_view> extensions{};
    ContainerKind kind = ContainerKind::Wrapper;

    /// `head` is the first kHeadSize bytes, or all there are.
    bool (*recognise)(std::span<const std::byte> head) = nullptr;

    /// Wrappers: so many bytes from the beginning are enough for `peek`.
    std::size_t peekBytes = 0;
    /// Wrappers: the first bytes of the file inside, at most `limit`, from the first of the stream.
    Result<std::vector<std::byte>> (*peek)(std::span<const std::byte> beginning, std::size_t limit) = nullptr;
    /// Wrappers: how long the file inside is, by the beginning of the stream; nothing when it does not say.
    Result<std::optional<std::uint64_t>> (*unpackedSize)(std::span<const std::byte> beginning) = nullptr;
    /// Wrappers: the file inside.
    Result<std::vector<std::byte>> (*unwrap)(std::span<const std::byte> stream,
                                             const ContainerLimits& limits) = nullptr;

    /// Archives: reads the list of members, and nothing of these.
    Result<std::shared_ptr<const Archive>> (*open)(std::shared_ptr<const ByteSource> source,
                                                   const ContainerLimits& limits) = nullptr;
};

/// The first that knows the bytes; null when none does.
[[nodiscard]] const ContainerModule* findContainer(std::span<const ContainerModule* const> containers,
                                                   std::span<const std::byte> head);

/// Where a member stands below its archive: '/' separates, as '\' does in the archive; what leads nowhere
/// ("/" in front, "./") is left out. Refuses what could lead out of it ("..", a drive, a zero byte) and
/// names that no file has.
[[nodiscard]] Result<std::string> memberPath(std::string_view name);

}  // namespace rigkiln
