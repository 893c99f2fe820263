#include "pipeline/plan/job_flows.hpp"

#include <algorithm>
#include <utility>

namespace rigkiln {

JobFlows::JobFlows(const std::vector<Job>& jobs)
    : flows_(jobs.size()), needed_(jobs.size(), false), readersLeft_(jobs.size(), 0) {
    // Jobs come after their inputs.
    for (std::size_t i = jobs.size(); i-- > 0;) {
        if (jobs[i].kind->gives == Flow::Outputs) needed_[i] = true;
        if (!needed_[i]) continue;
        for (const auto& [name, inputs] : jobs[i].inputs) {
            for (const std::size_t input : inputs) {
                needed_[input] = true;
                ++readersLeft_[input];
            }
        }
    }
}

std::vector<std::size_t> JobFlows::take(const Job& job, std::initializer_list<std::string_view> inputs) {
    std::vector<std::size_t> flows;
    for (const std::string_view input : inputs) {
        const auto jobs = job.inputs.find(input);
        if (jobs == job.inputs.end()) continue;
        for (const std::size_t index : jobs->second) {
            --readersLeft_[index];
            if (std::ranges::find(flows, index) == flows.end()) flows.push_back(index);
        }
    }
    return flows;
}

bool JobFlows::hasSeveral() const {
    return std::ranges::count_if(flows_, [](const JobFlow& flow) { return flow.size() > 0; }) > 1;
}

bool SeenAssets::add(FileTable::Index file) {
    const FileTable::Index first = files_.firstOf(file);
    const bool isNew = !seen_[first];
    seen_[first] = true;
    return isNew;
}

bool SeenAssets::add(const Asset& asset) {
    if (!asset.group) return add(asset.mainSource().file);
    std::vector<FileTable::Index> files;
    files.reserve(asset.parts.size());
    for (const AssetPart& part : asset.parts)
        files.push_back(files_.firstOf(part.mainSource().file));
    return seenGroups_.insert(std::move(files)).second;
}

}  // namespace rigkiln
