#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/run/dependencies.hpp"

namespace rigkiln::cli {

/// Options for builds that the command is a step of.
struct BuildOptions {
    std::string depfile{};  ///< empty: none
    std::string depfileFormat = "make";
    std::string stamp{};  ///< empty: none
    bool touchUnchanged = false;
    std::vector<std::string> inputs{};  ///< paths as the command line names them
    /// Absolute path of the output, and its name on the command line; empty: the configuration names it.
    std::pair<std::string, std::string> output{};
    std::vector<std::string> alsoRead{};  ///< further paths that decide the outputs; absolute
};

void addBuildOptions(CLI::App& app, BuildOptions& options);

/// Names of the options that are set, without dashes.
[[nodiscard]] std::vector<std::string> givenBuildOptions(const BuildOptions& options);

/// Options and files that the step writes besides its outputs.
[[nodiscard]] std::vector<std::pair<std::string_view, const std::string*>> buildFiles(
    const BuildOptions& options);

/// Returns them with the output of the command line: all files that must differ.
[[nodiscard]] std::vector<std::pair<std::string_view, const std::string*>> writtenFiles(
    const BuildOptions& options);

/// Spells absolute paths as the command line would: relative to the working folder when it names relative
/// paths. Outside of that folder only as far up as the command line itself goes.
class PathSpelling {
public:
    /// `inputs` as the command line names them. `workingFolder` is absolute.
    PathSpelling(std::string workingFolder, const std::vector<std::string>& inputs);

    [[nodiscard]] std::string spell(const std::string& path) const;

private:
    std::string workingFolder_;
    std::string top_;                    ///< paths below are relative
    std::vector<std::string> absolute_;  ///< but these, and what is below
};

/// A command as a step of a build.
class BuildStep {
public:
    /// `options` must outlive this.
    explicit BuildStep(const BuildOptions& options);

    [[nodiscard]] bool hasDepfile() const { return !options_.depfile.empty(); }
    [[nodiscard]] Dependencies& dependencies() { return dependencies_; }
    /// Notes an output, by its absolute path, made or not.
    void addOutput(std::string path, bool isWritten);
    /// Leaves a folder, and what is below, out of the depfile: the command itself keeps its notes there.
    void leaveOut(std::string folder) { ownFolder_ = std::move(folder); }
    /// Names a file of the command, whose folder changes with it.
    void addFile(const std::string& path);

    /// Writes the depfile, then the stamp when the exit code is 0. Returns the exit code of the command.
    [[nodiscard]] int finish(int exitCode);

private:
    struct Output {
        std::string path;
        bool isWritten = false;
    };

    [[nodiscard]] Status writeDepfile(bool isDone);
    [[nodiscard]] std::string nameOf(const std::string& output, const PathSpelling& spelling) const;
    void settleTimes() const;
    [[nodiscard]] Status touchStamp() const;

    const BuildOptions& options_;
    Dependencies dependencies_;
    DependencyPaths paths_;  ///< once the depfile is written
    std::vector<Output> outputs_;
    std::string ownFolder_;
    std::vector<std::string> writtenFolders_;
};

}  // namespace rigkiln::cli
