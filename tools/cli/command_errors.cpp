#include "tools/cli/command_errors.hpp"

#include "pipeline/report/exit_code.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {

int failCommand(const Error& error) {
    complain(error.text());
    return exitCode(error);
}

}  // namespace rigkiln::cli
