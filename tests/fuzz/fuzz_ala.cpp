#include "formats/alamo/alamo_format.hpp"
#include "tests/fuzz/fuzz_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    rigkiln::fuzzFormat(rigkiln::alamo::kAlaFormat, data, size);
    return 0;
}
