#include "tools/cli/slurm.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <span>
#include <sstream>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "pipeline/files/journal.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/run_program.hpp"

namespace rigkiln::cli::slurm {
namespace {

/// What the commands do and print depends neither on the language of the user nor on variables that change
/// their defaults.
EnvironmentChanges plainEnvironment() {
    return {.set = {"LC_ALL=C", "LANGUAGE=C"}, .dropped = {"SQUEUE_", "SBATCH_", "SCANCEL_"}};
}

/// `words` are a command that failed.
Error slurmError(const std::vector<std::string>& words, const ProgramResult& result) {
    std::string said = result.output.substr(0, result.output.find_last_not_of(" \n") + 1);
    std::ranges::replace(said, '\n', ' ');
    if (said.find("Invalid job array specification") != std::string::npos)
        said += "; --shards must be less than MaxArraySize of the cluster (`scontrol show config`)";
    return kSlurmFailed.in(words.front(), fmt::format("ended with {}: {}", result.exitCode,
                                                      said.empty() ? "it said nothing" : said));
}

Result<std::string> call(const std::vector<std::string>& words) {
    const Result<ProgramResult> result = runProgram(words, plainEnvironment());
    if (!result) return result.error();
    if (result->exitCode != 0) return slurmError(words, *result);
    return result->output;
}

/// Whether the controller may be there again in a moment. One that ended before it answered ("Zero Bytes")
/// may have taken the job: shards that run twice do no harm.
bool isAway(const Error& error) {
    constexpr std::array<std::string_view, 4> kSigns = {"Unable to contact slurm controller",
                                                        "Socket timed out", "Connection refused",
                                                        "Zero Bytes were transmitted"};
    return std::ranges::any_of(
        kSigns, [&](std::string_view sign) { return error.problem.find(sign) != std::string::npos; });
}

/// Submits a job, and waits for a controller that is away for up to two minutes.
Result<std::string> submitJob(const std::vector<std::string>& words) {
    using namespace std::chrono_literals;
    constexpr int kAttempts = 25;
    for (int attempt = 1;; ++attempt) {
        Result<std::string> said = call(words);
        if (said) return said->substr(0, said->find_first_of(";\n"));
        if (attempt == kAttempts || !isAway(said.error())) return said.error();
        if (attempt == 1) complain("the controller of Slurm does not answer; trying again for two minutes");
        std::this_thread::sleep_for(5s);
    }
}

/// Whether Slurm starts a job with this reason to wait only after other jobs or when somebody does something.
/// The reasons are those of the manual of squeue.
bool waitsForPeople(std::string_view reason) {
    constexpr std::array<std::string_view, 7> kSigns = {"Dependency",        "held",    "Held",
                                                        "BadConstraints",    "Invalid", "PartitionNodeLimit",
                                                        "PartitionTimeLimit"};
    return std::ranges::any_of(
        kSigns, [&](std::string_view sign) { return reason.find(sign) != std::string_view::npos; });
}

std::string lastRound(const Farm& farm) {
    return roundFolder(farm.folder, farm.rounds.back().number);
}

/// A path as Slurm takes it where it replaces what begins with a percent sign.
std::string pattern(std::string path) {
    for (std::size_t at = path.find('%'); at != std::string::npos; at = path.find('%', at + 2))
        path.insert(at, 1, '%');
    return path;
}

std::vector<std::string> commonWords(const Farm& farm) {
    return {"sbatch",
            "--parsable",
            "--job-name=" + jobName(farm),
            "--chdir=" + farm.folder,
            "--open-mode=append",
            "--ntasks=1"};
}

std::vector<std::string> arrayWords(const Farm& farm) {
    std::vector<std::string> words = commonWords(farm);
    words.push_back(fmt::format("--array=1-{}", farm.rounds.back().shards.size()));
    words.push_back("--output=" + pattern(lastRound(farm)) + "/logs/shard-%a.log");
    words.emplace_back("--requeue");
    words.emplace_back("--signal=B:TERM@60");
    words.insert(words.end(), farm.facts.batchOptions.begin(), farm.facts.batchOptions.end());
    words.push_back(shardScriptFile(lastRound(farm)));
    return words;
}

std::vector<std::string> mergeWords(const Farm& farm, const std::string& array) {
    std::vector<std::string> words = commonWords(farm);
    words.push_back("--dependency=afterany:" + array);
    words.push_back("--output=" + pattern(lastRound(farm)) + "/logs/merge.log");
    words.insert(words.end(), farm.facts.batchOptions.begin(), farm.facts.batchOptions.end());
    words.push_back(mergeScriptFile(lastRound(farm)));
    return words;
}

std::string commandLine(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shellWord(word);
    return line;
}

/// The command in a comment of a script, which ends at the end of its line.
std::string comment(const std::vector<std::string>& words) {
    std::string line = commandLine(words);
    std::ranges::replace(line, '\n', ' ');
    return line;
}

}  // namespace

std::string jobName(const Farm& farm) {
    const ContentDigest digest = digestOf(std::as_bytes(std::span(farm.folder)));
    return fmt::format("rigkiln-{:016x}", digest.low);
}

std::string shardScriptFile(const std::string& roundFolder) {
    return roundFolder + "/shard.sh";
}

std::string mergeScriptFile(const std::string& roundFolder) {
    return roundFolder + "/merge.sh";
}

std::string shardScript(const Farm& farm, const std::string& program) {
    std::vector<std::string> words = {program, "run", "--plan", lastRound(farm), "--progress", "none"};
    words.insert(words.end(), farm.facts.runOptions.begin(), farm.facts.runOptions.end());
    return fmt::format(
        "#!/bin/sh\n"
        "# One shard of the array. Submitted by:\n"
        "#   {}\n"
        "# Slurm sends TERM 60 s before the time limit: the shard then ends cleanly, and another process of "
        "it\n"
        "# goes on where it ended.\n"
        "exec {} --report {}\"$SLURM_ARRAY_TASK_ID.json\" --shard \"$SLURM_ARRAY_TASK_ID/{}\"\n",
        comment(arrayWords(farm)), commandLine(words), shellWord(lastRound(farm) + "/logs/shard-"),
        farm.rounds.back().shards.size());
}

std::string mergeScript(const Farm& farm, const std::string& program) {
    const std::vector<std::string> words = {
        program, "farm", "merge", farm.folder, "--resubmit", "--report", farm.folder + "/report.json"};
    return fmt::format(
        "#!/bin/sh\n"
        "# Joins what the shards delivered, and submits what is missing once more. Submitted by:\n"
        "#   {}\n"
        "exec {}\n",
        comment(mergeWords(farm, "ARRAY")), commandLine(words));
}

Result<Submitted> submit(const Farm& farm) {
    std::error_code ignored;  // sbatch says what is wrong
    std::filesystem::create_directories(lastRound(farm) + "/logs", ignored);
    Submitted submitted;
    Result<std::string> array = submitJob(arrayWords(farm));
    if (!array) return array.error();
    submitted.array = *std::move(array);
    Result<std::string> merge = submitJob(mergeWords(farm, submitted.array));
    if (!merge) return merge.error();
    submitted.merge = *std::move(merge);
    return submitted;
}

std::optional<std::size_t> mostShards() {
    const Result<std::string> said = call({"scontrol", "show", "config"});
    if (!said) return std::nullopt;
    std::istringstream lines(*said);
    std::string name;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string equals;
        std::size_t size = 0;
        if (words >> name >> equals >> size && name == "MaxArraySize" && equals == "=" && size > 0)
            return size - 1;
    }
    return std::nullopt;
}

Result<Queue> queue(const Farm& farm) {
    const Result<std::string> said =
        call({"squeue", "--noheader", "--array", "--name=" + jobName(farm),
              "--states=PENDING,RUNNING,SUSPENDED,COMPLETING,CONFIGURING,REQUEUED,RESIZING,SIGNALING,STOPPED",
              "--format=%T %r"});
    if (!said) return said.error();
    Queue queue;
    std::istringstream lines(*said);
    std::string state;
    std::string reason;
    while (lines >> state >> std::ws && std::getline(lines, reason)) {
        ++queue.states[state];
        if (state == "PENDING" && !waitsForPeople(reason)) ++queue.waiting[reason];
    }
    return queue;
}

Status cancel(const Farm& farm) {
    const Result<std::string> said = call({"scancel", "--name=" + jobName(farm)});
    if (!said) return said.error();
    return Done{};
}

}  // namespace rigkiln::cli::slurm
