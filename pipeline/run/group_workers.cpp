#include "pipeline/run/group_workers.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/for_each.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/stopwatch.hpp"
#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/images/image_state.hpp"
#include "pipeline/images/kept_image.hpp"
#include "pipeline/run/run_memory.hpp"
#include "pipeline/run/unit_results.hpp"
#include "pipeline/workers/worker_errors.hpp"

namespace rigkiln {
namespace {

/// Processes of a run: no more than there are groups.
std::size_t workersOf(const GroupWorkers::Parts& parts) {
    return std::clamp<std::size_t>(parts.options.jobs, 1, std::max<std::size_t>(parts.groups.size(), 1));
}

/// Bytes of images that workers make for each other.
std::size_t sharedImageBytes(const GroupWorkers::Parts& parts) {
    return parts.plan.state.folder.empty() ? parts.options.memoryBytes / kImageParts / 2 : 0;
}

/// The disk as a worker sees it, which may not make files.
class WorkerDisk final : public DelegatingDisk {
public:
    explicit WorkerDisk(WorkerLink& link) : DelegatingDisk(realDisk()), link_(link) {}
    DiskResult<int> createScratch(const std::string& folder) override { return link_.createScratch(folder); }

private:
    WorkerLink& link_;
};

/// Images that one worker converts for all.
class ImagesOfWorkers final : public KeptImages {
public:
    ImagesOfWorkers(WorkerLink& link, const ImageFormats& formats)
        : link_(link), issues_(issuesOf(formats)) {}

    UsableImage find(const std::string& key, const std::function<UsableImage()>& make) override {
        if (const auto bytes = link_.find(key)) {
            if (auto kept = decodeKeptImage(key, *bytes, issues_)) return std::move(*kept);
        }
        UsableImage made = make();
        passOnRefusal();
        link_.keep(key, canBeKept(made) ? encodeKeptImage(key, made) : std::vector<SharedBytes>());
        return made;
    }

private:
    WorkerLink& link_;
    std::vector<const IssueKind*> issues_;  ///< of all formats
};

/// Returns the elements of a list that only grows which are new, and notes how many there are.
std::vector<Error> newOf(std::vector<Error> errors, std::vector<Error>& told) {
    std::erase_if(errors, [&](const Error& error) { return std::ranges::find(told, error) != told.end(); });
    told.insert(told.end(), errors.begin(), errors.end());
    return errors;
}

/// The side of a worker process.
class Worker {
public:
    Worker(const GroupWorkers::Parts& parts, WorkerLink& link)
        : parts_(parts),
          disk_(link),
          images_(link, parts.registries.images),
          files_({.registries = parts.registries,
                  .archives = parts.plan.archives,
                  .archiveBytes = imageShare() * kPartsForArchives,
                  .imageBytes = imageShare(),
                  .state = parts.plan.state,
                  .keptImages = &images_,
                  .disk = &disk_}),
          maker_({.plan = parts.plan,
                  .registries = parts.registries,
                  .exportFiles = parts.exportFiles,
                  .files = files_,
                  .failOn = parts.options.failOn,
                  .disk = disk_,
                  .imageBytes = imageShare()},
                 forEachInTurn) {
        if (files_.state() != nullptr) files_.state()->noteUses();
    }

    WorkerAnswer serve(std::span<const std::byte> bytes) {
        const GroupRequest request =
            decodeGroupRequest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        const UnitGroup& group = parts_.groups[request.group];
        GroupAnswer answer;
        make(request, group, answer);
        tellOfImages(answer);
        giveBackMemory();
        return {.pieces = encodeGroupAnswer(std::move(answer)),
                .scratchFolder = parts_.plan.units.exporting(group.front()).outputRoot};
    }

private:
    /// Cached, converting and unwritten images of all workers take as much as those of a run without them.
    [[nodiscard]] std::size_t imageShare() const {
        return shareOf(parts_.options.memoryBytes / kImageParts - sharedImageBytes(parts_));
    }
    [[nodiscard]] std::size_t shareOf(std::size_t bytes) const { return bytes / workersOf(parts_); }
    [[nodiscard]] std::size_t unitBytes() const {
        return hardLimit(bytesForUnits(parts_.options.memoryBytes, parts_.plan.hasMembers));
    }

    void make(const GroupRequest& request, const UnitGroup& group, GroupAnswer& answer) {
        MemoryAccount memory(request.isAlone ? whole_ : share_, request.expectedBytes);
        try {
            const Status status = runGuarded([&]() -> Status {
                const MemoryAccount::Scope ofTheGroup(&memory);
                makeCharged(request, {.group = group, .members = {}, .room = request.room, .memory = &memory},
                            answer);
                return Done{};
            });
            if (!status) answer.error = status.error();
        } catch (const MemoryRefused&) {
            // The account knows of it, also when somebody caught the exception on its way.
        }
        if (memory.isRefused()) answer.neededBytes = memory.neededBytes();
    }

    void makeCharged(const GroupRequest& request, GroupOrder order, GroupAnswer& answer) {
        const Stopwatch stopwatch;
        RecipeBytes bytes = maker_.read(order.group);
        answer.bytesRead = bytes.sizeBytes;
        answer.readMilliseconds = stopwatch.milliseconds();
        if (bytes.failure) {
            for (const std::uint32_t member : request.members)
                answer.made.emplace_back(member, maker_.unread(order.group[member], bytes));
            return;
        }
        answer.isRead = true;
        const std::vector<std::size_t> members(request.members.begin(), request.members.end());
        order.members = members;
        const GroupMaker::ImageLease images =
            maker_.convert(order, std::move(bytes), [&](std::size_t member, MadeUnit made) {
                answer.made.emplace_back(static_cast<std::uint32_t>(member), std::move(made));
            });
    }

    /// Returns free pages to the system: other workers cannot use them.
    void giveBackMemory() const {
        constexpr std::size_t kKeptBytes = std::size_t{2} << 20U;
        Heap* heap = parts_.options.heap;
        if (heap != nullptr && heap->freeBytes() > kKeptBytes) heap->giveBackFreePages();
    }

    void tellOfImages(GroupAnswer& answer) {
        answer.unreadableImages = newOf(files_.images().problems().list(), toldImages_);
        answer.unreadableFolders = newOf(files_.folders().problems().list(), toldFolders_);
        if (files_.state() == nullptr) return;
        answer.imageUses = files_.state()->takeUses();
        answer.imageProblem = files_.state()->report().problem;
    }

    const GroupWorkers::Parts parts_;
    WorkerDisk disk_;
    ImagesOfWorkers images_;
    ArtFiles files_;
    GroupMaker maker_;
    // What the process holds now is that of its parent, which counts there.
    MemoryBudget share_{parts_.options.heap, shareOf(hardLimit(parts_.options.memoryBytes)),
                        shareOf(unitBytes())};
    MemoryBudget whole_{parts_.options.heap, hardLimit(parts_.options.memoryBytes), unitBytes()};
    std::vector<Error> toldImages_;
    std::vector<Error> toldFolders_;
};

}  // namespace

Result<std::unique_ptr<GroupWorkers>> GroupWorkers::start(const Parts& parts) {
    WorkerOptions options{
        .workers = workersOf(parts), .sharedBytes = sharedImageBytes(parts), .disk = &parts.disk};
    options.program = [parts](WorkerLink& link) -> ServeRequest {
        const auto worker = std::make_shared<Worker>(parts, link);
        return [worker](std::span<const std::byte> request) { return worker->serve(request); };
    };
    // Converted images are results too. The folder must be there: a right is one to a folder.
    if (parts.files.state() != nullptr) options.sandbox.writable = {parts.files.state()->makeImageFolder()};
    Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::start(std::move(options));
    if (!pool) return pool.error();
    return std::unique_ptr<GroupWorkers>(new GroupWorkers(parts, std::move(*pool)));
}

Result<GroupAnswer> GroupWorkers::make(const GroupRequest& request) {
    const std::string bytes = encodeGroupRequest(request);
    Result<SharedBytes> answered = pool_->ask(std::as_bytes(std::span(bytes)), request.group);
    if (!answered) return answered.error();
    std::optional<GroupAnswer> answer =
        decodeGroupAnswer(*answered, request.members, parts_.options.errorCodes);
    const auto complete = [&](std::pair<std::uint32_t, MadeUnit>& made) {
        UnitReport report = openReport(parts_.plan.units, parts_.groups[request.group][made.first]);
        const bool fits = takeResults(report, std::move(made.second.report));
        made.second.report = std::move(report);
        return fits;
    };
    if (!answer || !std::ranges::all_of(answer->made, complete))
        return kWorkerEnded.error("the process that converted it gave an answer that makes no sense");
    for (const Error& error : answer->unreadableFolders)
        parts_.files.folders().problems().add(error);
    for (const Error& error : answer->unreadableImages)
        parts_.files.images().addProblem(error);
    if (parts_.files.state() != nullptr) {
        parts_.files.state()->addUses(answer->imageUses);
        if (answer->imageProblem) parts_.files.state()->addProblem(*answer->imageProblem);
    }
    return std::move(*answer);
}

}  // namespace rigkiln
