#include "formats/image/png.hpp"
#include "tests/fuzz/fuzz_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    rigkiln::fuzzImage(rigkiln::images::kPngFormat, data, size);
    return 0;
}
