#include "formats/containers/zstd.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"

// A frame says how large its window is, up to 128 MiB; the decoder allocates it, and fills as much as there
// is content.
FUZZ_TARGET_OF_COST(fuzz_zstd, bytes, {.floorBytes = std::size_t{160} << 20U}) {
    (void)rigkiln::fuzzWrapper(rigkiln::containers::kZstdContainer, bytes);
}
