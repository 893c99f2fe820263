#include "formats/containers/zip.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>

#include "formats/containers/zip_directory.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::string_view kLocalMagic = "PK\3\4";
constexpr std::string_view kEmptyMagic = "PK\5\6";
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

bool isZip(std::span<const std::byte> head) {
    const auto begins = [&](std::string_view magic) {
        return head.size() >= magic.size() && std::memcmp(head.data(), magic.data(), magic.size()) == 0;
    };
    return begins(kLocalMagic) || begins(kEmptyMagic);
}

Error problem(const std::string& text) {
    return kArchiveDamaged.error(text);
}

/// Unpacks the bytes of one member in steps.
class MemberStream {
public:
    MemberStream(const ByteSource& source, const ZipEntry& entry, std::uint64_t begin)
        : source_(source), isPacked_(entry.method == kDeflated), at_(begin), left_(entry.packedBytes) {}
    ~MemberStream() {
        if (isOpen_) inflateEnd(&inflate_);
    }
    MemberStream(const MemberStream&) = delete;
    MemberStream& operator=(const MemberStream&) = delete;

    /// Fills `bytes` and returns how many came: fewer only at the end of the member.
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> bytes) {
        Result<std::size_t> count = isPacked_ ? unpack(bytes) : copy(bytes);
        if (count) {
            checksum_ = static_cast<std::uint32_t>(
                crc32_z(checksum_, reinterpret_cast<const Bytef*>(bytes.data()), *count));
        }
        return count;
    }
    [[nodiscard]] std::uint32_t checksum() const { return checksum_; }

private:
    static constexpr std::size_t kPiece = std::size_t{1} << 16U;

    [[nodiscard]] Result<std::size_t> copy(std::span<std::byte> bytes) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left_));
        if (const Status done = source_.read(at_, bytes.first(count)); !done) return done.error();
        at_ += count;
        left_ -= count;
        return count;
    }

    [[nodiscard]] Result<std::size_t> unpack(std::span<std::byte> bytes) {
        constexpr int kRawDeflate = -MAX_WBITS;
        if (!isOpen_) {
            // zlib fails here for want of memory only.
            if (inflateInit2(&inflate_, kRawDeflate) != Z_OK) throw std::bad_alloc();
            isOpen_ = true;
        }
        inflate_.next_out = reinterpret_cast<Bytef*>(bytes.data());
        inflate_.avail_out = static_cast<uInt>(bytes.size());
        while (inflate_.avail_out > 0 && !isAtEnd_) {
            if (inflate_.avail_in == 0) {
                if (const Status filled = fill(); !filled) return filled.error();
            }
            const std::uint64_t from = at_ - inflate_.avail_in;
            const bool isLast = inflate_.avail_in == 0;
            const int result = inflate(&inflate_, Z_NO_FLUSH);
            if (result == Z_STREAM_END) {
                isAtEnd_ = true;
            } else if (result == Z_MEM_ERROR) {
                throw std::bad_alloc();
            } else if (result == Z_BUF_ERROR && isLast) {
                break;
            } else if (result != Z_OK) {
                return problem(fmt::format("deflated bytes at 0x{:X}: {}", from,
                                           inflate_.msg == nullptr ? "are damaged" : inflate_.msg));
            }
        }
        return bytes.size() - inflate_.avail_out;
    }

    [[nodiscard]] Status fill() {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(packed_.size(), left_));
        if (Status done = source_.read(at_, std::span(packed_).first(count)); !done) return done;
        at_ += count;
        left_ -= count;
        inflate_.next_in = reinterpret_cast<Bytef*>(packed_.data());
        inflate_.avail_in = static_cast<uInt>(count);
        return Done{};
    }

    const ByteSource& source_;
    const bool isPacked_;
    std::uint64_t at_;    ///< of the next packed byte that is not read
    std::uint64_t left_;  ///< packed bytes that are not read
    std::uint32_t checksum_ = 0;
    bool isOpen_ = false;
    bool isAtEnd_ = false;
    z_stream inflate_{};
    std::array<std::byte, kPiece> packed_{};
};

class ZipArchive final : public Archive {
public:
    ZipArchive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members,
               std::vector<ZipEntry> entries)
        : Archive(std::move(source), std::move(members)), entries_(std::move(entries)) {}

private:
    /// Reads in steps, so that memory is taken only for bytes that really come.
    [[nodiscard]] Result<std::vector<std::byte>> unpack(std::size_t member,
                                                        std::uint64_t limit) const override {
        constexpr std::size_t kStep = std::size_t{1} << 20U;
        const ZipEntry& entry = entries_[member];
        const Result<std::uint64_t> begin = findZipMember(*source(), entry);
        if (!begin) return begin.error();
        MemberStream stream(*source(), entry, *begin);
        const std::uint64_t size = std::min(entry.bytes, limit);
        std::vector<std::byte> bytes;
        while (bytes.size() < size) {
            checkStop();
            const std::size_t done = bytes.size();
            bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(done + kStep, size)));
            const Result<std::size_t> count = stream.read(std::span(bytes).subspan(done));
            if (!count) return count.error();
            bytes.resize(done + *count);
            if (*count == 0) return problem(fmt::format("ends after {} of {} bytes", done, entry.bytes));
        }
        if (size < entry.bytes) return bytes;
        std::byte more{};
        const Result<std::size_t> extra = stream.read({&more, 1});
        if (!extra) return extra.error();
        if (*extra > 0)
            return problem(fmt::format("is longer than the {} bytes its archive says", entry.bytes));
        if (stream.checksum() != entry.checksum) {
            return problem(fmt::format("has the checksum (CRC-32) 0x{:08X}, the directory says 0x{:08X}",
                                       stream.checksum(), entry.checksum));
        }
        return bytes;
    }

    std::vector<ZipEntry> entries_;  ///< by member
};

std::string problemOf(const ZipEntry& entry, const ContainerLimits& limits) {
    constexpr std::uint16_t kEncrypted = 1U << 0U | 1U << 6U | 1U << 13U;
    if ((entry.flags & kEncrypted) != 0)
        return fmt::format("is encrypted (flags 0x{:X}), which is not read", entry.flags);
    if (entry.method != kStored && entry.method != kDeflated)
        return fmt::format("is packed by method {}, expected 0 (stored) or 8 (deflated)", entry.method);
    if (const auto grows = expansionProblem(entry.packedBytes, entry.bytes, limits)) return "has " + *grows;
    return {};
}

Result<std::shared_ptr<const Archive>> openZip(std::shared_ptr<const ByteSource> source,
                                               const ContainerLimits& limits) {
    Result<std::vector<ZipEntry>> entries = readZipDirectory(*source);
    if (!entries) return entries.error();
    std::erase_if(*entries, [](const ZipEntry& entry) { return entry.name.ends_with('/'); });
    std::vector<ArchiveMember> members;
    members.reserve(entries->size());
    for (const ZipEntry& entry : *entries)
        members.push_back(
            {.name = entry.name, .sizeBytes = entry.bytes, .problem = problemOf(entry, limits)});
    return std::shared_ptr<const Archive>(
        std::make_shared<ZipArchive>(std::move(source), std::move(members), std::move(*entries)));
}

constexpr std::array<std::string_view, 4> kExtensions = {".zip", ".res", ".pk3", ".pk4"};

}  // namespace

constinit const ContainerModule kZipContainer{
    .id = "zip",
    .title = "Zip archive",
    .extensions = kExtensions,
    .kind = ContainerKind::Archive,
    .revision = 2,
    .recognise = isZip,
    .open = openZip,
};

}  // namespace rigkiln::containers
