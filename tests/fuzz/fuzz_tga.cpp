#include "formats/image/tga.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_tga, bytes) {
    rigkiln::fuzzImage(rigkiln::images::kTgaFormat, bytes);
}
