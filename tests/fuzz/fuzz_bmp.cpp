#include "formats/image/bmp.hpp"
#include "tests/fuzz/fuzz_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    rigkiln::fuzzImage(rigkiln::images::kBmpFormat, data, size);
    return 0;
}
