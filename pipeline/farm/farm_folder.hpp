#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// Options of the command that made a farm, and the path of its configuration: the content of
/// FOLDER/farm.json.
struct FarmFacts {
    std::string program{};                   ///< version of the program
    std::string configuration{};             ///< absolute path
    std::vector<std::string> definitions{};  ///< -D, "name=value"
    bool strict = false;
    bool traces = false;                      ///< each process of a shard leaves a trace
    std::size_t shards = 1;                   ///< asked for
    std::vector<std::string> runOptions{};    ///< of every shard, as words of the command line
    std::vector<std::string> batchOptions{};  ///< of every job of Slurm, likewise

    bool operator==(const FarmFacts&) const = default;
};

/// A part of the work that was dealt at once: FOLDER/round-N.
struct FarmRound {
    std::size_t number = 1;
    std::size_t planned = 0;  ///< outputs of the whole plan
    std::size_t units = 0;    ///< outputs in the shards
    struct Shard {
        std::size_t units = 0;
        double cost = 0;
        bool operator==(const Shard&) const = default;
    };
    std::vector<Shard> shards{};

    bool operator==(const FarmRound&) const = default;
};

// Paths. `round` and `shard` count from 1.
[[nodiscard]] std::string farmFile(const std::string& farm);
[[nodiscard]] std::string roundFolder(const std::string& farm, std::size_t round);
[[nodiscard]] std::string roundFile(const std::string& roundFolder);
[[nodiscard]] std::string shardFile(const std::string& roundFolder, std::size_t shard);
/// Folder with what the processes of a shard did; see ShardResults.
[[nodiscard]] std::string shardResults(const std::string& roundFolder, std::size_t shard);

/// Traces that processes of the shards of all rounds left, sorted.
[[nodiscard]] std::vector<std::string> traceFiles(const std::string& farm, std::span<const FarmRound> rounds);
/// End of the names of these files.
inline constexpr std::string_view kTraceExtension = ".trace.json";

[[nodiscard]] std::string toJsonText(const FarmFacts& facts);
[[nodiscard]] std::string toJsonText(const FarmRound& round);
/// Read them back. Fail with kFarmFileDamaged.
[[nodiscard]] Result<FarmFacts> farmFactsFrom(std::string_view text);
[[nodiscard]] Result<FarmRound> farmRoundFrom(std::string_view text);

/// Stands for the path of an output. Keys of one folder are neighbours in their order, and so are the pages
/// that somebody needs who asks for outputs in the order of their paths.
struct OutputKey {
    std::uint64_t folder = 0;  ///< digest
    std::uint64_t name = 0;    ///< digest

    explicit OutputKey(std::string_view output);
    auto operator<=>(const OutputKey&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Outputs that shards of a farm delivered.
class Deliveries {
public:
    void add(std::string_view output);
    /// Ends adding.
    void finish();
    [[nodiscard]] std::size_t size() const { return keys_.size(); }
    [[nodiscard]] bool has(std::string_view output) const;

    /// Sets when the first shard could begin, by the clock of the file system.
    void setBegan(const Moment& began) { began_ = began; }
    [[nodiscard]] const Moment& began() const { return began_; }

    void add(const ImageUse& image) { images_.push_back(image); }
    /// Uses of images by all shards.
    [[nodiscard]] const std::vector<ImageUse>& images() const { return images_; }

private:
    PagedRows<OutputKey> keys_;
    std::vector<ImageUse> images_;
    Moment began_;
};

/// Puts what the shards of a round delivered into the state. Fails with kind Environment.
[[nodiscard]] Status gatherResults(const std::string& roundFolder, const FarmRound& round, RunState& state,
                                   Deliveries& deliveries, Disk& disk);

}  // namespace rigkiln
