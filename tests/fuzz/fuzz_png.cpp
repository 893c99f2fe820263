#include "formats/image/png.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_png, bytes) {
    rigkiln::fuzzImage(rigkiln::images::kPngFormat, bytes);
}
