#include "pipeline/settings/job_graph.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The graph during the checks. Jobs are numbered in the order of the file.
class JobGraph {
public:
    JobGraph(std::vector<JobDraft> drafts, ProblemList& problems)
        : drafts_(std::move(drafts)), problems_(problems), inputs_(drafts_.size()) {
        for (std::size_t job = 0; job < drafts_.size(); ++job) {
            byName_.emplace(drafts_[job].job.name, job);
        }
        for (const auto& entry : byName_) {
            names_.push_back(entry.first);
        }
    }

    void resolve() {
        for (std::size_t job = 0; job < drafts_.size(); ++job) {
            isComplete_ = isComplete_ && drafts_[job].job.kind != nullptr && drafts_[job].hasInputs;
            for (const JobDraft::Input& input : drafts_[job].inputs) {
                resolveInput(job, input);
            }
        }
    }

    /// Reports unused work and a missing output. Does nothing when some input or kind could not be read,
    /// since uses between jobs are then not known.
    void checkUse(SourcePosition jobsPosition) {
        if (!isComplete_) return;
        std::vector<bool> isUsed(drafts_.size());
        bool hasOutput = false;
        for (std::size_t job = 0; job < drafts_.size(); ++job) {
            for (const std::size_t input : inputs_[job]) {
                isUsed[input] = true;
            }
            hasOutput = hasOutput || givenBy(job) == Flow::Outputs;
        }
        if (!hasOutput) problems_.add(jobsPosition, "no job writes anything; add one with 'uses: export'");
        for (std::size_t job = 0; hasOutput && job < drafts_.size(); ++job) {
            if (isUsed[job] || givenBy(job) == Flow::Outputs) continue;
            problems_.add(
                drafts_[job].job.position,
                fmt::format("no job uses '{}', its {} would be lost; name it in an export or remove it",
                            drafts_[job].job.name, toString(givenBy(job))));
        }
    }

    void checkOutputPaths() {
        std::map<std::string_view, std::size_t> writers;
        for (std::size_t job = 0; job < drafts_.size(); ++job) {
            if (drafts_[job].job.exporter == nullptr || !drafts_[job].hasPath) continue;
            const auto [first, isNew] = writers.try_emplace(drafts_[job].job.options.text("path"), job);
            if (isNew) continue;
            const Job& other = drafts_[first->second].job;
            problems_.add(drafts_[job].pathPosition,
                          fmt::format("job '{}' in line {} writes to the same path {}", other.name,
                                      other.position.line, quote(first->first)));
        }
    }

    std::vector<Job> sorted() {
        std::vector<bool> isDone(drafts_.size());
        std::vector<std::size_t> order = extend({}, isDone);
        while (order.size() < drafts_.size()) {
            const std::vector<std::size_t> cycle = findCycle(isDone);
            reportCycle(cycle);
            for (const std::size_t job : cycle) {
                isDone[job] = true;
            }
            order.insert(order.end(), cycle.begin(), cycle.end());
            order = extend(std::move(order), isDone);
        }
        return inOrder(order);
    }

private:
    [[nodiscard]] Flow givenBy(std::size_t job) const { return drafts_[job].job.kind->gives; }

    void resolveInput(std::size_t job, const JobDraft::Input& input) {
        std::vector<std::size_t>& indices = drafts_[job].job.inputs[std::string(input.spec->name)];
        for (const PlacedText& reference : input.jobs) {
            const auto found = byName_.find(reference.text);
            if (found == byName_.end()) {
                reportUnknownJob(reference);
                continue;
            }
            if (std::ranges::find(indices, found->second) != indices.end()) {
                problems_.add(reference.position,
                              fmt::format("{} names job '{}' twice", input.spec->name, reference.text));
                continue;
            }
            checkFlow(*input.spec, reference, found->second);
            indices.push_back(found->second);
            inputs_[job].push_back(found->second);
        }
        isComplete_ = isComplete_ && indices.size() == input.jobs.size();
    }

    void reportUnknownJob(const PlacedText& reference) {
        if (problems_.isFull()) return problems_.add(reference.position, {});
        problems_.add(reference.position, withSuggestion(fmt::format("unknown job {}", quote(reference.text)),
                                                         reference.text, names_));
    }

    void checkFlow(const InputSpec& input, const PlacedText& reference, std::size_t source) {
        if (drafts_[source].job.kind == nullptr) return;
        const Flow given = givenBy(source);
        if (std::ranges::find(input.accepts, given) != input.accepts.end()) return;
        std::vector<std::string_view> accepted;
        for (const Flow flow : input.accepts) {
            accepted.push_back(toString(flow));
        }
        problems_.add(reference.position,
                      fmt::format("job '{}' gives {}, '{}' takes {}", reference.text, toString(given),
                                  input.name, fmt::join(accepted, " or ")));
    }

    /// Appends every job whose inputs are done until there is none left, always the first of the file next.
    std::vector<std::size_t> extend(std::vector<std::size_t> order, std::vector<bool>& isDone) const {
        std::vector<std::vector<std::size_t>> users(drafts_.size());
        std::vector<std::size_t> missing(drafts_.size());
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
        for (std::size_t job = 0; job < drafts_.size(); ++job) {
            for (const std::size_t input : inputs_[job]) {
                if (isDone[input]) continue;
                users[input].push_back(job);
                ++missing[job];
            }
            if (!isDone[job] && missing[job] == 0) ready.push(job);
        }
        while (!ready.empty()) {
            const std::size_t job = ready.top();
            ready.pop();
            isDone[job] = true;
            order.push_back(job);
            for (const std::size_t user : users[job]) {
                if (--missing[user] == 0 && !isDone[user]) ready.push(user);
            }
        }
        return order;
    }

    /// Precondition: every job that is not done has an input that is not done. Following such inputs from any
    /// job must therefore return to a visited job.
    [[nodiscard]] std::vector<std::size_t> findCycle(const std::vector<bool>& isDone) const {
        std::vector<std::size_t> path;
        std::vector<std::size_t> placeInPath(drafts_.size(), kNone);
        auto job = static_cast<std::size_t>(std::ranges::find(isDone, false) - isDone.begin());
        while (placeInPath[job] == kNone) {
            placeInPath[job] = path.size();
            path.push_back(job);
            job = *std::ranges::find_if(inputs_[job], [&](std::size_t input) { return !isDone[input]; });
        }
        path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(placeInPath[job]));
        std::rotate(path.begin(), std::ranges::min_element(path), path.end());
        return path;
    }

    void reportCycle(const std::vector<std::size_t>& cycle) {
        std::string path;
        for (const std::size_t job : cycle) {
            path += drafts_[job].job.name + " -> ";
        }
        const Job& first = drafts_[cycle.front()].job;
        problems_.add(first.position,
                      fmt::format("job '{}' waits for itself: {}{}", first.name, path, first.name));
    }

    std::vector<Job> inOrder(const std::vector<std::size_t>& order) {
        std::vector<std::size_t> place(drafts_.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
        }
        std::vector<Job> jobs;
        for (const std::size_t index : order) {
            for (auto& input : drafts_[index].job.inputs) {
                std::ranges::transform(input.second, input.second.begin(),
                                       [&](std::size_t job) { return place[job]; });
            }
            jobs.push_back(std::move(drafts_[index].job));
        }
        return jobs;
    }

    std::vector<JobDraft> drafts_;
    ProblemList& problems_;
    std::vector<std::vector<std::size_t>> inputs_;  ///< all inputs of each job together
    std::map<std::string, std::size_t, std::less<>> byName_;
    std::vector<std::string_view> names_;
    bool isComplete_ = true;
};

}  // namespace

std::vector<Job> linkJobs(std::vector<JobDraft> drafts, SourcePosition jobsPosition, ProblemList& problems) {
    JobGraph graph(std::move(drafts), problems);
    graph.resolve();
    graph.checkUse(jobsPosition);
    graph.checkOutputPaths();
    return graph.sorted();
}

}  // namespace rigkiln
