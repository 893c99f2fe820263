#include "pipeline/farm/shard_results.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/gathered_write.hpp"
#include "pipeline/files/make_folders.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/files/temporary_names.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kMagic = "rigkiln results 1\n";
constexpr std::string_view kExtension = ".results";

// Stand for the output in rows about images. Outputs have absolute paths.
constexpr std::string_view kImageMade = "image made";
constexpr std::string_view kImageFound = "image found";

bool isImage(std::string_view output) {
    return output == kImageMade || output == kImageFound;
}

/// Numbers before the texts of a row.
struct RowHead {
    std::uint32_t outputBytes = 0;
    std::uint32_t recordBytes = 0;
    std::uint64_t digest = 0;  ///< of both texts
};
static_assert(sizeof(RowHead) == 16);

std::uint64_t digestOfTexts(std::string_view output, std::string_view record) {
    return XXH3_64bits_withSeed(record.data(), record.size(), XXH3_64bits(output.data(), output.size()));
}

std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

Result<std::unique_ptr<ShardResults>> ShardResults::open(const std::string& folder, Disk& disk) {
    if (const Status made = makeFolders(disk, folder); !made) return made.error();
    // No other process ever has this name; it begins with a dot, which would hide the file.
    const std::string path = fmt::format("{}/{}0{}", folder, temporaryPrefix().substr(1), kExtension);
    const DiskResult<int> created = disk.createFile(Disk::kNoFolder, path);
    if (!created) return systemError(kCannotWrite, path, "write", created.problem);
    FileDescriptor file(created.value, disk);
    const auto magic = bytesOf(kMagic);
    if (const int problem = writeGathered(disk, file.get(), std::span(&magic, 1)); problem != 0)
        return systemError(kCannotWrite, path, "write", problem);
    Moment started = momentNow();
    if (const DiskResult<FileStatus> status = disk.lookAt(file.get())) {
        started = std::min(started, Moment{.seconds = status.value.modifiedSeconds,
                                           .nanoseconds = status.value.modifiedNanoseconds});
    }
    return std::unique_ptr<ShardResults>(  // NOLINT(modernize-make-unique): private
        new ShardResults(std::move(file), path, started, disk));
}

ShardResults::~ShardResults() {
    static_cast<void>(finish());
}

void ShardResults::remember(const std::string& output, std::string record) {
    using namespace std::chrono_literals;
    constexpr std::size_t kBytesAtOnce = std::size_t{64} << 10U;
    const std::lock_guard lock(mutex_);
    add(output, record);
    if (rows_.size() >= kBytesAtOnce || std::chrono::steady_clock::now() - written_ >= 500ms) write();
}

/// A process that is killed after it has made an image must have said so: another one finds the image.
void ShardResults::rememberImage(const ImageUse& use) {
    const std::lock_guard lock(mutex_);
    add(use.isMade ? kImageMade : kImageFound, use.key);
    if (use.isMade) write();
}

/// Precondition: the mutex is held.
void ShardResults::add(std::string_view output, std::string_view record) {
    const RowHead head{.outputBytes = static_cast<std::uint32_t>(output.size()),
                       .recordBytes = static_cast<std::uint32_t>(record.size()),
                       .digest = digestOfTexts(output, record)};
    rows_.append(reinterpret_cast<const char*>(&head), sizeof head);
    rows_ += output;
    rows_ += record;
}

Status ShardResults::finish() {
    const std::lock_guard lock(mutex_);
    write();
    if (problem_) return *problem_;
    return Done{};
}

/// Precondition: the mutex is held.
void ShardResults::write() {
    written_ = std::chrono::steady_clock::now();
    if (rows_.empty() || problem_) return;
    const auto rows = bytesOf(rows_);
    if (const int problem = writeGathered(disk_, file_.get(), std::span(&rows, 1)); problem != 0)
        problem_ = systemError(kCannotWrite, path_, "write results", problem);
    rows_.clear();
}

namespace {

/// Reads rows from a file, some at a time.
class RowReader {
public:
    RowReader(OpenFile file, Disk& disk) : file_(std::move(file)), disk_(disk) {}

    /// Returns false at the end, or before a torn row. Views are valid until the next call.
    bool next(std::string_view& output, std::string_view& record) {
        if (done_ == 0 && !takeMagic()) return false;
        RowHead head;
        if (!fill(sizeof head)) return false;
        std::memcpy(&head, bytes_.data() + begin_, sizeof head);
        // Nothing that a file does not hold is made room for.
        const std::uint64_t size = std::uint64_t{head.outputBytes} + head.recordBytes;
        if (size > file_.sizeBytes || !fill(sizeof head + static_cast<std::size_t>(size))) return false;
        const std::string_view row(bytes_.data() + begin_ + sizeof head, static_cast<std::size_t>(size));
        output = row.substr(0, head.outputBytes);
        record = row.substr(head.outputBytes);
        if (digestOfTexts(output, record) != head.digest) return false;
        skip(sizeof head + row.size());
        return true;
    }

    /// Bytes that were read as rows.
    [[nodiscard]] std::uint64_t done() const { return done_; }
    [[nodiscard]] int problem() const { return problem_; }

private:
    bool takeMagic() {
        if (!fill(kMagic.size())) return false;
        if (std::string_view(bytes_).substr(begin_, kMagic.size()) != kMagic) return false;
        skip(kMagic.size());
        return true;
    }

    void skip(std::size_t count) {
        begin_ += count;
        done_ += count;
    }

    /// Reads on until there are `count` bytes.
    bool fill(std::size_t count) {
        constexpr std::size_t kBytesAtOnce = std::size_t{1} << 20U;
        while (bytes_.size() - begin_ < count && problem_ == 0) {
            bytes_.erase(0, begin_);
            begin_ = 0;
            const std::size_t before = bytes_.size();
            bytes_.resize(std::max(count, before + kBytesAtOnce));
            const DiskResult<std::size_t> got =
                disk_.read(file_.descriptor.get(), std::as_writable_bytes(std::span(bytes_).subspan(before)),
                           std::nullopt);
            bytes_.resize(before + (got ? got.value : 0));
            problem_ = got.problem;
            if (got && got.value == 0) return false;
        }
        return problem_ == 0;
    }

    OpenFile file_;
    Disk& disk_;
    std::string bytes_;
    std::size_t begin_ = 0;  ///< of the next row in them
    std::uint64_t done_ = 0;
    int problem_ = 0;
};

}  // namespace

Result<ResultsRead> readShardResults(const std::string& folder, const ResultsVisitor& visit, Disk& disk) {
    const DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, folder, Links::Follow);
    if (!opened && isAbsent(opened.problem)) return ResultsRead();
    if (!opened) return systemError(kCannotReadFolder, folder, "open", opened.problem);
    const FileDescriptor descriptor(opened.value, disk);
    const DiskResult<std::vector<FolderEntry>> entries = disk.listFolder(descriptor.get());
    if (!entries) return systemError(kCannotReadFolder, folder, "list", entries.problem);
    struct Found {
        FileStatus status{};
        std::string path{};
        OpenFile file{};
    };
    std::vector<Found> files;
    for (const FolderEntry& entry : entries.value) {
        if (!entry.name.ends_with(kExtension)) continue;
        std::string path = folder + "/" + entry.name;
        Result<OpenFile> file = openRegularFile(path, disk);
        if (!file) return file.error();
        const FileStatus status = file->status;
        files.push_back({.status = status, .path = std::move(path), .file = std::move(*file)});
    }
    // A later row of an output counts. The last change of a file is not before its beginning, and what two
    // processes of one shard made of a unit is the same.
    std::ranges::sort(files, {}, [](const Found& found) {
        return std::tuple(found.status.modifiedSeconds, found.status.modifiedNanoseconds, found.path);
    });
    ResultsRead read{.files = files.size()};
    for (Found& found : files) {
        const std::uint64_t size = found.file.sizeBytes;
        RowReader reader(std::move(found.file), disk);
        std::string_view output;
        std::string_view record;
        while (reader.next(output, record)) {
            if (isImage(output)) {
                if (visit.image) visit.image({.key = std::string(record), .isMade = output == kImageMade});
                continue;
            }
            visit.unit(output, record);
            ++read.units;
        }
        if (reader.problem() != 0) return systemError(kCannotRead, found.path, "read", reader.problem());
        read.bytesTorn += static_cast<std::size_t>(size - std::min(size, reader.done()));
    }
    return read;
}

}  // namespace rigkiln
