#include "formats/containers/zstd.hpp"
#include "tests/fuzz/fuzz_container.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)rigkiln::fuzzWrapper(rigkiln::containers::kZstdContainer, std::as_bytes(std::span(data, size)));
    return 0;
}
