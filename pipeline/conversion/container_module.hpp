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

/// Limits on unpacked sizes. They protect against small files that unpack to enormous ones.
struct ContainerLimits {
    std::uint64_t maximumBytes = std::uint64_t{1} << 30U;   ///< of one file when it is unpacked
    std::uint64_t maximumTotal = std::uint64_t{64} << 30U;  ///< of all members below one file on the disk
    std::uint64_t maximumRatio = 1000;  ///< unpacked bytes per packed byte; see kFreeBytes

    bool operator==(const ContainerLimits&) const = default;
};

/// Unpacked size up to which any ratio is allowed, because images of one colour compress extremely well.
inline constexpr std::uint64_t kFreeBytes = std::uint64_t{1} << 20U;

/// Largest depth of wrappers inside wrappers, and of archives inside archives, counted from the file on disk.
inline constexpr std::size_t kMaximumNesting = 8;

/// Returns why `packed` bytes that unpack to `unpacked` bytes are refused; nothing when they respect the
/// limits. The text is meant to follow the name of the field that states the size.
[[nodiscard]] std::optional<std::string> expansionProblem(std::uint64_t packed, std::uint64_t unpacked,
                                                          const ContainerLimits& limits);

/// Directory entry of one archive member.
struct ArchiveMember {
    std::string name{};                     ///< as it stands in the archive
    std::uint64_t sizeBytes = 0;            ///< unpacked
    std::optional<std::uint64_t> offset{};  ///< position in the archive, for members that are not packed
    std::string problem{};  ///< why the member cannot be read, for example encryption; empty: readable
};

/// An opened archive. Safe to use from several threads.
class Archive {
public:
    virtual ~Archive() = default;
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    [[nodiscard]] const std::vector<ArchiveMember>& members() const { return members_; }
    [[nodiscard]] const std::shared_ptr<const ByteSource>& source() const { return source_; }

    /// Returns the bytes of a member, at most the first `limit`. Errors name the member.
    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t member, std::uint64_t limit) const;

protected:
    /// Laws: members with an offset lie inside the source.
    Archive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members)
        : source_(std::move(source)), members_(std::move(members)) {}

private:
    /// Unpacks a member without an offset.
    [[nodiscard]] virtual Result<std::vector<std::byte>> unpack(std::size_t member,
                                                                std::uint64_t limit) const = 0;

    std::shared_ptr<const ByteSource> source_;
    std::vector<ArchiveMember> members_;
};

/// An archive whose members are all plain ranges of it.
class PlainArchive final : public Archive {
public:
    PlainArchive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members)
        : Archive(std::move(source), std::move(members)) {}

private:
    [[nodiscard]] Result<std::vector<std::byte>> unpack(std::size_t member,
                                                        std::uint64_t limit) const override;
};

enum class ContainerKind : std::uint8_t {
    Wrapper,  ///< one packed file; is replaced by the file inside
    Archive,  ///< named members; acts as a folder
};

/// A container format as one row of a table. Functions are pure and safe to call from many threads. They do
/// not throw for bad input: errors are `field path at 0xOFFSET: problem (limit)`, and the caller adds the
/// file.
struct ContainerModule {
    std::string_view id{};     ///< "yaz0"
    std::string_view title{};  ///< "Yaz0 stream"
    /// Lower case. Only hints where to look for containers among many files; the bytes decide what a file is.
    std::span<const std::string_view> extensions{};
    ContainerKind kind = ContainerKind::Wrapper;
    std::uint32_t revision = 1;  ///< raise when the same bytes give other files inside

    /// Returns true when the bytes are of this format. `head` is the first kHeadSize bytes, or the whole file
    /// when it is shorter.
    bool (*recognise)(std::span<const std::byte> head) = nullptr;

    /// Wrappers: number of bytes from the beginning that `peek` needs.
    std::size_t peekBytes = 0;
    /// Wrappers: returns at most `limit` first bytes of the file inside, given the beginning of the stream.
    Result<std::vector<std::byte>> (*peek)(std::span<const std::byte> beginning, std::size_t limit) = nullptr;
    /// Wrappers: returns the size of the file inside, given the beginning of the stream; nothing when it is
    /// not stated.
    Result<std::optional<std::uint64_t>> (*unpackedSize)(std::span<const std::byte> beginning) = nullptr;
    /// Wrappers: returns the file inside.
    Result<std::vector<std::byte>> (*unwrap)(std::span<const std::byte> stream,
                                             const ContainerLimits& limits) = nullptr;

    /// Archives: reads the list of members without their content.
    Result<std::shared_ptr<const Archive>> (*open)(std::shared_ptr<const ByteSource> source,
                                                   const ContainerLimits& limits) = nullptr;
};

/// Returns the first container that recognises the bytes; null when none does.
[[nodiscard]] const ContainerModule* findContainer(std::span<const ContainerModule* const> containers,
                                                   std::span<const std::byte> head);

/// Returns the path of a member relative to its archive, with '/' as separator. Also accepts '\' as
/// separator, and drops leading '/' and "./". Fails for names that could lead out of the archive ("..", a
/// drive, a zero byte), and for parts longer than file names can be.
[[nodiscard]] Result<std::string> memberPath(std::string_view name);

}  // namespace rigkiln
