#include "formats/alamo/alamo_format.hpp"
#include "tests/fuzz/fuzz_format.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_ala, bytes) {
    rigkiln::fuzzFormat(rigkiln::alamo::kAlaFormat, bytes);
}
