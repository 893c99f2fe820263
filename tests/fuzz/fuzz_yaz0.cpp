#include "formats/containers/yaz0.hpp"
#include "tests/fuzz/fuzz_container.hpp"

// What is decoded is encoded and decoded again to the same; so is anything else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    const auto inside = fuzzWrapper(containers::kYaz0Container, bytes);
    const std::vector<std::byte> content =
        inside ? *inside : std::vector<std::byte>(bytes.begin(), bytes.end());
    if (containers::decodeYaz0(containers::encodeYaz0(content), {}) != content) std::abort();
    return 0;
}
