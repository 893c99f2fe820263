#include "pipeline/batch/probe_files.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/batch/engine.hpp"
#include "pipeline/batch/read_file.hpp"

namespace rigkiln {
namespace {

/// Files per job when only heads are read: a head takes microseconds.
constexpr std::size_t kHeadsPerJob = 64;

EngineOptions engineOptions(const ProbeOptions& options) {
    return {.jobs = options.jobs, .memoryBytes = options.memoryBytes, .stopLevel = options.stopLevel};
}

struct ProbeTask {
    const SourceFile* file;
    ProbeResult* result;
    std::vector<std::byte> bytes{};
};

std::vector<ProbeTask> probeTasks(std::span<const SourceFile> models, std::span<const SourceFile> clips,
                                  const std::vector<std::vector<std::size_t>>& candidates,
                                  BindProbes& probes) {
    std::vector<ProbeTask> tasks;
    std::vector<bool> isCandidate(models.size(), false);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (candidates[i].empty() || clips[i].format->probe == nullptr) continue;
        tasks.push_back({&clips[i], &probes.clips[i]});
        for (const std::size_t model : candidates[i])
            isCandidate[model] = true;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (isCandidate[i] && models[i].format->probe != nullptr)
            tasks.push_back({&models[i], &probes.models[i]});
    }
    return tasks;
}

}  // namespace

std::vector<Result<RecognisedFile>> recogniseFiles(std::span<const FormatModule* const> formats,
                                                   const std::vector<std::string>& paths,
                                                   const ProbeOptions& options) {
    std::vector<Result<RecognisedFile>> found(paths.size(), Error{{}, "not looked at: the run was stopped"});
    JobGraph graph;
    for (std::size_t begin = 0; begin < paths.size(); begin += kHeadsPerJob) {
        static_cast<void>(graph.addJob(graph.addUnit(0), Lane::Io));
    }
    const auto run = [&](JobIndex job) -> Status {
        const std::size_t begin = std::size_t{job} * kHeadsPerJob;
        for (std::size_t i = begin; i < std::min(begin + kHeadsPerJob, paths.size()); ++i) {
            const Status status = runGuarded([&]() -> Status {
                found[i] = recogniseFile(formats, paths[i]);
                return Done{};
            });
            if (!status) found[i] = Error{paths[i], status.error().problem, status.error().kind};
        }
        return Done{};
    };
    static_cast<void>(runGraph(graph, engineOptions(options), {.run = run}));
    return found;
}

BindProbes probeCandidates(std::span<const SourceFile> models, std::span<const SourceFile> clips,
                           const std::vector<std::vector<std::size_t>>& candidates,
                           const ProbeOptions& options) {
    BindProbes probes{std::vector<ProbeResult>(models.size()), std::vector<ProbeResult>(clips.size())};
    std::vector<ProbeTask> tasks = probeTasks(models, clips, candidates, probes);
    JobGraph graph;
    for (const ProbeTask& task : tasks) {
        const UnitIndex unit = graph.addUnit(task.file->sizeBytes);
        const JobIndex read = graph.addJob(unit, Lane::Io);
        graph.addDependency(read, graph.addJob(unit, Lane::Cpu));
    }
    const auto run = [&](JobIndex job) -> Status {
        ProbeTask& task = tasks[job / 2];
        if (graph.laneOf(job) == Lane::Io) {
            Result<std::vector<std::byte>> bytes = readFile(task.file->path);
            if (!bytes) return bytes.error();
            task.bytes = std::move(*bytes);
            return Done{};
        }
        const std::vector<std::byte> bytes = std::exchange(task.bytes, {});
        const Result<Probe> probe = task.file->format->probe(bytes);
        if (!probe) return probe.error();
        *task.result = *probe;
        return Done{};
    };
    static_cast<void>(runGraph(graph, engineOptions(options), {.run = run}));
    return probes;
}

}  // namespace rigkiln
