#include "pipeline/plan/make_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/bind_assets.hpp"
#include "pipeline/plan/merge_assets.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/resample_options.hpp"
#include "pipeline/plan/scan.hpp"
#include "pipeline/plan/settle_outputs.hpp"
#include "pipeline/plan/unit_maker.hpp"
#include "pipeline/plan/unread_files.hpp"

namespace rigkiln {
namespace {

/// Result of a job: files of a scan, assets of any other job.
struct JobFlow {
    std::vector<ScannedFile> files{};
    std::vector<Asset> assets{};
};

std::string normal(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().string();
}

/// Open archives may use 1/4 of memoryBytes.
constexpr std::size_t kArchivePart = 4;

class Planner {
public:
    explicit Planner(const PlanRequest& request)
        : request_(request),
          files_(request.registries.containers, request.settings.archives, request.memoryBytes / kArchivePart,
                 {}, diskOrReal(request.disk)),
          flows_(request.settings.jobs.size()) {}

    Result<Plan> make();

private:
    const std::vector<Job>& jobs() const { return request_.settings.jobs; }
    FileProbeOptions probeOptions() { return {request_.memoryBytes, request_.stopLevel, files_}; }
    bool isStopped() const { return request_.stopLevel != nullptr && request_.stopLevel->load() > 0; }

    std::vector<bool> neededJobs() const;
    void countReaders(const std::vector<bool>& needed);
    Status runJob(const Job& job, JobFlow& flow);
    Status runScans(const std::vector<bool>& needed);
    std::vector<ScannedFile> givenFiles(const std::vector<GivenFile>& given);
    Status takeScan(const Job& job, Result<ScanResult> found, JobFlow& flow);
    void recogniseAll();
    std::vector<Asset> assetsFrom(const Job& job, std::initializer_list<std::string_view> inputs,
                                  const Job* decode);
    void removeRepeated(std::vector<Asset>& assets) const;
    void addAsset(const ScannedFile& file, const std::shared_ptr<const DecodeSettings>& decode,
                  std::vector<Asset>& assets);
    std::shared_ptr<const DecodeSettings> decodeSettings(const Job* decode);
    std::vector<Asset> bind(const Job& job);
    void unbound(const Job& job, Asset clip, std::vector<Asset>& bound);
    std::vector<Asset> resample(const Job& job);
    std::vector<Asset> merge(const Job& job);
    Status planExport(const Job& job);
    void leave(const std::string& path, std::string description, bool known);

    const PlanRequest& request_;
    FileTree files_;
    std::vector<JobFlow> flows_;
    std::vector<std::size_t> readersLeft_;  ///< by job: number of remaining reads of its flow
    std::unordered_map<std::string, std::optional<RecognisedFile>> recognised_;  ///< by path; looked up only
    std::map<std::string, IgnoredFile> ignored_;
    std::shared_ptr<const DecodeSettings> impliedDecode_;
    Plan plan_;
};

/// Returns the exports and all jobs they depend on. Unused scans are not run.
std::vector<bool> Planner::neededJobs() const {
    std::vector<bool> needed(jobs().size(), false);
    for (std::size_t i = jobs().size(); i-- > 0;) {
        if (jobs()[i].kind->gives == Flow::Outputs) needed[i] = true;
        if (!needed[i]) continue;
        for (const auto& [name, inputs] : jobs()[i].inputs) {
            for (const std::size_t input : inputs)
                needed[input] = true;
        }
    }
    return needed;
}

void Planner::countReaders(const std::vector<bool>& needed) {
    readersLeft_.assign(jobs().size(), 0);
    for (std::size_t i = 0; i < jobs().size(); ++i) {
        if (!needed[i]) continue;
        for (const auto& [name, inputs] : jobs()[i].inputs) {
            for (const std::size_t input : inputs)
                ++readersLeft_[input];
        }
    }
}

Result<Plan> Planner::make() {
    plan_.configuration = request_.settings.file;
    plan_.archives = request_.settings.archives;
    plan_.state = request_.settings.state;
    const std::vector<bool> needed = neededJobs();
    countReaders(needed);
    const Status scanned = runScans(needed);
    if (!scanned) return scanned.error();
    recogniseAll();
    for (std::size_t i = 0; i < jobs().size() && !isStopped(); ++i) {
        const Job& job = jobs()[i];
        if (!needed[i]) continue;
        const Status done = runJob(job, flows_[i]);
        if (!done) return done.error();
    }
    for (IgnoredFile& file : settleOutputs(plan_.units, request_.registries, [&](const std::string& path) {
             return recognised_.contains(path);
         }))
        leave(file.path, std::move(file.description), file.known);
    plan_.units.finish();
    for (auto& [path, file] : ignored_)
        plan_.ignored.push_back(std::move(file));
    std::ranges::stable_sort(plan_.environment, {}, &Error::file);
    // Two scans may report the same locked folder.
    plan_.environment.erase(std::unique(plan_.environment.begin(), plan_.environment.end()),
                            plan_.environment.end());
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

Status Planner::runScans(const std::vector<bool>& needed) {
    std::vector<std::size_t> scans;
    std::vector<ScanRequest> requests;
    for (std::size_t i = 0; i < jobs().size(); ++i) {
        if (!needed[i] || jobs()[i].kind->task != JobTask::Scan) continue;
        if (!jobs()[i].given.empty()) {
            flows_[i].files = givenFiles(jobs()[i].given);
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
                            .disk = request_.disk});
    }
    std::vector<Result<ScanResult>> found = scanEach(requests);
    for (std::size_t i = 0; i < scans.size(); ++i) {
        Status taken = takeScan(jobs()[scans[i]], std::move(found[i]), flows_[scans[i]]);
        if (!taken) return taken;
    }
    return Done{};
}

/// Returns named files as a scan would give them. Their sizes are found when they are recognised.
std::vector<ScannedFile> Planner::givenFiles(const std::vector<GivenFile>& given) {
    std::vector<ScannedFile> files;
    for (const GivenFile& one : given) {
        ScannedFile file{.path = one.path, .relative = one.name};
        if (const auto archive = files_.archiveFolderAt(one.path.substr(0, one.path.rfind('/')))) {
            file.isMember = true;
            file.heldBytes = archive->archive->heldBytes();
            plan_.hasMembers = true;
        }
        files.push_back(std::move(file));
    }
    return files;
}

Status Planner::takeScan(const Job& job, Result<ScanResult> found, JobFlow& flow) {
    if (!found) {
        Error error = found.error();
        error.problem = fmt::format("{} (job {})", error.problem, quote(job.name));
        return error;
    }
    flow.files = std::move(found->files);
    plan_.hasMembers = plan_.hasMembers || std::ranges::any_of(flow.files, &ScannedFile::isMember);
    for (const LeftFile& file : found->left)
        leave(file.path, file.reason, false);
    plan_.environment.insert(plan_.environment.end(), found->problems.begin(), found->problems.end());
    return Done{};
}

void Planner::leave(const std::string& path, std::string description, bool known) {
    ignored_.try_emplace(path, IgnoredFile{path, std::move(description), known});
}

void Planner::recogniseAll() {
    std::vector<std::string> paths;
    for (const JobFlow& flow : flows_) {
        for (const ScannedFile& file : flow.files) {
            if (recognised_.try_emplace(file.path).second) paths.push_back(file.path);
        }
    }
    std::vector<Result<RecognisedFile>> found =
        recogniseFiles(request_.registries.formats, paths, probeOptions());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (found[i]) {
            recognised_[paths[i]] = std::move(*found[i]);
        } else {
            plan_.environment.push_back(found[i].error());
        }
    }
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
    for (const auto& [id, values] : decode->formatOptions)
        settings->formatOptions.insert_or_assign(id, values);
    return settings;
}

/// Returns the assets of inputs of a job, each job's once, in the order of the inputs. Files are decoded with
/// the settings of `decode`, or with the defaults.
std::vector<Asset> Planner::assetsFrom(const Job& job, std::initializer_list<std::string_view> inputs,
                                       const Job* decode) {
    std::vector<std::size_t> flows;
    for (const std::string_view input : inputs) {
        const auto jobs = job.inputs.find(input);
        if (jobs == job.inputs.end()) continue;
        for (const std::size_t index : jobs->second) {
            const bool isNew = std::ranges::find(flows, index) == flows.end();
            if (isNew) flows.push_back(index);
            if (!isNew) --readersLeft_[index];
        }
    }
    const std::shared_ptr<const DecodeSettings> settings = decodeSettings(decode);
    std::vector<Asset> assets;
    std::size_t count = 0;
    for (const std::size_t index : flows)
        count += flows_[index].files.size() + flows_[index].assets.size();
    assets.reserve(count);
    for (const std::size_t index : flows) {
        JobFlow& flow = flows_[index];
        for (const ScannedFile& file : flow.files)
            addAsset(file, settings, assets);
        // Copies only flows that are read again, since a plan may have a million assets.
        if (--readersLeft_[index] == 0) {
            std::ranges::move(std::exchange(flow.assets, {}), std::back_inserter(assets));
            flow.files = {};
        } else {
            std::ranges::copy(flow.assets, std::back_inserter(assets));
        }
    }
    removeRepeated(assets);
    return assets;
}

/// Removes all but the first of equal assets: a file that was found twice is one.
void Planner::removeRepeated(std::vector<Asset>& assets) const {
    std::unordered_set<std::string_view> seen;
    std::unordered_set<std::string> seenGroups;
    std::erase_if(assets, [&](const Asset& asset) {
        if (asset.group) return !seenGroups.insert(asset.identity()).second;
        return !seen.insert(recognised_.find(asset.mainSource().path)->first).second;
    });
}

void Planner::addAsset(const ScannedFile& file, const std::shared_ptr<const DecodeSettings>& decode,
                       std::vector<Asset>& assets) {
    const std::optional<RecognisedFile>& recognised = recognised_.find(file.path)->second;
    if (!recognised) return;  // could not be read; already reported in the plan
    if (recognised->archive != nullptr) {
        leave(file.path, std::string(recognised->archive->title) + " that stays closed", true);
        return;
    }
    if (recognised->format == nullptr) {
        leave(file.path, "not a known format", false);
        return;
    }
    if (recognised->recognition.kind == AssetKind::Ignored) {
        leave(file.path, recognised->recognition.description, true);
        return;
    }
    SourceFile source{.path = file.path,
                      .relative = file.relative,
                      .name = assetName(file.relative, *recognised->format),
                      .sizeBytes = recognised->sizeBytes,
                      .format = recognised->format,
                      .kind = recognised->recognition.kind,
                      .description = recognised->recognition.description,
                      .decode = decode,
                      .heldBytes = file.heldBytes};
    Asset asset;
    asset.problem = recognised->problem;
    AssetPart& part = asset.parts.emplace_back();
    if (source.kind == AssetKind::Clip) {
        part.clips.push_back(std::move(source));
    } else {
        part.model = std::move(source);
    }
    assets.push_back(std::move(asset));
}

/// The content of a file decides whether it is a model or a clip, not the input that names it.
std::vector<Asset> Planner::bind(const Job& job) {
    std::vector<Asset> assets = assetsFrom(job, {"models", "clips"}, nullptr);
    const bool matchesAll = job.options.text(kMatch) == kMatchAll;
    std::vector<Asset> ofUnread = takeClipsOfUnread(assets, plan_.environment);
    BoundAssets bound = bindAssets(std::move(assets), probeOptions(), matchesAll);
    failUncertain(bound.models, bound.uncertain);
    failUncertain(bound.clips, bound.uncertain);
    for (Asset& clip : bound.clips)
        unbound(job, std::move(clip), bound.models);
    std::ranges::move(ofUnread, std::back_inserter(bound.models));
    return std::move(bound.models);
}

void Planner::unbound(const Job& job, Asset clip, std::vector<Asset>& bound) {
    if (!clip.problem && job.options.text("unbound") == "skip") {
        const SourceFile& file = clip.mainSource();
        leave(file.path, file.description + " that fits no model", true);
        return;
    }
    bound.push_back(std::move(clip));
}

std::vector<Asset> Planner::resample(const Job& job) {
    std::vector<Asset> assets = assetsFrom(job, {"from"}, nullptr);
    const double rate = job.options.number("rate");
    const std::optional<ReductionSettings> reduction = reductionOf(job.options);
    for (Asset& asset : assets) {
        asset.resampleRates.push_back(rate);
        if (reduction) asset.reduction = reduction;
    }
    return assets;
}

std::vector<Asset> Planner::merge(const Job& job) {
    return mergeAssets(assetsFrom(job, {"from"}, nullptr),
                       {.isByFolder = job.options.text("by") == "folder", .jobName = job.name});
}

Status Planner::planExport(const Job& job) {
    const Result<PathTemplate> path = PathTemplate::parse(job.options.text("path"));
    if (!path) {
        return inFile(fmt::format("{}:{}:{}", request_.settings.file, job.position.line, job.position.column),
                      path.error());
    }
    UnitMaker maker(request_.settings, request_.registries, job, path->root());
    for (Asset& asset : assetsFrom(job, {"from"}, nullptr)) {
        const Result<OutputPath> output = path->fill(asset.pathValues());
        PlannedUnit unit = maker.make(std::move(asset), output ? output->path : output.error().file);
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
