#include "formats/containers/zip.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/archive_members.hpp"

FUZZ_TARGET(fuzz_zip, bytes) {
    (void)rigkiln::fuzzArchive(rigkiln::containers::kZipContainer, bytes);
}

FUZZ_MUTATOR(rigkiln::mutateZipMembers);
