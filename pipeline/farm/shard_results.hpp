#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/state/record_sink.hpp"

namespace rigkiln {

/// Results of one process that runs a shard, in a file of its own in the folder of the shard: what a later
/// process of the shard need not do again, and what is joined in the end. Rows are only appended, in the
/// order in which units ended; a killed process leaves a torn row at the end at most, which readers leave
/// out. Needs no locks: a second process of the same shard, whoever started it, has another file.
///
/// Rows are written when they are 64 KiB together, or half a second old when the next one comes.
class ShardResults final : public RecordSink {
public:
    /// Makes the folder and the file. Fails with kind Environment. Precondition: nothing of the run was read
    /// before.
    [[nodiscard]] static Result<std::unique_ptr<ShardResults>> open(const std::string& folder, Disk& disk);
    /// Writes what was not written yet.
    ~ShardResults() override;

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The clock of the file system, or that of this machine if it is behind: files that change later have a
    /// later time than this, also where the clocks of machines differ.
    [[nodiscard]] const Moment& started() const override { return started_; }
    [[nodiscard]] bool isKept() const override { return true; }
    void remember(const std::string& output, std::string record) override;
    void rememberImage(const ImageUse& use) override;

    /// Writes all rows. Returns the first failure of writing, after which nothing more was written.
    [[nodiscard]] Status finish();

private:
    ShardResults(FileDescriptor file, std::string path, Moment started, Disk& disk)
        : file_(std::move(file)), path_(std::move(path)), started_(started), disk_(disk) {}
    void add(std::string_view output, std::string_view record);
    void write();

    FileDescriptor file_;
    std::string path_;
    Moment started_;
    Disk& disk_;
    std::mutex mutex_;  ///< of what follows
    std::string rows_;  ///< to be written
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
    std::optional<Error> problem_;
};

struct ResultsRead {
    std::size_t files = 0;
    std::size_t units = 0;      ///< rows about units
    std::size_t bytesTorn = 0;  ///< at the ends of files of processes that were killed
};

/// Gets the rows of a shard.
struct ResultsVisitor {
    std::function<void(std::string_view output, std::string_view record)> unit{};
    std::function<void(const ImageUse& use)> image{};  ///< may be empty
};

/// Visits every row in the folder of a shard, those of one process after another; those of the
/// process that wrote last come last. A folder that is not there has none. Fails with kind Environment.
[[nodiscard]] Result<ResultsRead> readShardResults(const std::string& folder, const ResultsVisitor& visit,
                                                   Disk& disk);

}  // namespace rigkiln
