#include "pipeline/farm/farm_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/farm/shard_results.hpp"

namespace rigkiln {
namespace {

using FolderJson = nlohmann::ordered_json;

constexpr int kFarmVersion = 1;

std::uint64_t digestOfText(std::string_view text) {
    return XXH3_64bits(text.data(), text.size());
}

/// Reads a document with a member "version". `read` may throw exceptions of the JSON library.
template <class Read>
auto readFolderJson(std::string_view text, const Read& read) -> Result<decltype(read(FolderJson()))> {
    try {
        const FolderJson json = FolderJson::parse(text);
        if (json.at("version") != kFarmVersion) {
            return kFarmFileDamaged.at("version", fmt::format("is {}, and this program reads version {}",
                                                              json.at("version").dump(), kFarmVersion));
        }
        return read(json);
    } catch (const FolderJson::exception& problem) {
        return kFarmFileDamaged.error(problem.what());
    }
}

}  // namespace

std::string farmFile(const std::string& farm) {
    return farm + "/farm.json";
}

std::string roundFolder(const std::string& farm, std::size_t round) {
    return fmt::format("{}/round-{}", farm, round);
}

std::string roundFile(const std::string& roundFolder) {
    return roundFolder + "/round.json";
}

std::string shardFile(const std::string& roundFolder, std::size_t shard) {
    return fmt::format("{}/shards/{:05}.jsonl", roundFolder, shard);
}

std::string shardResults(const std::string& roundFolder, std::size_t shard) {
    return fmt::format("{}/results/{:05}", roundFolder, shard);
}

std::vector<std::string> traceFiles(const std::string& farm, std::span<const FarmRound> rounds) {
    std::vector<std::string> files;
    for (const FarmRound& round : rounds) {
        for (std::size_t shard = 1; shard <= round.shards.size(); ++shard) {
            std::error_code unknown;  // a shard that nobody began has no folder
            const std::string folder = shardResults(roundFolder(farm, round.number), shard);
            for (const auto& file : std::filesystem::directory_iterator(folder, unknown)) {
                if (file.path().native().ends_with(kTraceExtension)) files.push_back(file.path().string());
            }
        }
    }
    std::ranges::sort(files);
    return files;
}

std::string toJsonText(const FarmFacts& facts) {
    const FolderJson json = {{"version", kFarmVersion},
                             {"program", facts.program},
                             {"configuration", facts.configuration},
                             {"definitions", facts.definitions},
                             {"strict", facts.strict},
                             {"traces", facts.traces},
                             {"shards", facts.shards},
                             {"run_options", facts.runOptions},
                             {"batch_options", facts.batchOptions}};
    return json.dump(2) + "\n";
}

std::string toJsonText(const FarmRound& round) {
    FolderJson json = {{"version", kFarmVersion},
                       {"round", round.number},
                       {"planned", round.planned},
                       {"units", round.units},
                       {"shards", FolderJson::array()}};
    for (const FarmRound::Shard& shard : round.shards)
        json["shards"].push_back({{"units", shard.units}, {"cost", shard.cost}});
    return json.dump(1) + "\n";
}

Result<FarmFacts> farmFactsFrom(std::string_view text) {
    using Words = std::vector<std::string>;
    return readFolderJson(text, [](const FolderJson& json) {
        return FarmFacts{.program = json.at("program").get<std::string>(),
                         .configuration = json.at("configuration").get<std::string>(),
                         .definitions = json.at("definitions").get<Words>(),
                         .strict = json.at("strict").get<bool>(),
                         .traces = json.at("traces").get<bool>(),
                         .shards = json.at("shards").get<std::size_t>(),
                         .runOptions = json.at("run_options").get<Words>(),
                         .batchOptions = json.at("batch_options").get<Words>()};
    });
}

Result<FarmRound> farmRoundFrom(std::string_view text) {
    return readFolderJson(text, [](const FolderJson& json) {
        FarmRound round{.number = json.at("round").get<std::size_t>(),
                        .planned = json.at("planned").get<std::size_t>(),
                        .units = json.at("units").get<std::size_t>()};
        for (const FolderJson& shard : json.at("shards")) {
            round.shards.push_back(
                {.units = shard.at("units").get<std::size_t>(), .cost = shard.at("cost").get<double>()});
        }
        return round;
    });
}

OutputKey::OutputKey(std::string_view output) {
    const std::size_t folderBytes = output.rfind('/') + 1;  // 0 without a folder
    folder = digestOfText(output.substr(0, folderBytes));
    name = digestOfText(output.substr(folderBytes));
}

void Deliveries::add(std::string_view output) {
    keys_.push_back(OutputKey(output));
}

void Deliveries::finish() {
    sortRows(keys_);
    // clang 14 cannot read std::ranges::unique of the distribution's library.
    const auto behindLast =
        std::unique(keys_.begin(), keys_.end(), [](const OutputKey& left, const OutputKey& right) {
            noteRow(&right);
            return left == right;
        });
    keys_.truncate(static_cast<std::size_t>(behindLast - keys_.begin()));
}

bool Deliveries::has(std::string_view output) const {
    return std::ranges::binary_search(keys_, OutputKey(output), RowIsBefore());
}

Status gatherResults(const std::string& roundFolder, const FarmRound& round, RunState& state,
                     Deliveries& deliveries, Disk& disk) {
    for (std::size_t shard = 1; shard <= round.shards.size(); ++shard) {
        const Result<ResultsRead> read =
            readShardResults(shardResults(roundFolder, shard),
                             {.unit =
                                  [&](std::string_view output, std::string_view record) {
                                      state.remember(std::string(output), std::string(record));
                                      deliveries.add(output);
                                  },
                              .image = [&](const ImageUse& image) { deliveries.add(image); }},
                             disk);
        if (!read) return read.error();
    }
    return Done{};
}

}  // namespace rigkiln
