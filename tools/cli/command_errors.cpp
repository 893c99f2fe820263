#include "tools/cli/command_errors.hpp"

#include <utility>

#include "pipeline/report/run_report.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {

Error usageError(std::string where, std::string problem) {
    return {.where = std::move(where), .problem = std::move(problem), .kind = ErrorKind::Configuration};
}

int failCommand(const Error& error) {
    complain(error.text());
    return exitCode(error);
}

}  // namespace rigkiln::cli
