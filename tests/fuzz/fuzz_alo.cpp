#include "formats/alamo/alamo_format.hpp"
#include "tests/fuzz/fuzz_format.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_alo, bytes) {
    rigkiln::fuzzFormat(rigkiln::alamo::kAloFormat, bytes);
}
