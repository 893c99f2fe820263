#include "pipeline/plan/probe_files.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {
namespace {

/// Number of files per task when only heads are read, because a head takes microseconds.
constexpr std::size_t kHeadsPerTask = 64;

struct ProbeTask {
    FileTable::Index file = 0;
    bool isModel = false;
    std::uint32_t position = 0;  ///< in the list of models or clips
};

/// Returns the starts of groups that are large enough for a task each, and the end. Passing a small file
/// between threads would take longer than reading and probing it.
std::vector<std::size_t> groupBegins(const FileTable& files, const PagedRows<ProbeTask>& tasks) {
    constexpr std::size_t kMostFiles = 32;
    constexpr std::size_t kEnoughBytes = std::size_t{1} << 20U;
    std::vector<std::size_t> begins = {0};
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (i > begins.back() && (bytes >= kEnoughBytes || i - begins.back() == kMostFiles)) {
            begins.push_back(i);
            bytes = 0;
        }
        bytes += files.sizeBytes(tasks[i].file);
    }
    if (!tasks.empty()) begins.push_back(tasks.size());
    return begins;
}

Status probe(const FileTable& table, FileTable::Index file, const FileProbeOptions& options,
             ProbeResult& result) {
    FileTree& files = options.files;
    const FormatModule& format = table.format(file);
    const auto take = [&](std::span<const std::byte> bytes) -> Status {
        const Result<Probe> found = format.probe(bytes, options.limits);
        if (!found) return found.error();
        result = *found;
        return Done{};
    };
    return runGuarded([&]() -> Status {
        const std::string path = table.path(file).text();
        const std::size_t head = format.probeBytes;
        const bool isShort = head == 0 || table.sizeBytes(file) <= head;
        if (!isShort) {
            const Result<FileHead> beginning = files.readHead(path, head);
            if (beginning && take(beginning->bytes)) return Done{};
        }
        const Result<std::vector<std::byte>> bytes = files.read(path);
        return bytes ? take(*bytes) : Status(bytes.error());
    });
}

PagedRows<ProbeTask> probeTasks(const FileTable& files, FileNumbers models, FileNumbers clips,
                                const Candidates& candidates) {
    PagedRows<ProbeTask> tasks;
    std::vector<bool> isCandidate(models.size(), false);
    std::set<std::string_view> probedFamilies;
    for (std::uint32_t i = 0; i < clips.size(); ++i) {
        if (files.problem(clips[i]) != nullptr) continue;
        const FormatModule& format = files.format(clips[i]);
        const bool looksAtAll =
            format.pairing == ClipPairing::JointCount ||
            (format.pairing == ClipPairing::LongestStemThenNames && candidates[i].empty());
        if (looksAtAll) probedFamilies.insert(format.family);
        if ((candidates[i].empty() && !looksAtAll) || format.probe == nullptr) continue;
        tasks.push_back({.file = clips[i], .isModel = false, .position = i});
        for (const std::uint32_t model : candidates[i])
            isCandidate[model] = true;
    }
    for (std::uint32_t i = 0; i < models.size(); ++i) {
        const FormatModule& format = files.format(models[i]);
        const bool isWanted = isCandidate[i] || probedFamilies.contains(format.family);
        if (isWanted && format.probe != nullptr)
            tasks.push_back({.file = models[i], .isModel = true, .position = i});
    }
    return tasks;
}

std::map<FileTable::Index, Error> uncertainFiles(FileNumbers models, FileNumbers clips,
                                                 const Candidates& candidates,
                                                 const std::map<FileTable::Index, Error>& unread) {
    std::map<FileTable::Index, Error> uncertain = unread;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        std::vector<FileTable::Index> files = {clips[i]};
        for (const std::uint32_t model : candidates[i])
            files.push_back(models[model]);
        const auto first =
            std::ranges::find_if(files, [&](FileTable::Index file) { return unread.contains(file); });
        if (first == files.end()) continue;
        for (const FileTable::Index file : files)
            uncertain.try_emplace(file, unread.at(*first));
    }
    return uncertain;
}

void store(FileTable& files, FileTable::Index file, RecognisedFile found) {
    files.setSize(file, found.sizeBytes);
    if (found.format != nullptr) files.setAssetName(file, assetName(files.relative(file), *found.format));
    files.setKind(file, {.format = found.format,
                         .kind = found.recognition.kind,
                         .description = std::move(found.recognition.description),
                         .archive = found.archive});
    if (found.problem) files.setProblem(file, std::move(*found.problem));
}

/// Digest of everything that decides what a head is, except the code itself.
std::uint64_t digestOf(std::span<const FormatModule* const> formats, const FileProbeOptions& options) {
    const FileTree& files = options.files;
    std::string text;
    for (const FormatModule* format : formats)
        text += fmt::format("{} {}\n", format->id, format->revision);
    for (const ContainerModule* container : files.containers())
        text += fmt::format("{} {}\n", container->id, container->revision);
    for (const ImageModule* image : options.images)
        text += fmt::format("{} {}\n", image->id, image->revision);
    // These decide what can be unwrapped.
    const ContainerLimits& limits = files.limits();
    text += fmt::format("{} {} {}", limits.maximumBytes, limits.maximumTotal, limits.maximumRatio);
    return XXH3_64bits(text.data(), text.size());
}

/// Stores what is known of a file, unless it must be read.
void storeSeen(std::span<const FormatModule* const> formats, FileTable& files, FileTable::Index file,
               const FileProbeOptions& options) {
    if (files.isMember(file)) return;
    const SplitPath path = files.path(file);
    std::optional<SeenContent> seen = options.seen->contentOf(path.folder, path.name);
    if (!seen) return;
    RecognisedFile found{
        .recognition = {.kind = seen->kind.kind, .description = std::move(seen->kind.description)},
        .sizeBytes = static_cast<std::size_t>(seen->sizeBytes)};
    const auto format = std::ranges::find(formats, seen->kind.format, &FormatModule::id);
    if (format != formats.end()) found.format = *format;
    const auto archive =
        std::ranges::find(options.files.containers(), seen->kind.archive, &ContainerModule::id);
    if (archive != options.files.containers().end()) found.archive = *archive;
    store(files, file, std::move(found));
}

/// Stores what is known of all files.
void takeSeen(std::span<const FormatModule* const> formats, FileTable& files,
              const FileProbeOptions& options) {
    if (options.seen == nullptr) return;
    if (!options.seen->compare(digestOf(formats, options))) return;
    for (FileTable::Index file = 0; file < files.size(); ++file) {
        if (files.firstOf(file) == file) storeSeen(formats, files, file, options);
    }
}

/// Notes what was read from the head of a file. What is wrong with its content is told anew by each run.
void noteSeen(const FileTable& files, FileTable::Index file, const RecognisedFile& found,
              const FileProbeOptions& options) {
    if (options.seen == nullptr || found.problem || files.isMember(file)) return;
    const SplitPath path = files.path(file);
    const auto idOf = [](const auto* module) {
        return module == nullptr ? std::string() : std::string(module->id);
    };
    options.seen->setContent(path.folder, path.name,
                             {.kind = {.format = idOf(found.format),
                                       .archive = idOf(found.archive),
                                       .description = found.recognition.description,
                                       .kind = found.recognition.kind},
                              .sizeBytes = found.sizeBytes});
}

/// Copies the facts of the first row with a path to the others.
void copyToRepeated(FileTable& files) {
    for (FileTable::Index file = 0; file < files.size(); ++file) {
        const FileTable::Index first = files.firstOf(file);
        if (first == file || files.kind(first) == nullptr) continue;
        files.setSize(file, files.sizeBytes(first));
        files.setKind(file, *files.kind(first));
        if (const FormatModule* format = files.kind(first)->format)
            files.setAssetName(file, assetName(files.relative(file), *format));
        if (const Error* problem = files.problem(first)) files.setProblem(file, *problem);
    }
}

/// Returns the files of which nothing is known yet, each path once.
PagedRows<FileTable::Index> filesToOpen(const FileTable& files) {
    PagedRows<FileTable::Index> unknown;
    for (FileTable::Index file = 0; file < files.size(); ++file) {
        if (files.firstOf(file) == file && files.kind(file) == nullptr) unknown.push_back(file);
    }
    return unknown;
}

}  // namespace

std::vector<Error> recogniseFiles(std::span<const FormatModule* const> formats, FileTable& files,
                                  const FileProbeOptions& options) {
    takeSeen(formats, files, options);
    // Chosen before the threads start: kinds are shared by all rows, so none may be looked at while they are
    // stored.
    const PagedRows<FileTable::Index> unknown = filesToOpen(files);
    std::map<FileTable::Index, Error> unread;
    std::mutex mutex;  // of `unread` and of what is stored in the table
    const auto recogniseGroup = [&](std::size_t group) {
        const std::size_t begin = group * kHeadsPerTask;
        const std::span some =
            std::span(unknown).subspan(begin, std::min(kHeadsPerTask, unknown.size() - begin));
        std::vector<Result<RecognisedFile>> found(some.size(), Error{});
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::string path = files.path(some[i]).text();
            const Status status = runGuarded([&]() -> Status {
                found[i] = recogniseFile(formats, options.files, path, options.images);
                return Done{};
            });
            if (!status) found[i] = inFile(path, status.error());
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < some.size(); ++i) {
            Result<RecognisedFile>& one = found[i];
            if (one) {
                noteSeen(files, some[i], *one, options);
                store(files, some[i], std::move(*one));
            } else {
                unread.emplace(some[i], one.error());
            }
        }
    };
    runOnThreads((unknown.size() + kHeadsPerTask - 1) / kHeadsPerTask, recogniseGroup, options.stopLevel);
    copyToRepeated(files);
    std::vector<Error> errors;
    errors.reserve(unread.size());
    for (auto& [file, error] : unread)
        errors.push_back(std::move(error));
    return errors;
}

BindProbes probeCandidates(const FileTable& files, FileNumbers models, FileNumbers clips,
                           const Candidates& candidates, const FileProbeOptions& options) {
    BindProbes probes;
    const PagedRows<ProbeTask> tasks = probeTasks(files, models, clips, candidates);
    if (tasks.empty()) return probes;
    probes.models.resize(models.size());
    probes.clips.resize(clips.size());
    const std::vector<std::size_t> begins = groupBegins(files, tasks);
    ByteBudget memory(options.memoryBytes);
    std::map<FileTable::Index, Error> unread;
    std::mutex unreadMutex;
    const auto take = [&](FileTable::Index file, const Status& status) {
        // A damaged file fails when it is converted.
        if (status || status.error().kind() != ErrorKind::Environment) return;
        const std::lock_guard lock(unreadMutex);
        unread.emplace(file, status.error());
    };
    const auto probeGroup = [&](std::size_t group) {
        const std::span some = std::span(tasks).subspan(begins[group], begins[group + 1] - begins[group]);
        std::size_t largest = 0;
        for (const ProbeTask& task : some)
            largest = std::max(largest, static_cast<std::size_t>(files.sizeBytes(task.file)));
        // A task holds one file at a time. Cannot deadlock: it takes no other lease.
        const ByteBudget::Lease lease = memory.take(largest);
        for (const ProbeTask& task : some) {
            ProbeResult& result = (task.isModel ? probes.models : probes.clips)[task.position];
            take(task.file, probe(files, task.file, options, result));
        }
    };
    runOnThreads(begins.size() - 1, probeGroup, options.stopLevel);
    if (!unread.empty()) probes.uncertain = uncertainFiles(models, clips, candidates, unread);
    return probes;
}

}  // namespace rigkiln
