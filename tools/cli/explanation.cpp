#include "tools/cli/explanation.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/file_name.hpp"
#include "pipeline/base/glob.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/empty_scan.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/scan_filter.hpp"
#include "pipeline/plan/split_path.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/run/host.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_in_arena.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/explain_binding.hpp"

namespace rigkiln::cli {
namespace {

/// Searches and reads of companions among the looks of a unit.
std::vector<SoughtFile> soughtFiles(const std::vector<Look>& looks, const Recipe& recipe) {
    std::map<std::string, SoughtFile> searches;
    std::vector<SoughtFile> sought;
    std::set<std::string> sources;
    for (const FileRecipe* file : recipe.files())
        sources.insert(file->path);
    for (const Look& look : looks) {
        if (look.kind == LookKind::Search && !look.names.empty()) {
            // The folder beside the model's own, which is searched next.
            if (look.names.front() == "textures" && !look.found.empty()) continue;
            SoughtFile& file = searches[look.names.front()];
            file.name = look.names.front();
            file.folders.push_back(look.path);
            if (file.path.empty() && !look.found.empty()) file.path = look.path + "/" + look.found.front();
        } else if (look.kind == LookKind::Missing && !sources.contains(look.path)) {
            const SplitPath path = splitPath(look.path);
            sought.push_back({.name = std::string(path.name), .folders = {std::string(path.folder)}});
        }
    }
    for (auto& [name, file] : searches) {
        if (!file.path.empty()) file.folders.clear();
        sought.push_back(std::move(file));
    }
    std::ranges::stable_sort(sought, {}, &SoughtFile::name);
    return sought;
}

class Explainer {
public:
    explicit Explainer(const ExplainRequest& request)
        : request_(request),
          art_({.registries = registries(),
                .archives = request.settings.archives,
                .archiveBytes = kArchiveBytes}) {}

    Result<Explanation> run() {
        result_.path = request_.path;
        const std::vector<std::size_t> units = unitsOfPath();
        result_.unitCount = units.size();
        if (!result_.isOutput) {
            if (auto error = recognise()) return *error;
            askScans();
            if (units.empty()) result_.leftOut = reasonLeftOut();
            if (result_.isImage) findTextureUses();
        }
        for (std::size_t i = 0; i < std::min(units.size(), Explanation::kMostUnits); ++i)
            result_.units.push_back(explainUnit(units[i]));
        return std::move(result_);
    }

private:
    static constexpr std::size_t kArchiveBytes = std::size_t{256} << 20U;

    [[nodiscard]] const std::vector<Job>& jobs() const { return request_.settings.jobs; }

    bool isPath(std::string_view path) const { return path == request_.path || path == real_; }

    /// Returns true when the path is that of an output of the unit, which may have a file for each clip.
    bool isOutputOf(std::size_t unit) const {
        const std::string output = request_.plan.units.output(unit);
        const std::string_view name = std::string_view(output).substr(output.rfind('/') + 1);
        const ExportSettings& exporting = request_.plan.units.exporting(unit);
        const ExporterModule* exporter = registries().exporter(exporting.exporter.id);
        const bool isPerClip = exporter != nullptr && exporter->isPerClip && isClipFilePattern(name);
        if (!isPerClip && isPath(output)) return true;
        if (!isPerClip && (exporter == nullptr || !exporter->writesClipsBeside(exporting.options)))
            return false;
        const ClipFilePattern pattern =
            isPerClip ? clipFilesOf(name) : clipFilesBeside(name, exporting.clipFiles);
        const std::string_view folder = std::string_view(output).substr(0, output.size() - name.size());
        const std::string_view path = request_.path;
        return path.starts_with(folder) && fits(pattern, path.substr(folder.size()));
    }

    /// Finds the units that write the path, or read it.
    std::vector<std::size_t> unitsOfPath() {
        real_ = resolvedPath(request_.path);
        std::vector<std::size_t> writers;
        std::vector<std::size_t> readers;
        const UnitTable& units = request_.plan.units;
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            if (isOutputOf(unit)) writers.push_back(unit);
            const Recipe recipe = units.recipe(unit);
            const std::vector<const FileRecipe*> files = recipe.files();
            const bool reads =
                std::ranges::any_of(files, [&](const FileRecipe* file) { return isPath(file->path); });
            if (reads) readers.push_back(unit);
        }
        if (!readers.empty()) return readers;
        result_.isOutput = !writers.empty();
        if (result_.isOutput) result_.what = "output";
        return writers;
    }

    /// Finds what the file is. Fails when there is none.
    std::optional<Error> recognise() {
        const auto found = recogniseFile(registries().formats, art_.tree(), real_);
        if (!found) {
            if (isSearchable(art_.tree(), real_)) {
                result_.what = "folder";
                return std::nullopt;
            }
            if (found.error().is(kNotFound)) {
                return kNotFound.in(request_.path, "there is no such file, and no job writes it");
            }
            result_.what = "file that cannot be read";
            return std::nullopt;
        }
        if (found->format != nullptr) {
            result_.what = found->recognition.description;
        } else if (found->archive != nullptr) {
            result_.what = found->archive->title;
        } else {
            result_.what = imageTitle();
        }
        return std::nullopt;
    }

    /// Returns the title of the image format; empty for other files.
    std::string imageTitle() {
        const Result<std::vector<std::byte>> bytes = art_.tree().read(real_);
        if (!bytes) return {};
        const std::string extension = foldCase(splitName(real_).extension);
        for (const ImageModule* reader : registries().images.readers) {
            if (!reader->recognise(*bytes, extension)) continue;
            result_.isImage = true;
            return fmt::format("{} image", reader->title);
        }
        return {};
    }

    /// Returns the path below the root of a scan; nothing when it lies elsewhere.
    std::optional<std::string> relativeTo(const std::string& root) const {
        const std::string prefix = root.ends_with('/') ? root : root + "/";
        for (const std::string& path : {request_.path, real_}) {
            if (path.starts_with(prefix) && linkAbove(path).empty()) return path.substr(prefix.size());
        }
        return std::nullopt;
    }

    /// Returns the symbolic link above a path that scans do not follow; empty if there is none.
    std::string linkAbove(const std::string& path) const {
        for (const std::string& link : request_.plan.linkedFolders) {
            if (path.starts_with(link + "/")) return link;
        }
        return {};
    }

    void askScans() {
        for (const Job& job : jobs()) {
            if (job.kind->task != JobTask::Scan) continue;
            const OptionValues& options = job.options;
            const std::string root = std::filesystem::path(options.text("root")).lexically_normal().string();
            ScanAnswer& answer = result_.scans.emplace_back(ScanAnswer{.job = job.name, .root = root});
            const std::optional<std::string> relative = relativeTo(root);
            if (!relative) {
                const std::string link = linkAbove(request_.path);
                const bool isBelow = link.starts_with(root.ends_with('/') ? root : root + "/");
                answer.reason = isBelow ? fmt::format(
                                              "it does not follow the symbolic link {} to a folder; "
                                              "name it as a root of its own",
                                              quote(link, 300))
                                        : "the file is not below its root";
                continue;
            }
            const ScanRequest scan{.root = root,
                                   .include = options.list("include"),
                                   .exclude = options.list("exclude"),
                                   .ignoreCase = options.flag("ignore_case")};
            ask(scan, *relative, answer);
        }
    }

    static void ask(const ScanRequest& scan, const std::string& relative, ScanAnswer& answer) {
        const auto filter = ScanFilter::compile(scan.include, scan.exclude, scan.ignoreCase);
        answer.takes = filter && filter->takes(relative);
        if (!answer.takes) {
            FileTable file;
            file.add({.path = scan.root + "/" + relative, .relative = relative});
            const std::string near = nearestMiss(scan, file);
            answer.reason = fmt::format("{} matches no pattern{}{}", quote(relative, 300),
                                        near.empty() ? "" : ": ", near);
            return;
        }
        for (const std::string& pattern : scan.include) {
            const Result<Glob> glob = Glob::compile(pattern, scan.ignoreCase);
            if (!glob || !glob->matches(relative)) continue;
            answer.reason = fmt::format("{} takes {}", quote(pattern, 300), quote(relative, 300));
            return;
        }
    }

    std::string reasonLeftOut() {
        const Plan& plan = request_.plan;
        for (const IgnoredFile& file : plan.ignored) {
            if (!isPath(file.path)) continue;
            if (!file.known && result_.isImage) break;
            return file.known ? fmt::format("nothing to convert: {}", file.description) : file.description;
        }
        for (const Error& error : plan.environment) {
            if (isPath(error.file)) return error.textInFile();
        }
        for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
            const std::string& root = plan.units.exporting(unit).outputRoot;
            if (!root.empty() && request_.path.starts_with(root + "/")) {
                return fmt::format(
                    "it lies below the outputs of {}, and is none of them: an image that "
                    "outputs share, or a file of an earlier run",
                    quote(plan.units.job(unit)));
            }
        }
        if (result_.isImage) return "an image is converted with the models that name it, not alone";
        if (result_.what == "folder") return "a folder is searched by the scans below, not converted";
        if (std::ranges::none_of(result_.scans, &ScanAnswer::takes)) return "no scan takes it";
        return "a scan takes it, and no export uses what the scan finds";
    }

    /// Reads the models of all units, without their clips: which images they take is known only then.
    void findTextureUses() {
        const UnitTable& units = request_.plan.units;
        std::vector<char> takes(units.size(), 0);
        forEachInParallel(units.size(), [&](std::size_t unit) {
            Recipe recipe = units.recipe(unit);
            for (Part& part : recipe.parts)
                part.clips.clear();
            std::erase_if(recipe.parts, [](const Part& part) { return !part.model; });
            if (recipe.parts.empty() || units.problem(unit) != nullptr) return;
            const MadeScene made = AssetReader(registries(), art_, forEachInParallel).read(recipe);
            if (std::ranges::any_of(made.looks, [&](const Look& look) { return isFoundBy(look); }))
                takes[unit] = 1;
        });
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            if (takes[unit] != 0) result_.textureOf.push_back(units.output(unit));
        }
    }

    /// Returns true when the look led to the path.
    [[nodiscard]] bool isFoundBy(const Look& look) const {
        if (look.kind == LookKind::Read) return isPath(look.path);
        return look.kind == LookKind::Search && !look.found.empty() &&
               isPath(look.path + "/" + look.found.front());
    }

    /// Marks the jobs whose results reach the export job, and that job.
    std::vector<bool> jobsBefore(const std::string& name) const {
        std::vector<bool> needed(jobs().size(), false);
        for (std::size_t i = jobs().size(); i-- > 0;) {
            if (jobs()[i].name == name) needed[i] = true;
            if (!needed[i]) continue;
            for (const auto& [input, inputs] : jobs()[i].inputs) {
                for (const std::size_t one : inputs)
                    needed[one] = true;
            }
        }
        return needed;
    }

    void addOptions(const Recipe& recipe, const std::string& exportJob, ExplainedUnit& unit) const {
        const OptionOrigins& origins = request_.origins;
        const auto add = [&](std::vector<OptionOrigin> more) {
            std::ranges::move(more, std::back_inserter(unit.options));
        };
        add(origins.ofConfiguration());
        std::set<std::string> formats;
        for (const FileRecipe* file : recipe.files())
            formats.insert(file->settings->format.id);
        const std::vector<bool> needed = jobsBefore(exportJob);
        for (std::size_t i = 0; i < jobs().size(); ++i) {
            const Job& job = jobs()[i];
            if (!needed[i] || job.kind->task == JobTask::Scan) continue;
            add(origins.ofJob(job.name, job.kind->options));
            if (job.exporter != nullptr) add(origins.ofExport(job.name, *job.exporter));
            if (job.kind->task != JobTask::Decode) continue;
            for (const std::string& format : formats)
                add(origins.ofJob(job.name, registries().format(format)->options, format));
        }
    }

    std::vector<BoundClip> boundClips(const Recipe& recipe, const std::string& exportJob) {
        const bool isAll = matchesAll(exportJob);
        std::vector<BoundClip> clips;
        for (const Part& part : recipe.parts) {
            for (const FileRecipe& clip : part.clips) {
                const bool isAsked =
                    result_.isOutput || isPath(clip.path) || (part.model && isPath(part.model->path));
                if (!isAsked) continue;
                BoundClip& bound = clips.emplace_back(BoundClip{.clip = clip.path, .model = {}});
                if (!part.model) continue;
                bound.model = part.model->path;
                bound.reasons = isAll ? std::vector<std::string>{"match: all gives every clip to "
                                                                        "every model"}
                                             : bindingReasons(clip, *part.model, request_.plan, art_.tree());
            }
        }
        return clips;
    }

    /// Returns true when a bind job before the export gives every clip to every model.
    [[nodiscard]] bool matchesAll(const std::string& exportJob) const {
        const std::vector<bool> needed = jobsBefore(exportJob);
        for (std::size_t i = 0; i < jobs().size(); ++i) {
            const Job& job = jobs()[i];
            if (needed[i] && job.kind->task == JobTask::Bind && job.options.text(kMatch) == kMatchAll)
                return true;
        }
        return false;
    }

    static std::string_view roleOf(AssetKind kind) {
        if (kind == AssetKind::Clip) return "clip";
        return kind == AssetKind::Unclear ? "file" : "model";
    }

    ExplainedUnit explainUnit(std::size_t number) {
        const PlannedUnit planned = request_.plan.units[number];
        ExplainedUnit unit{.output = planned.recipe.output, .job = planned.job};
        const std::vector<const FileRecipe*> files = planned.recipe.files();
        for (std::size_t i = 0; i < files.size(); ++i) {
            unit.files.emplace_back(roleOf(planned.facts[i].kind), files[i]->path);
        }
        unit.clips = boundClips(planned.recipe, planned.job);
        addOptions(planned.recipe, planned.job, unit);
        Diagnostics diagnostics = planned.diagnostics;
        std::vector<Look> looks;
        if (planned.problem) {
            unit.problems.push_back(planned.problem->text());
        } else {
            const AssetReader reader(registries(), art_, forEachInParallel);
            MadeScene made = reader.read(planned.recipe);
            unit.sought = soughtFiles(made.looks, planned.recipe);
            diagnostics.append(made.diagnostics);
            looks = std::move(made.looks);
            if (made.failure) unit.problems.push_back(made.failure->text());
            for (const std::optional<Error>& failure : made.clipFailures) {
                if (failure && !made.failure) unit.problems.push_back(failure->text());
            }
        }
        if (request_.state != nullptr) {
            unit.remembered = compareWithRecord({.state = *request_.state,
                                                 .plan = request_.plan,
                                                 .failOn = request_.settings.failOn,
                                                 .art = art_,
                                                 .unit = number,
                                                 .looks = looks});
        }
        for (const Issue& issue : diagnostics.issues()) {
            unit.issues.push_back(fmt::format(
                "{}: {}: {}{}{} [{}]", toString(issue.kind->severity), issue.where, issue.kind->sentence,
                issue.details.empty() ? "" : "; ", issue.details, issue.kind->id));
        }
        return unit;
    }

    const ExplainRequest& request_;
    ArtFiles art_;
    std::string real_;
    Explanation result_;
};

}  // namespace

Result<Explanation> explain(const ExplainRequest& request) {
    Result<Explanation> explanation = kNoResult.error("");
    runInArena(defaultJobs(), [&] { explanation = Explainer(request).run(); });
    return explanation;
}

}  // namespace rigkiln::cli
