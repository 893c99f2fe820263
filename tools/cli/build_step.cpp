#include "tools/cli/build_step.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/report/depfile.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/option_group.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

std::string absoluteNormal(const std::string& path) {
    std::string absolute = fs::absolute(path).lexically_normal().string();
    if (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
    return absolute;
}

std::string parentOf(const std::string& path) {
    return fs::path(path).parent_path().string();
}

bool isAtOrBelow(const std::string& path, const std::string& folder) {
    if (folder.empty() || !path.starts_with(folder)) return false;
    return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

/// Number of ".." at the beginning of a path.
std::size_t stepsUp(const std::string& path) {
    const fs::path normal = fs::path(path).lexically_normal();
    std::size_t steps = 0;
    for (auto part = normal.begin(); part != normal.end() && *part == ".."; ++part)
        ++steps;
    return steps;
}

/// Time of the last change of content; the earliest one when nothing is there.
std::pair<std::int64_t, std::int64_t> timeOf(const std::string& path) {
    const DiskResult<FileStatus> there = realDisk().lookAt(Disk::kNoFolder, path, Links::Follow);
    return {there.value.modifiedSeconds, there.value.modifiedNanoseconds};
}

}  // namespace

void addBuildOptions(CLI::App& app, BuildOptions& options) {
    const OptionGroupScope group(app, "In a build");
    CLI::Option* depfile =
        app.add_option(
               "--depfile", options.depfile,
               "Write to this file which files and folders the outputs were made from, for make and Ninja "
               "(docs/build-systems.md)")
            ->type_name("FILE");
    app.add_option("--depfile-format", options.depfileFormat,
                   "Syntax of --depfile: make (also Ninja's) or json")
        ->check(CLI::IsMember({"make", "json"}))
        ->needs(depfile);
    app.add_option("--stamp", options.stamp, "Touch this file when everything is done, and only then")
        ->type_name("FILE");
    app.add_flag("--touch-unchanged", options.touchUnchanged,
                 "Also give outputs the time of now whose bytes stay as they are, for make");
}

std::vector<std::string> givenBuildOptions(const BuildOptions& options) {
    std::vector<std::string> given;
    for (const auto& [option, file] : buildFiles(options)) {
        if (!file->empty()) given.emplace_back(option);
    }
    return given;
}

std::vector<std::pair<std::string_view, const std::string*>> buildFiles(const BuildOptions& options) {
    return {{"depfile", &options.depfile}, {"stamp", &options.stamp}};
}

std::vector<std::pair<std::string_view, const std::string*>> writtenFiles(const BuildOptions& options) {
    auto files = buildFiles(options);
    files.emplace_back("output", &options.output.second);
    return files;
}

PathSpelling::PathSpelling(std::string workingFolder, const std::vector<std::string>& inputs)
    : workingFolder_(std::move(workingFolder)), top_(workingFolder_) {
    std::size_t up = 0;
    bool hasRelative = inputs.empty();
    for (const std::string& input : inputs) {
        if (!input.starts_with('/')) {
            hasRelative = true;
            up = std::max(up, stepsUp(input));
            continue;
        }
        std::error_code ignored;
        const std::string path = absoluteNormal(input);
        absolute_.push_back(fs::is_directory(path, ignored) ? path : parentOf(path));
    }
    for (; up > 0; --up)
        top_ = parentOf(top_);
    if (!hasRelative) top_.clear();
}

std::string PathSpelling::spell(const std::string& path) const {
    const auto isAbsolute = [&](const std::string& folder) { return isAtOrBelow(path, folder); };
    if (!isAtOrBelow(path, top_) || std::ranges::any_of(absolute_, isAbsolute)) return path;
    return fs::path(path).lexically_relative(workingFolder_).string();
}

BuildStep::BuildStep(const BuildOptions& options) : options_(options) {
    for (const std::string& path : options.alsoRead)
        dependencies_.add(path);
}

void BuildStep::addOutput(std::string path, bool isWritten) {
    outputs_.push_back({.path = std::move(path), .isWritten = isWritten});
}

void BuildStep::addFile(const std::string& path) {
    if (!path.empty()) writtenFolders_.push_back(parentOf(absoluteNormal(path)));
}

/// Returns the output as the command line names it.
std::string BuildStep::nameOf(const std::string& output, const PathSpelling& spelling) const {
    const auto& [absolute, given] = options_.output;
    if (given.empty() || !isAtOrBelow(output, absolute)) return spelling.spell(output);
    if (output == absolute) return given;
    const std::string rest = output.substr(absolute.size());
    return given.ends_with('/') ? given + rest.substr(1) : given + rest;
}

int BuildStep::finish(int exitCode) {
    const bool isDone = exitCode == kDone;
    Status status = hasDepfile() ? writeDepfile(isDone) : Status(Done{});
    if (status && isDone) {
        settleTimes();
        if (!options_.stamp.empty()) status = touchStamp();
    }
    if (status) return exitCode;
    complain(status.error().text());
    return std::max(exitCode, kEnvironmentFailed);
}

Status BuildStep::writeDepfile(bool isDone) {
    // Nothing was begun: what an earlier run wrote is still true.
    if (!isDone && outputs_.empty()) return Done{};
    std::error_code code;
    const std::string folder = fs::current_path(code).string();
    const PathSpelling spelling(folder, options_.inputs);
    paths_ = dependencies_.paths(realDisk());
    Depfile content{.never = isDone ? std::string() : options_.depfile + ".failed"};
    if (options_.stamp.empty()) {
        for (const Output& output : outputs_)
            content.targets.push_back(nameOf(output.path, spelling));
    } else {
        content.targets.push_back(options_.stamp);
    }
    std::vector<std::string> own;
    for (const Output& output : outputs_)
        own.push_back(output.path);
    for (const auto& [option, file] : buildFiles(options_)) {
        if (!file->empty()) own.push_back(absoluteNormal(*file));
    }
    std::ranges::sort(own);
    for (const auto& [from, to] :
         {std::pair(&paths_.files, &content.files), {&paths_.folders, &content.folders}}) {
        std::erase_if(*from, [&](const std::string& path) {
            return isAtOrBelow(path, ownFolder_) || std::ranges::binary_search(own, path);
        });
        for (const std::string& path : *from) {
            const std::string& name = to->emplace_back(spelling.spell(path));
            if (options_.depfileFormat != "make" || !isBeyondDepfiles(name)) continue;
            complain(
                fmt::format("warning: {}: has a name that no depfile can hold, so this step runs every "
                            "time; rename it, or use --depfile-format json",
                            quote(path)));
            content.never = options_.depfile + ".beyond";
        }
    }
    return writeTextFile(options_.depfile,
                         options_.depfileFormat == "json" ? toJsonDepfile(content) : toMakeDepfile(content));
}

/// A new file makes its folder newer. Where the outputs depend on that folder, as with a model that is
/// converted beside its textures, they get the time of now: otherwise they would be out of date for ever.
void BuildStep::settleTimes() const {
    std::vector<std::string> written = writtenFolders_;
    for (const std::string& file : {options_.depfile, options_.stamp}) {
        if (!file.empty()) written.push_back(parentOf(absoluteNormal(file)));
    }
    for (const Output& output : outputs_)
        written.push_back(parentOf(output.path));
    std::ranges::sort(written);
    auto newest = timeOf("");
    for (const std::string& folder : paths_.folders) {
        if (std::ranges::binary_search(written, folder)) newest = std::max(newest, timeOf(folder));
    }
    for (const Output& output : outputs_) {
        if (!output.isWritten && !options_.touchUnchanged) continue;
        if (timeOf(output.path) < newest) realDisk().touch(output.path);
    }
}

Status BuildStep::touchStamp() const {
    const std::string path = absoluteNormal(options_.stamp);
    std::error_code ignored;
    fs::create_directories(parentOf(path), ignored);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC,
                            S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH);
    if (file < 0) return systemError(kCannotWrite, path, "write", errno);
    const int problem = ::futimens(file, nullptr) == 0 ? 0 : errno;
    ::close(file);
    if (problem != 0) return systemError(kCannotWrite, path, "set the time", problem);
    return Done{};
}

}  // namespace rigkiln::cli
