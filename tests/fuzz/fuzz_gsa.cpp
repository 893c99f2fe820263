#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/swat3_port.hpp"

// What is read of a file is all it says: it is written again as exactly the same bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln::swat3;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    (void)recogniseGsa(bytes.first(std::min(size, rigkiln::kHeadSize)), kGsaExtension);
    (void)probeGsa(bytes);
    (void)dumpGsaText(bytes);

    rigkiln::Diagnostics diagnostics;
    const auto file = decodeGsa(bytes, diagnostics);
    if (!file) return 0;
    const auto again = encodeGsa(*file);
    if (!again || !std::ranges::equal(*again, bytes)) std::abort();

    for (std::size_t column = 0; column < rotationsPerFrame(*file); ++column)
        (void)animatedBone(*file, column);
    return 0;
}
