#include "tools/cli/run_shard.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/farm/shard_file.hpp"
#include "pipeline/farm/shard_results.hpp"
#include "pipeline/files/machine_name.hpp"
#include "pipeline/run/host.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/execute_run.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"
#include "tools/cli/stop_signals.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

struct ShardNumber {
    std::size_t number = 0;
    std::size_t count = 0;
};

Result<ShardNumber> shardNumberOf(const std::string& text) {
    ShardNumber shard;
    const char* const end = text.data() + text.size();
    const auto [slash, problem] = std::from_chars(text.data(), end, shard.number);
    if (problem == std::errc() && slash != end && *slash == '/') {
        const auto [last, second] = std::from_chars(slash + 1, end, shard.count);
        if (second == std::errc() && last == end && shard.number >= 1 && shard.number <= shard.count)
            return shard;
    }
    return usageError("--shard",
                      fmt::format("is {}, expected I/N with I from 1 to N, as in 3/16", quote(text)));
}

Result<Shard> readShard(const std::string& folder, const ShardNumber& wanted) {
    constexpr std::size_t kMostBytes = std::size_t{4} << 30U;
    const std::string path = shardFile(folder, wanted.number);
    const Result<std::string> text = readTextFile(path, kMostBytes);
    if (!text) return text.error();
    const std::vector<const ErrorCode*> errors = allErrorCodes();
    const std::vector<const IssueKind*> issues = allIssueKinds();
    Result<Shard> shard = shardFromText(*text, {.errors = errors, .issues = issues});
    if (!shard) return inFile(path, shard.error());
    const ShardFacts& facts = shard->facts;
    if (facts.number != wanted.number || facts.count != wanted.count) {
        return usageError("--shard", fmt::format("is {}/{}, and {} is shard {}/{}", wanted.number,
                                                 wanted.count, path, facts.number, facts.count));
    }
    if (facts.program != version()) {
        return kOtherProgram.in(path,
                                fmt::format("was made by rigkiln {}, and this is {}; run the same program "
                                            "on all machines",
                                            facts.program, version()));
    }
    return shard;
}

/// Leaves out what other processes of the shard delivered. Returns how many units these are.
Result<std::size_t> dropDelivered(const std::string& results, UnitTable& units) {
    Deliveries delivered;
    const Result<ResultsRead> read = readShardResults(
        results,
        {.unit = [&](std::string_view output, std::string_view /*record*/) { delivered.add(output); }},
        realDisk());
    if (!read) return read.error();
    delivered.finish();
    std::vector<std::uint32_t> left;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        if (!delivered.has(units.output(unit))) left.push_back(unit);
    }
    const std::size_t dropped = units.size() - left.size();
    if (dropped > 0) units.rearrange(left);
    return dropped;
}

/// Files that changed after they were dealt to the shard.
class LateChanges {
public:
    /// `dealt` is the status of the shard's file.
    explicit LateChanges(const FileStatus& dealt)
        : dealt_{.seconds = dealt.modifiedSeconds, .nanoseconds = dealt.modifiedNanoseconds} {}

    void add(const std::vector<Look>& looks) {
        const std::lock_guard lock(mutex_);
        for (const Look& look : looks) {
            const Moment changed{.seconds = look.changedSeconds, .nanoseconds = look.changedNanoseconds};
            if (look.kind == LookKind::Read && look.inode != 0 && changed > dealt_) paths_.insert(look.path);
        }
    }

    void tell(const std::string& shard) const {
        if (paths_.empty()) return;
        complain(fmt::format(
            "shard {}: {} of its files changed after they were dealt, such as {}; their outputs are "
            "made from what they are now",
            shard, paths_.size(), toUtf8(*paths_.begin())));
    }

private:
    Moment dealt_;
    std::mutex mutex_;
    std::set<std::string> paths_;
};

/// Where the process leaves its trace for the merge, if nobody else wants it.
std::string traceFileOf(const ShardResults& results) {
    return results.path().substr(0, results.path().rfind('.')) + std::string(kTraceExtension);
}

std::int64_t microseconds(const Moment& moment) {
    constexpr std::int64_t kPerSecond = 1'000'000;
    constexpr std::int64_t kNanoseconds = 1'000;
    return moment.seconds * kPerSecond + moment.nanoseconds / kNanoseconds;
}

int makeShard(const ShardArguments& arguments, ExecutionOptions options, const StopSignals& signals) {
    const ProcessorShare processors(jobsOf(options));
    const Result<ShardNumber> number = shardNumberOf(arguments.shard);
    if (!number) return failCommand(number.error());
    const std::string folder = std::filesystem::absolute(arguments.plan).lexically_normal().string();
    Result<Shard> shard = readShard(folder, *number);
    if (!shard) return failCommand(shard.error());
    const std::string place = shardResults(folder, number->number);
    const Result<std::size_t> dropped = dropDelivered(place, shard->plan.units);
    if (!dropped) return failCommand(dropped.error());
    if (*dropped > 0) {
        complain(fmt::format("shard {}: {} of its outputs were delivered before", arguments.shard, *dropped));
    }
    if (shard->plan.units.empty()) {
        print(fmt::format("shard {}: nothing is left to do\n", arguments.shard));
        return kDone;
    }
    const Result<std::unique_ptr<ShardResults>> results = ShardResults::open(place, realDisk());
    if (!results) return failCommand(results.error());
    if (shard->facts.traces && options.reports.trace.empty()) options.reports.trace = traceFileOf(**results);
    const std::unique_ptr<Trace> trace = makeTrace(options);
    const Trace::Scope scope(trace.get(), "main");
    const History history;
    const std::string file = shardFile(folder, number->number);
    LateChanges changes(realDisk().lookAt(Disk::kNoFolder, file, Links::Follow).value);
    const int exitWith =
        execute(shard->plan, options,
                {.stopLevel = signals.level(),
                 .jobs = processors.jobs(),
                 .trace = trace.get(),
                 .failOn = shard->facts.failOn,
                 .history = history,
                 .results = results->get(),
                 .noteLooks = [&changes](const std::vector<Look>& looks) { changes.add(looks); },
                 .process = {.name = fmt::format("shard {} on {}", arguments.shard, machineName()),
                             .startedMicroseconds = microseconds((*results)->started())}});
    changes.tell(arguments.shard);
    const Status written = (*results)->finish();
    return written ? exitWith : failCommand(written.error());
}

}  // namespace

int runShard(const ShardArguments& arguments, const ExecutionOptions& options) {
    if (const Status checked = checkOptions(options); !checked) return failCommand(checked.error());
    beNice(options.nice);
    const StopSignals signals;
    return signals.exitCode(makeShard(arguments, options, signals));
}

}  // namespace rigkiln::cli
