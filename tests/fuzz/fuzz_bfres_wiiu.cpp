#include "tests/fuzz/fuzz_bfres.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_bfres_wiiu, bytes) {
    rigkiln::bfres::fuzzBfres(rigkiln::bfres::Console::WiiU, bytes);
}
