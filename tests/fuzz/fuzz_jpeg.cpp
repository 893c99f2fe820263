#include "formats/image/jpeg.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET_OF_COST(fuzz_jpeg, bytes, = rigkiln::kCostOfPackedImages) {
    rigkiln::fuzzImage(rigkiln::images::kJpegFormat, bytes);
}
