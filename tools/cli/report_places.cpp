#include "tools/cli/report_places.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "tools/cli/command_errors.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

bool hasName(const SplitPath& path, std::string_view name) {
    const std::size_t size = path.name.size() + path.suffix.size();
    // Some file systems ignore case.
    return size == name.size() && equalIgnoringCase(path.name, name.substr(0, path.name.size())) &&
           equalIgnoringCase(path.suffix, name.substr(path.name.size()));
}

std::string nameOf(const std::string& path) {
    return fs::path(path).lexically_normal().filename().string();
}

}  // namespace

ReportPlaces::ReportPlaces(const ReportFiles& files, const NamedFiles& others) {
    NamedFiles all = others;
    std::ranges::copy(namedReports(files), std::back_inserter(all));
    for (const auto& [option, file] : all) {
        if (file->empty() || *file == kStandardOutput) continue;
        std::string path = placeOf(*file);
        if (path.empty()) continue;
        std::string name = nameOf(path);
        places_.push_back({.option = option,
                           .file = *file,
                           .path = std::move(path),
                           .name = std::move(name),
                           .linkedName = nameOf(*file)});
    }
}

const ReportPlaces::Place* ReportPlaces::find(const std::string& path) const {
    const std::string wanted = placeOf(path);
    if (wanted.empty()) return nullptr;
    const auto found = std::ranges::find_if(places_, [&](const Place& place) {
        // Also true for two mounts of one folder. Fails where one of them is not there.
        std::error_code absent;
        return place.path == wanted || fs::equivalent(place.path, wanted, absent);
    });
    return found == places_.end() ? nullptr : &*found;
}

Status ReportPlaces::spare(const std::string& path, std::string_view what) const {
    if (places_.empty()) return Done();
    std::error_code ignored;
    fs::path at = fs::absolute(path, ignored).lexically_normal();
    // A member of an archive is not there itself; the archive is.
    while (true) {
        if (const Place* place = find(at.string())) {
            return usageError(fmt::format("--{} {}", place->option, place->file),
                              fmt::format("is {}; name another file", what));
        }
        if (fs::exists(at, ignored) || at == at.parent_path()) return Done();
        at = at.parent_path();
    }
}

Status ReportPlaces::spare(const SplitPath& path, std::string_view what) const {
    const bool isNamedLikeOne = std::ranges::any_of(places_, [&](const Place& place) {
        return hasName(path, place.name) || hasName(path, place.linkedName);
    });
    return isNamedLikeOne ? spare(path.text(), what) : Status(Done());
}

Status ReportPlaces::spare(const Plan& plan) const {
    if (places_.empty()) return Done();
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        for (std::size_t file = 0; file < plan.units.fileCount(unit); ++file) {
            if (Status spared = spare(plan.units.sourcePath(unit, file), "a source of an output"); !spared)
                return spared;
        }
        if (Status spared = spare(plan.units.splitOutput(unit), "an output"); !spared) return spared;
    }
    for (const std::string& path : plan.searched) {
        if (Status spared = spare(splitPath(path), "an archive that a scan searches"); !spared) return spared;
    }
    for (const IgnoredFile& file : plan.ignored) {
        // Others may be reports of earlier runs.
        if (!file.known) continue;
        if (Status spared = spare(splitPath(file.path), "a file that a scan finds"); !spared) return spared;
    }
    return Done();
}

Status spareConfiguration(const ReportPlaces& places, const Settings& settings) {
    if (Status spared = places.spare(settings.file, "the configuration"); !spared) return spared;
    for (const Job& job : settings.jobs) {
        if (job.exporter == nullptr) continue;
        for (const OptionSpec& spec : job.exporter->options) {
            const std::string path = spec.type == OptionType::File ? job.options.text(spec.name) : "";
            if (path.empty()) continue;
            if (Status spared = places.spare(path, "a file that the configuration names"); !spared)
                return spared;
        }
    }
    return Done();
}

}  // namespace rigkiln::cli
