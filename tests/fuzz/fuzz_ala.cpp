#include "formats/alamo/alamo_format.hpp"
#include "tests/fuzz/fuzz_format.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/alamo_chunks.hpp"

FUZZ_TARGET(fuzz_ala, bytes) {
    rigkiln::fuzzFormat(rigkiln::alamo::kAlaFormat, bytes);
}

FUZZ_MUTATOR(rigkiln::mutateAlamoChunks);
