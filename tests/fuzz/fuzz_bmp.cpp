#include "formats/image/bmp.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_bmp, bytes) {
    rigkiln::fuzzImage(rigkiln::images::kBmpFormat, bytes);
}
