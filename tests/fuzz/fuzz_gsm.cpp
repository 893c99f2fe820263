#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/rig.hpp"
#include "formats/swat3/swat3_port.hpp"

// What is read of a file is all it says: it is written again as exactly the same bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln::swat3;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    (void)recogniseGsm(bytes.first(std::min(size, rigkiln::kHeadSize)), kGsmExtension);
    (void)probeGsm(bytes);
    (void)dumpGsmText(bytes);

    rigkiln::Diagnostics diagnostics;
    const auto file = decodeGsm(bytes, diagnostics);
    if (!file) return 0;
    const auto again = encodeGsm(*file);
    if (!again || !std::ranges::equal(*again, bytes)) std::abort();

    const Rig rig(file->skeletons);
    if (rig.bindMatrices(QuaternionSense::Conjugated).size() != rig.boneCount()) std::abort();
    if (boneOfPositions(*file, rig).size() != file->positions.size()) std::abort();
    return 0;
}
