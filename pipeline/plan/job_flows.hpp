#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "pipeline/plan/asset.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Result of a job: files of a scan, assets of any other job.
struct JobFlow {
    FileTable::Index firstFile = 0;
    FileTable::Index endFile = 0;
    AssetTable assets{};

    [[nodiscard]] std::size_t size() const { return endFile - firstFile + assets.size(); }
};

/// Results of the jobs of a graph, and who is still to read them. Keeps a reference to the jobs.
class JobFlows {
public:
    explicit JobFlows(const std::vector<Job>& jobs);

    /// Returns true for exports and all jobs that they depend on. Other jobs are not run.
    [[nodiscard]] bool isNeeded(std::size_t job) const { return needed_[job]; }
    /// Returns the flows of inputs of a job, each once, in the order of the inputs, and counts them as read.
    [[nodiscard]] std::vector<std::size_t> take(const Job& job,
                                                std::initializer_list<std::string_view> inputs);
    /// Returns true when nobody will read the flow again.
    [[nodiscard]] bool isReadOut(std::size_t job) const { return readersLeft_[job] == 0; }
    /// Returns true when more than one flow has files or assets.
    [[nodiscard]] bool hasSeveral() const;

    [[nodiscard]] JobFlow& operator[](std::size_t job) { return flows_[job]; }

private:
    std::vector<JobFlow> flows_;
    std::vector<bool> needed_;
    std::vector<std::size_t> readersLeft_;  ///< by job
};

/// Assets that a job was given already. Equal are files with one path, and groups of equal files.
class SeenAssets {
public:
    explicit SeenAssets(const FileTable& files) : files_(files), seen_(files.size(), false) {}

    /// Return true at the first call for equal assets.
    bool add(FileTable::Index file);
    bool add(const Asset& asset);

private:
    const FileTable& files_;
    std::vector<bool> seen_;
    std::set<std::vector<FileTable::Index>> seenGroups_;  ///< by main files of the parts
};

}  // namespace rigkiln
