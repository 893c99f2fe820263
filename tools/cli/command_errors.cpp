#include "tools/cli/command_errors.hpp"

#include <utility>

#include "pipeline/report/run_report.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {

Error usageError(std::string where, std::string problem) {
    return kWrongUsage.at(std::move(where), std::move(problem));
}

int failCommand(const Error& error) {
    complain(error.text());
    return exitCode(error);
}

}  // namespace rigkiln::cli
