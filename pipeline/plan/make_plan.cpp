#include "pipeline/plan/make_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/bind_assets.hpp"
#include "pipeline/plan/empty_scan.hpp"
#include "pipeline/plan/job_flows.hpp"
#include "pipeline/plan/library_owners.hpp"
#include "pipeline/plan/merge_assets.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/resample_options.hpp"
#include "pipeline/plan/scan.hpp"
#include "pipeline/plan/settle_outputs.hpp"
#include "pipeline/plan/split_path.hpp"
#include "pipeline/plan/unit_maker.hpp"
#include "pipeline/plan/unread_files.hpp"
#include "pipeline/settings/clip_path.hpp"

namespace rigkiln {
namespace {

std::string normal(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().string();
}

/// Open archives may use 1/4 of memoryBytes.
constexpr std::size_t kArchivePart = 4;

/// Returns the height that a decode job asks for. The settings have checked that joints are two.
std::optional<HeightOptions> heightOf(const OptionValues& options) {
    if (!options.all().contains("height")) return std::nullopt;
    HeightOptions height{.metres = options.number("height")};
    const std::vector<std::string>& joints = options.list("height_of");
    if (joints.empty()) return height;
    height.from = joints.front();
    height.to = joints.back();
    return height;
}

class Planner {
public:
    explicit Planner(const PlanRequest& request)
        : request_(request),
          files_(request.registries.containers, request.settings.archives, request.memoryBytes / kArchivePart,
                 {}, diskOrReal(request.disk)),
          flows_(request.settings.jobs) {}

    Result<Plan> make();

private:
    const std::vector<Job>& jobs() const { return request_.settings.jobs; }
    /// "art.yaml:7:3"
    std::string placeOf(const Job& job) const {
        return fmt::format("{}:{}:{}", request_.settings.file, job.position.line, job.position.column);
    }
    FileProbeOptions probeOptions() {
        return {request_.memoryBytes, request_.stopLevel,       files_,
                request_.seen,        request_.settings.limits, request_.registries.images.readers};
    }
    bool isStopped() const { return request_.stopLevel != nullptr && request_.stopLevel->load() > 0; }

    Status runJob(const Job& job, JobFlow& flow);
    Status runScans();
    FileTable givenFiles(const std::vector<GivenFile>& given);
    void leaveLinkedFolders(const std::vector<ScanRequest>& requests);
    Status takeScan(const Job& job, Result<ScanResult> found, JobFlow& flow);
    void takeFiles(FileTable files, JobFlow& flow);
    void recogniseAll();
    AssetTable assetsFrom(const Job& job, std::initializer_list<std::string_view> inputs, const Job* decode);
    void addAsset(FileTable::Index file, std::uint32_t settings, AssetTable& assets);
    std::shared_ptr<const DecodeSettings> decodeSettings(const Job* decode);
    AssetTable bind(const Job& job);
    void unbound(const Job& job, const Asset& clip, AssetTable& bound);
    AssetTable resample(const Job& job);
    AssetTable merge(const Job& job);
    Status planExport(const Job& job);
    void leave(const std::string& path, std::string description, bool known);

    const PlanRequest& request_;
    FileTree files_;
    JobFlows flows_;
    std::map<std::string, IgnoredFile> ignored_;
    std::map<std::string, std::string, std::less<>> linkedFolders_;  ///< with the reason
    std::shared_ptr<const DecodeSettings> impliedDecode_;
    Plan plan_;
    RecentRows<SourceSettings> settings_;
    SourceTables tables_{plan_.units.files(), settings_};
};

Result<Plan> Planner::make() {
    plan_.configuration = request_.settings.file;
    plan_.archives = request_.settings.archives;
    plan_.limits = request_.settings.limits;
    plan_.state = request_.settings.state;
    plan_.cache = request_.settings.cache;
    const Status scanned = runScans();
    if (!scanned) return scanned.error();
    recogniseAll();
    for (std::size_t i = 0; i < jobs().size() && !isStopped(); ++i) {
        const Job& job = jobs()[i];
        if (!flows_.isNeeded(i)) continue;
        const Status done = runJob(job, flows_[i]);
        if (!done) return done.error();
    }
    for (IgnoredFile& file : settleOutputs(plan_.units, request_.registries, files_.disk()))
        leave(file.path, std::move(file.description), file.known);
    plan_.units.finish();
    for (auto& [path, file] : ignored_)
        plan_.ignored.push_back(std::move(file));
    std::ranges::stable_sort(plan_.environment, {}, &Error::file);
    // Two scans may report the same locked folder.
    plan_.environment.erase(std::unique(plan_.environment.begin(), plan_.environment.end()),
                            plan_.environment.end());
    std::ranges::sort(plan_.searched);
    plan_.searched.erase(std::unique(plan_.searched.begin(), plan_.searched.end()), plan_.searched.end());
    plan_.interrupted = isStopped();
    return std::move(plan_);
}

/// Makes what the job gives to others. Its inputs have run before.
Status Planner::runJob(const Job& job, JobFlow& flow) {
    switch (job.kind->task) {
        case JobTask::Scan:  // runScans() runs them, all at once
            return Done{};
        case JobTask::Decode:
            flow.assets = assetsFrom(job, {"from"}, &job);
            return Done{};
        case JobTask::Bind:
            flow.assets = bind(job);
            return Done{};
        case JobTask::Resample:
            flow.assets = resample(job);
            return Done{};
        case JobTask::Merge:
            flow.assets = merge(job);
            return Done{};
        case JobTask::Export:
            return planExport(job);
    }
    return Done{};
}

Status Planner::runScans() {
    std::vector<std::size_t> scans;
    std::vector<ScanRequest> requests;
    for (std::size_t i = 0; i < jobs().size(); ++i) {
        if (!flows_.isNeeded(i) || jobs()[i].kind->task != JobTask::Scan) continue;
        if (request_.only != nullptr) {
            takeFiles(givenFiles((*request_.only)[i]), flows_[i]);
            continue;
        }
        if (!jobs()[i].given.empty()) {
            takeFiles(givenFiles(jobs()[i].given), flows_[i]);
            continue;
        }
        const OptionValues& options = jobs()[i].options;
        scans.push_back(i);
        requests.push_back({.root = normal(options.text("root")),
                            .include = options.list("include"),
                            .exclude = options.list("exclude"),
                            .ignoreCase = options.flag("ignore_case"),
                            .stopLevel = request_.stopLevel,
                            .archives = options.flag("archives") ? &files_ : nullptr,
                            .disk = request_.disk,
                            .seen = request_.seen});
    }
    std::vector<Result<ScanResult>> found = [&] {
        const TraceSpan span("step", "scan");
        return scanEach(requests);
    }();
    for (std::size_t i = 0; i < scans.size(); ++i) {
        const Job& job = jobs()[scans[i]];
        // Where a part could not be read, that is the reason.
        const bool isEmpty = found[i] && found[i]->files.empty() && found[i]->problems.empty();
        if (isEmpty && !job.options.flag("allow_empty") && !isStopped())
            plan_.emptyScans.push_back(emptyScanError(requests[i], job.name, *found[i]));
        Status taken = takeScan(job, std::move(found[i]), flows_[scans[i]]);
        if (!taken) return taken;
    }
    leaveLinkedFolders(requests);
    return Done{};
}

/// Leaves out the links to folders that scans met, but for those that a scan has as its root.
void Planner::leaveLinkedFolders(const std::vector<ScanRequest>& requests) {
    for (const ScanRequest& request : requests) {
        std::string_view root = request.root;
        if (root.size() > 1 && root.ends_with('/')) root.remove_suffix(1);
        if (const auto link = linkedFolders_.find(root); link != linkedFolders_.end())
            linkedFolders_.erase(link);
    }
    for (const auto& [path, reason] : linkedFolders_) {
        plan_.linkedFolders.push_back(path);
        leave(path, reason, false);
    }
}

/// Returns named files as a scan would give them. Their sizes are found when they are recognised.
FileTable Planner::givenFiles(const std::vector<GivenFile>& given) {
    FileTable files;
    for (const GivenFile& one : given) {
        ScannedFile file{.path = one.path, .relative = one.name};
        if (const auto archive = files_.archiveFolderAt(one.path.substr(0, one.path.rfind('/')))) {
            file.isMember = true;
            file.heldBytes = archive->archive->heldBytes();
        }
        files.add(file);
    }
    return files;
}

/// Whether a path is named like a file of a format. Hidden files, such as the locks of editors, are not.
bool hasExtensionOfAFormat(std::string_view path, std::span<const FormatModule* const> formats) {
    if (path.substr(path.rfind('/') + 1).starts_with('.')) return false;
    const std::string extension = foldCase(splitName(path).extension);
    return std::ranges::any_of(formats, [&](const FormatModule* format) {
        return std::ranges::find(format->extensions, extension) != format->extensions.end();
    });
}

Status Planner::takeScan(const Job& job, Result<ScanResult> found, JobFlow& flow) {
    if (!found) {
        Error error = found.error();
        error.problem = fmt::format("{} (job {}{})", error.problem, quote(job.name),
                                    job.position.line == 0 ? "" : ", " + placeOf(job));
        return error;
    }
    takeFiles(std::move(found->files), flow);
    std::ranges::move(found->searched, std::back_inserter(plan_.searched));
    for (const LeftFile& file : found->left) {
        // A link named like a model or a clip stands for art that is gone.
        if (file.isGone && hasExtensionOfAFormat(file.path, request_.registries.formats)) {
            plan_.environment.push_back(kNotFound.in(file.path, "is a " + file.reason));
        } else if (file.isLinkedFolder) {
            linkedFolders_.try_emplace(file.path, file.reason);
        } else {
            leave(file.path, file.reason, false);
        }
    }
    plan_.environment.insert(plan_.environment.end(), found->problems.begin(), found->problems.end());
    return Done{};
}

void Planner::takeFiles(FileTable files, JobFlow& flow) {
    flow.firstFile = tables_.files.append(std::move(files));
    flow.endFile = static_cast<FileTable::Index>(tables_.files.size());
    for (FileTable::Index file = flow.firstFile; file < flow.endFile && !plan_.hasMembers; ++file)
        plan_.hasMembers = tables_.files.isMember(file);
}

void Planner::leave(const std::string& path, std::string description, bool known) {
    ignored_.try_emplace(path, IgnoredFile{path, std::move(description), known});
}

void Planner::recogniseAll() {
    if (flows_.hasSeveral()) tables_.files.findRepeated();
    std::vector<Error> unread = recogniseFiles(request_.registries.formats, tables_.files, probeOptions());
    std::ranges::move(unread, std::back_inserter(plan_.environment));
}

std::shared_ptr<const DecodeSettings> Planner::decodeSettings(const Job* decode) {
    if (decode == nullptr && impliedDecode_) return impliedDecode_;
    auto settings = std::make_shared<DecodeSettings>();
    for (const FormatModule* format : request_.registries.formats) {
        settings->formatOptions.emplace(format->id, OptionValues(format->options));
    }
    if (decode == nullptr) {
        impliedDecode_ = settings;
        return settings;
    }
    const OptionValues& options = decode->options;
    settings->select = {.collision = options.listHas("keep", "collision"),
                        .shadow = options.listHas("keep", "shadow"),
                        .hidden = options.listHas("keep", "hidden"),
                        .lods = options.listHas("keep", "lods"),
                        .alternatives = options.listHas("keep", "alternatives")};
    settings->metresPerUnit = options.number("scale");
    settings->height = heightOf(options);
    settings->isOnGround = options.flag("feet_on_ground");
    for (const auto& [id, values] : decode->formatOptions)
        settings->formatOptions.insert_or_assign(id, values);
    return settings;
}

/// Returns the assets of inputs of a job, each job's once, in the order of the inputs. Files are decoded with
/// the settings of `decode`, or with the defaults. Of equal assets only the first is returned: a file that
/// was found twice is one.
AssetTable Planner::assetsFrom(const Job& job, std::initializer_list<std::string_view> inputs,
                               const Job* decode) {
    const std::vector<std::size_t> flows = flows_.take(job, inputs);
    // Copies only flows that are read again or joined, since a plan may have a million assets.
    const bool isOnly = flows.size() == 1 && flows_.isReadOut(flows.front());
    if (isOnly && !flows_[flows.front()].assets.empty())
        return std::exchange(flows_[flows.front()].assets, {});
    const std::uint32_t settings = settings_.add({.decode = decodeSettings(decode)});
    AssetTable assets;
    std::size_t count = 0;
    for (const std::size_t index : flows)
        count += flows_[index].size();
    assets.reserve(count);
    SeenAssets seen(tables_.files);
    for (const std::size_t index : flows) {
        JobFlow& flow = flows_[index];
        for (FileTable::Index file = flow.firstFile; file < flow.endFile; ++file) {
            if (seen.add(file)) addAsset(file, settings, assets);
        }
        for (std::size_t i = 0; i < flow.assets.size(); ++i) {
            const Asset asset = flow.assets[i];
            if (seen.add(asset)) assets.add(asset);
        }
        if (flows_.isReadOut(index)) flow.assets = {};
    }
    return assets;
}

void Planner::addAsset(FileTable::Index file, std::uint32_t settings, AssetTable& assets) {
    const FileKind* kind = tables_.files.kind(file);
    if (kind == nullptr) return;  // could not be read; already reported in the plan
    const auto leaveIt = [&](std::string description, bool known) {
        leave(tables_.files.path(file).text(), std::move(description), known);
    };
    if (kind->archive != nullptr)
        return leaveIt(std::string(kind->archive->title) + " that stays closed", true);
    if (kind->format == nullptr) {
        const bool isImage = !kind->description.empty();
        return leaveIt(isImage ? kind->description : "not a known format", isImage);
    }
    if (kind->kind == AssetKind::Ignored) return leaveIt(kind->description, true);
    const Error* problem = tables_.files.problem(file);
    if (request_.settings.ignoresEmpty && problem != nullptr && problem->is(kEmptyFile))
        return leaveIt("empty file", true);
    const SourceFile source{.file = file, .settings = settings};
    Asset asset;
    if (problem != nullptr) asset.problem = *problem;
    AssetPart& part = asset.parts.emplace_back();
    if (kind->kind == AssetKind::Clip) {
        part.clips.push_back(source);
    } else {
        part.model = source;
    }
    assets.add(asset);
}

/// The content of a file decides whether it is a model or a clip, not the input that names it.
AssetTable Planner::bind(const Job& job) {
    AssetTable assets = assetsFrom(job, {"models", "clips"}, nullptr);
    const bool matchesAll = job.options.text(kMatch) == kMatchAll;
    const AssetTable ofUnread = takeClipsOfUnread(assets, tables_.files, plan_.environment);
    const TraceSpan span("step", "bind");
    BoundAssets bound = bindAssets(std::move(assets), tables_, probeOptions(), matchesAll);
    failUncertain(bound.models, bound.uncertain);
    failUncertain(bound.clips, bound.uncertain);
    for (std::size_t i = 0; i < bound.clips.size(); ++i)
        unbound(job, bound.clips[i], bound.models);
    for (std::size_t i = 0; i < ofUnread.size(); ++i)
        bound.models.add(ofUnread[i]);
    return std::move(bound.models);
}

void Planner::unbound(const Job& job, const Asset& clip, AssetTable& bound) {
    if (!clip.problem && job.options.text("unbound") == "skip") {
        const FileTable::Index file = clip.mainSource().file;
        leave(tables_.files.path(file).text(), tables_.files.kind(file)->description + " that fits no model",
              true);
        return;
    }
    bound.add(clip);
}

AssetTable Planner::resample(const Job& job) {
    AssetTable assets = assetsFrom(job, {"from"}, nullptr);
    const KeySettings keys{.rates = {job.options.number("rate")}, .reduction = reductionOf(job.options)};
    assets.changeKeys([&](KeySettings& settings) { settings.append(keys); });
    return assets;
}

AssetTable Planner::merge(const Job& job) {
    return mergeAssets(assetsFrom(job, {"from"}, nullptr), tables_,
                       {.isByFolder = job.options.text("by") == "folder", .jobName = job.name});
}

Status Planner::planExport(const Job& job) {
    const std::string& pattern = job.options.text("path");
    ClipPath paths{.main = pattern};
    if (job.exporter->writesClipsBeside(job.options)) paths = splitClipPath(pattern).value_or(paths);
    const Result<PathTemplate> path = PathTemplate::parse(paths.main);
    if (!path) {
        return inFile(placeOf(job), path.error());
    }
    UnitMaker maker(tables_, request_.settings, request_.registries, job,
                    {.root = path->root(), .clipFiles = paths.clipFiles});
    const AssetTable assets = assetsFrom(job, {"from"}, nullptr);
    const LibraryOwners owners =
        job.exporter->sharesLibraries(job.options) ? LibraryOwners(assets, tables_) : LibraryOwners();
    const auto outputOf = [&](Asset& asset) {
        PathValues values = asset.pathValues(tables_.files);
        if (tables_.files.isMember(asset.mainSource().file)) makePortable(values, asset.diagnostics);
        return path->fill(values);
    };
    plan_.units.reserve(assets.size());
    for (std::size_t i = 0; i < assets.size(); ++i) {
        Asset asset = assets[i];
        const Result<OutputPath> output = outputOf(asset);
        std::optional<UnitMaker::Library> library;
        if (const auto owner = owners.ownerOf(i); owner && output) {
            Asset other = assets[*owner];
            if (const Result<OutputPath> place = outputOf(other)) {
                const SplitPath split = splitPath(place->path);
                library = {.owner = other.mainSource(),
                           .file = relativeTo(output->path,
                                              fmt::format("{}/{}", split.folder,
                                                          libraryFileName(split.name, paths.clipFiles)))};
            }
        }
        UnitOfFiles unit =
            maker.make(asset, output ? output->path : output.error().file, library ? &*library : nullptr);
        if (!output) unit.problem = output.error();
        plan_.units.add(unit);
    }
    return Done{};
}

}  // namespace

Result<Plan> makePlan(const PlanRequest& request) {
    return Planner(request).make();
}

}  // namespace rigkiln
