#include <bit>

#include "formats/containers/sarc.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/archive_members.hpp"

// Rewrites a completely readable archive; the result must be readable with as many members.
FUZZ_TARGET(fuzz_sarc, bytes) {
    using namespace rigkiln;
    const auto members = fuzzArchive(containers::kSarcContainer, bytes);
    if (!members) return;
    std::vector<containers::SarcMember> again;
    for (const FuzzedMember& member : *members)
        again.push_back({.name = member.name.empty() ? "0" : member.name, .bytes = member.bytes});
    const auto read =
        fuzzArchive(containers::kSarcContainer, containers::encodeSarc(again, std::endian::little));
    if (!read || read->size() != members->size()) std::abort();
}

FUZZ_MUTATOR(rigkiln::mutateSarcMembers);
