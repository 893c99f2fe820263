#include "tests/fuzz/fuzz_bfres.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/bfres_pointers.hpp"

FUZZ_TARGET(fuzz_bfres_wiiu, bytes) {
    rigkiln::bfres::fuzzBfres(rigkiln::bfres::Console::WiiU, bytes);
}

FUZZ_MUTATOR(rigkiln::mutateWiiUPointers);
