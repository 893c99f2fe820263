#include "formats/containers/yaz0.hpp"
#include "tests/fuzz/fuzz_container.hpp"

// Encodes and decodes the content of the wrapper, or, when there is none, the input bytes themselves; both
// must come back unchanged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    const auto inside = fuzzWrapper(containers::kYaz0Container, bytes);
    const std::vector<std::byte> content =
        inside ? *inside : std::vector<std::byte>(bytes.begin(), bytes.end());
    if (containers::decodeYaz0(containers::encodeYaz0(content), {}) != content) std::abort();
    return 0;
}
