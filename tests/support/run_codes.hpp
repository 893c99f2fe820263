#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/thread_group.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/run/run_errors.hpp"
#include "pipeline/workers/worker_errors.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln::test {

/// Returns the codes of errors that runs over scripted files have, sorted by id.
inline std::vector<const ErrorCode*> codesOfRuns() {
    std::vector<const ErrorCode*> codes = {&kInputError};
    const auto add = [&](std::span<const ErrorCode* const> more) {
        codes.insert(codes.end(), more.begin(), more.end());
    };
    add(kBaseErrors);
    add(kThreadErrors);
    add(kConversionErrors);
    add(kFileErrors);
    add(kPlanErrors);
    add(kReportErrors);
    add(kRunErrors);
    add(kMemoryErrors);
    add(kWorkerErrors);
    std::ranges::sort(codes, {}, &ErrorCode::id);
    return codes;
}

}  // namespace rigkiln::test
