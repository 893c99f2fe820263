#include "formats/image/webp.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET_OF_COST(fuzz_webp, bytes, = rigkiln::kCostOfPackedImages) {
    rigkiln::fuzzImage(rigkiln::images::kWebpFormat, bytes);
}
