#pragma once

#include <vector>

#include "pipeline/settings/job_reader.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Joins jobs to a graph: names become indices, jobs move behind their inputs and otherwise keep their order.
/// Reports names that are no job, inputs that give what is not accepted, cycles (as a path), work that nobody
/// uses, outputs that would overwrite each other, and a graph without output. The result is meaningful only
/// when nothing was reported. Precondition: names differ.
[[nodiscard]] std::vector<Job> linkJobs(std::vector<JobDraft> drafts, SourcePosition jobsPosition,
                                        ProblemList& problems);

}  // namespace rigkiln
