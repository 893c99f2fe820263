#include "formats/alamo/alamo_format.hpp"
#include "tests/fuzz/fuzz_format.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/alamo_chunks.hpp"

FUZZ_TARGET(fuzz_alo, bytes) {
    rigkiln::fuzzFormat(rigkiln::alamo::kAloFormat, bytes);
}

FUZZ_MUTATOR(rigkiln::mutateAlamoChunks);
