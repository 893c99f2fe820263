#include "tests/support/real_files.hpp"

#include <cstdlib>

namespace rigkiln::test {

const char* realFilesFolder() {
    return std::getenv("RIGKILN_REAL_FILES");  // NOLINT(concurrency-mt-unsafe): one thread, no setenv
}

const char* samplesFolder() {
    return std::getenv("RIGKILN_SAMPLES_FOLDER");  // NOLINT(concurrency-mt-unsafe): one thread, no setenv
}

}  // namespace rigkiln::test
