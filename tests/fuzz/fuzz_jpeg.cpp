#include "formats/image/jpeg.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_jpeg, bytes) {
    rigkiln::fuzzImage(rigkiln::images::kJpegFormat, bytes);
}
