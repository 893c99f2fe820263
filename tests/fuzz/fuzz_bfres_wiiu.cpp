#include "tests/fuzz/fuzz_bfres.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    rigkiln::bfres::fuzzBfres(rigkiln::bfres::Console::WiiU, data, size);
    return 0;
}
