#include "formats/image/dds.hpp"
#include "tests/fuzz/fuzz_image.hpp"
#include "tests/fuzz/fuzz_target.hpp"

FUZZ_TARGET(fuzz_dds, bytes) {
    rigkiln::fuzzImage(rigkiln::images::kDdsFormat, bytes);
}
