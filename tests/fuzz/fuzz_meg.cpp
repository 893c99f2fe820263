#include "formats/containers/meg.hpp"
#include "pipeline/binary/guarded.hpp"
#include "tests/fuzz/fuzz_container.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/archive_members.hpp"

// Rewrites a completely readable archive in each version; the result must be readable with as many members.
FUZZ_TARGET(fuzz_meg, bytes) {
    using namespace rigkiln;
    const auto members = fuzzArchive(containers::kMegContainer, bytes);
    if (!members) return;
    std::vector<containers::MegMember> again;
    for (const FuzzedMember& member : *members)
        again.push_back({.name = member.name, .bytes = member.bytes});
    for (const auto version :
         {containers::MegVersion::One, containers::MegVersion::Two, containers::MegVersion::Three}) {
        const auto file =
            guarded<std::vector<std::byte>>([&] { return containers::encodeMeg(again, version); });
        // Not every list of members can be encoded: a first name of zero bytes looks like a number.
        if (!file) continue;
        const auto read = fuzzArchive(containers::kMegContainer, *file);
        if (!read || read->size() != members->size()) std::abort();
    }
}

FUZZ_MUTATOR(rigkiln::mutateMegMembers);
