#include "tests/fuzz/fuzz_bfres.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_bfres_switch, bytes) {
    rigkiln::bfres::fuzzBfres(rigkiln::bfres::Console::Switch, bytes);
}
