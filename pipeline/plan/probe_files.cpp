#include "pipeline/plan/probe_files.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <string_view>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {
namespace {

/// Number of files per task when only heads are read, because a head takes microseconds.
constexpr std::size_t kHeadsPerTask = 64;

struct ProbeTask {
    const SourceFile* file;
    ProbeResult* result;
};

/// Returns the starts of groups that are large enough for a task each, and the end. Passing a small file
/// between threads would take longer than reading and probing it.
std::vector<std::size_t> groupBegins(const std::vector<ProbeTask>& tasks) {
    constexpr std::size_t kMostFiles = 32;
    constexpr std::size_t kEnoughBytes = std::size_t{1} << 20U;
    std::vector<std::size_t> begins = {0};
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (i > begins.back() && (bytes >= kEnoughBytes || i - begins.back() == kMostFiles)) {
            begins.push_back(i);
            bytes = 0;
        }
        bytes += tasks[i].file->sizeBytes;
    }
    if (!tasks.empty()) begins.push_back(tasks.size());
    return begins;
}

Status probe(const ProbeTask& task, FileTree& files) {
    const auto take = [&](std::span<const std::byte> bytes) -> Status {
        const Result<Probe> found = task.file->format->probe(bytes);
        if (!found) return found.error();
        *task.result = *found;
        return Done{};
    };
    return runGuarded([&]() -> Status {
        const std::size_t head = task.file->format->probeBytes;
        const bool isShort = head == 0 || task.file->sizeBytes <= head;
        if (!isShort) {
            const Result<FileHead> beginning = files.readHead(task.file->path, head);
            if (beginning && take(beginning->bytes)) return Done{};
        }
        const Result<std::vector<std::byte>> bytes = files.read(task.file->path);
        return bytes ? take(*bytes) : Status(bytes.error());
    });
}

std::vector<ProbeTask> probeTasks(std::span<const SourceFile> models, std::span<const SourceFile> clips,
                                  const std::vector<std::vector<std::size_t>>& candidates,
                                  BindProbes& probes) {
    std::vector<ProbeTask> tasks;
    std::vector<bool> isCandidate(models.size(), false);
    std::set<std::string_view> probedFamilies;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const ClipPairing pairing = clips[i].format->pairing;
        const bool looksAtAll = pairing == ClipPairing::JointCount ||
                                (pairing == ClipPairing::LongestStemThenNames && candidates[i].empty());
        if (looksAtAll) probedFamilies.insert(clips[i].format->family);
        if ((candidates[i].empty() && !looksAtAll) || clips[i].format->probe == nullptr) continue;
        tasks.push_back({&clips[i], &probes.clips[i]});
        for (const std::size_t model : candidates[i])
            isCandidate[model] = true;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        const bool isWanted = isCandidate[i] || probedFamilies.contains(models[i].format->family);
        if (isWanted && models[i].format->probe != nullptr) tasks.push_back({&models[i], &probes.models[i]});
    }
    return tasks;
}

std::map<std::string, Error> uncertainFiles(std::span<const SourceFile> models,
                                            std::span<const SourceFile> clips,
                                            const std::vector<std::vector<std::size_t>>& candidates,
                                            const std::map<const SourceFile*, Error>& unread) {
    std::map<std::string, Error> uncertain;
    for (const auto& [file, error] : unread)
        uncertain.emplace(file->path, error);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        std::vector<const SourceFile*> files = {&clips[i]};
        for (const std::size_t model : candidates[i])
            files.push_back(&models[model]);
        const auto first =
            std::ranges::find_if(files, [&](const SourceFile* file) { return unread.contains(file); });
        if (first == files.end()) continue;
        for (const SourceFile* file : files)
            uncertain.try_emplace(file->path, unread.at(*first));
    }
    return uncertain;
}

}  // namespace

std::vector<Result<RecognisedFile>> recogniseFiles(std::span<const FormatModule* const> formats,
                                                   const std::vector<std::string>& paths,
                                                   const FileProbeOptions& options) {
    std::vector<Result<RecognisedFile>> found(paths.size(),
                                              kNotExamined.error("not looked at: the run was stopped"));
    const auto recogniseGroup = [&](std::size_t group) {
        const std::size_t begin = group * kHeadsPerTask;
        for (std::size_t i = begin; i < std::min(begin + kHeadsPerTask, paths.size()); ++i) {
            const Status status = runGuarded([&]() -> Status {
                found[i] = recogniseFile(formats, options.files, paths[i]);
                return Done{};
            });
            if (!status) found[i] = inFile(paths[i], status.error());
        }
    };
    runOnThreads((paths.size() + kHeadsPerTask - 1) / kHeadsPerTask, recogniseGroup, options.stopLevel);
    return found;
}

BindProbes probeCandidates(std::span<const SourceFile> models, std::span<const SourceFile> clips,
                           const std::vector<std::vector<std::size_t>>& candidates,
                           const FileProbeOptions& options) {
    BindProbes probes{std::vector<ProbeResult>(models.size()), std::vector<ProbeResult>(clips.size())};
    const std::vector<ProbeTask> tasks = probeTasks(models, clips, candidates, probes);
    const std::vector<std::size_t> begins = groupBegins(tasks);
    ByteBudget memory(options.memoryBytes);
    std::map<const SourceFile*, Error> unread;
    std::mutex unreadMutex;
    const auto take = [&](const SourceFile* file, const Status& status) {
        // A damaged file fails when it is converted.
        if (status || status.error().kind() != ErrorKind::Environment) return;
        const std::lock_guard lock(unreadMutex);
        unread.emplace(file, status.error());
    };
    const auto probeGroup = [&](std::size_t group) {
        const std::span files = std::span(tasks).subspan(begins[group], begins[group + 1] - begins[group]);
        std::size_t largest = 0;
        for (const ProbeTask& task : files)
            largest = std::max(largest, task.file->sizeBytes);
        // A task holds one file at a time. Cannot deadlock: it takes no other lease.
        const ByteBudget::Lease lease = memory.take(largest);
        for (const ProbeTask& task : files)
            take(task.file, probe(task, options.files));
    };
    runOnThreads(begins.size() - 1, probeGroup, options.stopLevel);
    if (!unread.empty()) probes.uncertain = uncertainFiles(models, clips, candidates, unread);
    return probes;
}

}  // namespace rigkiln
