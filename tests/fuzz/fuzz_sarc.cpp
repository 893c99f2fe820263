#include <bit>

#include "formats/containers/sarc.hpp"
#include "tests/fuzz/fuzz_container.hpp"

// Rewrites a completely readable archive; the result must be readable with as many members.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln;
    const auto members = fuzzArchive(containers::kSarcContainer, std::as_bytes(std::span(data, size)));
    if (!members) return 0;
    std::vector<containers::SarcMember> again;
    for (const FuzzedMember& member : *members)
        again.push_back({.name = member.name.empty() ? "0" : member.name, .bytes = member.bytes});
    const auto read =
        fuzzArchive(containers::kSarcContainer, containers::encodeSarc(again, std::endian::little));
    if (!read || read->size() != members->size()) std::abort();
    return 0;
}
