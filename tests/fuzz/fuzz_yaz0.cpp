#include "formats/containers/yaz0.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"

// Encodes and decodes the content of the wrapper, or, when there is none, the input bytes themselves; both
// must come back unchanged.
FUZZ_TARGET(fuzz_yaz0, bytes) {
    using namespace rigkiln;
    const auto inside = fuzzWrapper(containers::kYaz0Container, bytes);
    const std::vector<std::byte> content =
        inside ? *inside : std::vector<std::byte>(bytes.begin(), bytes.end());
    if (containers::decodeYaz0(containers::encodeYaz0(content), {}) != content) std::abort();
}
