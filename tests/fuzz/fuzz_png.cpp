#include "formats/image/png.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET_OF_COST(fuzz_png, bytes, = rigkiln::kCostOfPackedImages) {
    rigkiln::fuzzImage(rigkiln::images::kPngFormat, bytes);
}
