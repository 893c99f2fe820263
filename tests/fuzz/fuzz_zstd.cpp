#include "formats/containers/zstd.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_zstd, bytes) {
    (void)rigkiln::fuzzWrapper(rigkiln::containers::kZstdContainer, bytes);
}
