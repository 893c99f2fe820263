#include <algorithm>
#include <cstdlib>
#include <span>

#include "formats/swat3/swat3_format.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_format.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/swat3_fields.hpp"

// Stricter than for other formats: a decoded file encodes to exactly the same bytes, and its scene keeps
// every law.
FUZZ_TARGET(fuzz_gsa, bytes) {
    using namespace rigkiln;
    fuzzFormat(swat3::kGsaFormat, bytes);
    const auto again = swat3::kGsaFormat.reencode(bytes);
    if (again && !std::ranges::equal(*again, bytes)) std::abort();

    NoFiles companions;
    const OptionValues options(swat3::kGsaFormat.options);
    Diagnostics diagnostics;
    const auto scene = swat3::kGsaFormat.read(
        {.path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    if (scene && !validateScene(*scene).empty()) std::abort();
}

FUZZ_MUTATOR(rigkiln::mutateGsaFields);
