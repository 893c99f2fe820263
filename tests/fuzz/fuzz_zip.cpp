#include "formats/containers/zip.hpp"
#include "tests/fuzz/fuzz_container.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)rigkiln::fuzzArchive(rigkiln::containers::kZipContainer, std::as_bytes(std::span(data, size)));
    return 0;
}
