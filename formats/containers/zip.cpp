#include "formats/containers/zip.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <zip.h>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::string_view kLocalMagic = "PK\3\4";
constexpr std::string_view kEmptyMagic = "PK\5\6";
constexpr std::size_t kDirectoryEntrySize = 46;
constexpr std::size_t kSmallestArchive = 22;

bool isZip(std::span<const std::byte> head) {
    const auto begins = [&](std::string_view magic) {
        return head.size() >= magic.size() && std::memcmp(head.data(), magic.data(), magic.size()) == 0;
    };
    return begins(kLocalMagic) || begins(kEmptyMagic);
}

struct CloseZip {
    void operator()(zip_t* zip) const { zip_discard(zip); }
};
struct CloseMember {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;
using Source = std::unique_ptr<zip_source_t, FreeSource>;

class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    [[nodiscard]] zip_error_t* get() { return &error_; }
    [[nodiscard]] std::string text() { return zip_error_strerror(&error_); }

private:
    zip_error_t error_{};
};

Error problem(const std::string& text) {
    return kArchiveDamaged.error(text);
}

/// Callback state of a libzip source that reads from a ByteSource.
struct Reader {
    std::shared_ptr<const ByteSource> source;
    zip_uint64_t position = 0;
    ZipError error{};

    zip_int64_t read(void* data, zip_uint64_t length) {
        const auto left = source->size() - std::min(position, source->size());
        const auto count = static_cast<std::size_t>(std::min(length, left));
        const Status status = source->read(position, {static_cast<std::byte*>(data), count});
        if (!status) {
            zip_error_set(error.get(), ZIP_ER_READ, 0);
            return -1;
        }
        position += count;
        return static_cast<zip_int64_t>(count);
    }

    zip_int64_t seek(void* data, zip_uint64_t length) {
        const zip_int64_t target =
            zip_source_seek_compute_offset(position, source->size(), data, length, error.get());
        if (target < 0) return -1;
        position = static_cast<zip_uint64_t>(target);
        return 0;
    }

    zip_int64_t describe(void* data) const {
        auto* stat = static_cast<zip_stat_t*>(data);
        zip_stat_init(stat);
        stat->size = source->size();
        stat->valid |= ZIP_STAT_SIZE;
        return sizeof(zip_stat_t);
    }
};

zip_int64_t answer(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto* reader = static_cast<Reader*>(state);
    switch (command) {
        case ZIP_SOURCE_OPEN:
            reader->position = 0;
            return 0;
        case ZIP_SOURCE_READ:
            return reader->read(data, length);
        case ZIP_SOURCE_SEEK:
            return reader->seek(data, length);
        case ZIP_SOURCE_TELL:
            return static_cast<zip_int64_t>(reader->position);
        case ZIP_SOURCE_STAT:
            return reader->describe(data);
        case ZIP_SOURCE_ERROR:
            return zip_error_to_data(reader->error.get(), data, length);
        case ZIP_SOURCE_CLOSE:
            return 0;
        case ZIP_SOURCE_FREE:
            // libzip's source owned the reader through a raw pointer.
            static_cast<void>(std::unique_ptr<Reader>(reader));
            return 0;
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_SEEK,
                                                  ZIP_SOURCE_TELL, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                                                  ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE, -1);
        default:
            zip_error_set(reader->error.get(), ZIP_ER_OPNOTSUPP, 0);
            return -1;
    }
}

Result<Zip> openDirectory(const std::shared_ptr<const ByteSource>& source) {
    ZipError error;
    auto reader = std::make_unique<Reader>();
    reader->source = source;
    Source zipSource(zip_source_function_create(answer, reader.get(), error.get()));
    if (!zipSource) return problem("directory: " + error.text());
    static_cast<void>(reader.release());  // now owned by the source
    Zip zip(zip_open_from_source(zipSource.get(), ZIP_RDONLY | ZIP_CHECKCONS, error.get()));
    if (!zip) return problem("directory: " + error.text());
    static_cast<void>(zipSource.release());  // now owned by the archive
    return zip;
}

/// libzip handles are not thread-safe. Each thread takes a free handle, or opens another one.
class ZipArchive final : public Archive {
public:
    ZipArchive(std::shared_ptr<const ByteSource> source, std::vector<ArchiveMember> members,
               std::vector<zip_uint64_t> numbers, Zip zip)
        : Archive(std::move(source), std::move(members)), numbers_(std::move(numbers)) {
        free_.push_back(std::move(zip));
    }

private:
    [[nodiscard]] Result<std::vector<std::byte>> unpack(std::size_t member,
                                                        std::uint64_t limit) const override {
        Result<Zip> zip = takeHandle();
        if (!zip) return zip.error();
        const std::uint64_t whole = members()[member].sizeBytes;
        Result<std::vector<std::byte>> bytes =
            unpackWith(**zip, member, std::min(whole, limit), whole <= limit);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(*zip));
        return bytes;
    }

    [[nodiscard]] Result<Zip> takeHandle() const {
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                Zip zip = std::move(free_.back());
                free_.pop_back();
                return zip;
            }
        }
        return openDirectory(source());
    }

    /// Reads in steps, so that memory is taken only for bytes that really come.
    [[nodiscard]] Result<std::vector<std::byte>> unpackWith(zip_t& zip, std::size_t member,
                                                            std::uint64_t size, bool isWhole) const {
        constexpr std::size_t kStep = std::size_t{1} << 20U;
        const std::unique_ptr<zip_file_t, CloseMember> file(zip_fopen_index(&zip, numbers_[member], 0));
        if (!file) return problem(zip_strerror(&zip));
        std::vector<std::byte> bytes;
        while (bytes.size() < size) {
            checkStop();
            const std::size_t begin = bytes.size();
            bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(begin + kStep, size)));
            const zip_int64_t count = zip_fread(file.get(), bytes.data() + begin, bytes.size() - begin);
            if (count < 0) return problem(zip_file_strerror(file.get()));
            bytes.resize(begin + static_cast<std::size_t>(count));
            if (count == 0)
                return problem(
                    fmt::format("ends after {} of {} bytes", bytes.size(), members()[member].sizeBytes));
        }
        std::byte more{};
        // Reading at the end makes libzip check the checksum.
        const zip_int64_t extra = isWhole ? zip_fread(file.get(), &more, 1) : 0;
        if (extra < 0) return problem(zip_file_strerror(file.get()));
        if (extra > 0) return problem(fmt::format("is longer than the {} bytes its archive says", size));
        return bytes;
    }

    std::vector<zip_uint64_t> numbers_;  ///< index in the archive's directory, by member
    mutable std::mutex mutex_;
    mutable std::vector<Zip> free_;
};

std::string problemOf(const zip_stat_t& stat, const ContainerLimits& limits) {
    if (stat.encryption_method != ZIP_EM_NONE) return "is encrypted, which is not read";
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
        return fmt::format("is packed by method {}, expected 0 (stored) or 8 (deflated)", stat.comp_method);
    if (const auto grows = expansionProblem(stat.comp_size, stat.size, limits)) return "has " + *grows;
    return {};
}

Result<std::shared_ptr<const Archive>> openZip(std::shared_ptr<const ByteSource> source,
                                               const ContainerLimits& limits) {
    // libzip would accept an empty file as an empty archive.
    if (source->size() < kSmallestArchive) {
        return problem(
            fmt::format("directory: needs {} bytes, {} are there", kSmallestArchive, source->size()));
    }
    Result<Zip> zip = openDirectory(source);
    if (!zip) return zip.error();
    const zip_int64_t count = zip_get_num_entries(zip->get(), 0);
    if (count < 0 || static_cast<std::uint64_t>(count) > source->size() / kDirectoryEntrySize)
        return problem(fmt::format("directory: has {} entries, {} bytes hold fewer", count, source->size()));
    std::vector<ArchiveMember> members;
    std::vector<zip_uint64_t> numbers;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
        zip_stat_t stat;
        if (zip_stat_index(zip->get(), i, ZIP_FL_ENC_RAW, &stat) != 0)
            return problem(fmt::format("directory: entry {}: {}", i, zip_strerror(zip->get())));
        const std::string_view name = stat.name == nullptr ? "" : stat.name;
        if (name.ends_with('/')) continue;  // a folder
        members.push_back(
            {.name = std::string(name), .sizeBytes = stat.size, .problem = problemOf(stat, limits)});
        numbers.push_back(i);
    }
    return std::shared_ptr<const Archive>(std::make_shared<ZipArchive>(std::move(source), std::move(members),
                                                                       std::move(numbers), std::move(*zip)));
}

constexpr std::array<std::string_view, 4> kExtensions = {".zip", ".res", ".pk3", ".pk4"};

[[noreturn]] void failEncoding(const std::string& what) {
    throw EncodeError("archive", what);
}

void addMember(zip_t& zip, const ZipMember& member) {
    // libzip borrows the bytes until the archive is written.
    zip_source_t* source = zip_source_buffer(&zip, member.bytes.data(), member.bytes.size(), 0);
    if (source == nullptr) failEncoding(zip_strerror(&zip));
    const zip_int64_t index = zip_file_add(&zip, member.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        failEncoding(zip_strerror(&zip));
    }
    const auto number = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstOfJanuary1980 = 1U << 5U | 1U;
    const bool isSet =
        zip_set_file_compression(&zip, number, member.isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0 &&
        zip_file_set_dostime(&zip, number, 0, kFirstOfJanuary1980, 0) == 0;
    if (!isSet) failEncoding(zip_strerror(&zip));
}

/// Reads back the written archive.
std::vector<std::byte> bytesOf(zip_source_t& source) {
    zip_stat_t stat;
    if (zip_source_stat(&source, &stat) != 0 || zip_source_open(&source) != 0)
        failEncoding("cannot be read again");
    std::vector<std::byte> bytes(stat.size);
    const zip_int64_t count = zip_source_read(&source, bytes.data(), bytes.size());
    zip_source_close(&source);
    if (count != static_cast<zip_int64_t>(bytes.size())) failEncoding("cannot be read again");
    return bytes;
}

}  // namespace

constinit const ContainerModule kZipContainer{
    .id = "zip",
    .title = "Zip archive",
    .extensions = kExtensions,
    .kind = ContainerKind::Archive,
    .recognise = isZip,
    .open = openZip,
};

std::vector<std::byte> encodeZip(const std::vector<ZipMember>& members) {
    if (members.empty()) {
        // libzip does not write empty archives: this is their end record.
        std::vector<std::byte> bytes(kSmallestArchive);
        std::memcpy(bytes.data(), kEmptyMagic.data(), kEmptyMagic.size());
        return bytes;
    }
    ZipError error;
    const Source source(zip_source_buffer_create(nullptr, 0, 0, error.get()));
    if (!source) failEncoding(error.text());
    Zip zip(zip_open_from_source(source.get(), ZIP_CREATE | ZIP_TRUNCATE, error.get()));
    if (!zip) failEncoding(error.text());
    zip_source_keep(source.get());
    for (const ZipMember& member : members)
        addMember(*zip, member);
    if (zip_close(zip.get()) != 0) failEncoding(zip_strerror(zip.get()));
    static_cast<void>(zip.release());  // freed by zip_close
    return bytesOf(*source);
}

}  // namespace rigkiln::containers
