#pragma once

#include <vector>

#include "pipeline/settings/job_reader.hpp"
#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Links jobs to a graph: names become indices, and jobs move behind their inputs but otherwise keep their
/// order. Reports unknown job names, inputs of the wrong flow, cycles (as a path), unused work, outputs that
/// would overwrite each other, and a graph without output. The result is valid only when nothing was
/// reported. Precondition: job names are unique.
[[nodiscard]] std::vector<Job> linkJobs(std::vector<JobDraft> drafts, SourcePosition jobsPosition,
                                        ProblemList& problems);

}  // namespace rigkiln
