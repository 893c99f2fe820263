#include "tests/fuzz/mutators/archive_members.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <string_view>

#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/zip.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/container_module.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

struct Member {
    std::string name;
    Bytes bytes;
};

/// Nullopt when a member cannot be read.
std::optional<std::vector<Member>> membersOf(const ContainerModule& module,
                                             std::span<const std::byte> input) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20U;
    constexpr std::size_t kMostMembers = 64;
    const auto source = std::make_shared<MemorySource>(SharedBytes(Bytes(input.begin(), input.end())));
    const auto archive = module.open(source, {.maximumBytes = kMostBytes});
    if (!archive || (*archive)->members().size() > kMostMembers) return std::nullopt;
    std::vector<Member> members;
    for (std::size_t i = 0; i < (*archive)->members().size(); ++i) {
        auto bytes = (*archive)->read(i, kMostBytes);
        if (!bytes) return std::nullopt;
        members.push_back({(*archive)->members()[i].name, std::move(*bytes)});
    }
    return members;
}

void changeOnce(std::vector<Member>& members, Mutation& mutation) {
    constexpr std::array<std::string_view, 7> kNames = {"../up.glb", "/etc/x", "a\\b.alo", "CON",
                                                        "a/./b",     "a//b",   "\x01.zip"};
    if (members.empty()) {
        members.push_back({"a.alo", {}});
        return;
    }
    Member& member = mutation.anyOf(members);
    switch (mutation.below(6)) {
        case 0:
            changeList(members, mutation);
            break;
        case 1:
            member.name = mutation.anyOf(members).name;
            break;
        case 2:
            member.name = mutation.anyOf(kNames);
            break;
        case 3:
            mutation.change(member.name);
            break;
        case 4:
            member.bytes = Bytes(mutation.anyOf(members).bytes);
            break;
        default:
            mutation.change(member.bytes);
    }
}

std::optional<std::vector<Member>> changedMembers(const ContainerModule& module,
                                                  std::span<const std::byte> input, Mutation& mutation) {
    auto members = membersOf(module, input);
    if (!members) return std::nullopt;
    for (std::size_t i = 0; i < 1 + mutation.below(3); ++i)
        changeOnce(*members, mutation);
    return members;
}

/// Nullopt when the members cannot be encoded: a name that is too long, or twice.
template <class Encode>
std::optional<Bytes> encoded(const Encode& encode) {
    auto bytes = guarded<Bytes>(encode);
    if (!bytes) return std::nullopt;
    return std::move(*bytes);
}

}  // namespace

std::optional<Bytes> mutateZipMembers(std::span<const std::byte> input, Mutation& mutation) {
    const auto members = changedMembers(containers::kZipContainer, input, mutation);
    if (!members) return std::nullopt;
    std::vector<containers::ZipMember> again;
    for (const Member& member : *members)
        again.push_back({.name = member.name, .bytes = member.bytes, .isPacked = mutation.oneIn(2)});
    return encoded([&] { return containers::encodeZip(again); });
}

std::optional<Bytes> mutateMegMembers(std::span<const std::byte> input, Mutation& mutation) {
    const auto members = changedMembers(containers::kMegContainer, input, mutation);
    if (!members) return std::nullopt;
    std::vector<containers::MegMember> again;
    for (const Member& member : *members)
        again.push_back({.name = member.name, .bytes = member.bytes});
    const auto version = static_cast<containers::MegVersion>(1 + mutation.below(3));
    return encoded([&] { return containers::encodeMeg(again, version); });
}

std::optional<Bytes> mutateSarcMembers(std::span<const std::byte> input, Mutation& mutation) {
    const auto members = changedMembers(containers::kSarcContainer, input, mutation);
    if (!members) return std::nullopt;
    std::vector<containers::SarcMember> again;
    for (const Member& member : *members) {
        again.push_back({.name = mutation.oneIn(8) ? "" : member.name,
                         .bytes = member.bytes,
                         .hash = static_cast<std::uint32_t>(mutation.oddNumber())});
    }
    const auto order = mutation.oneIn(2) ? std::endian::big : std::endian::little;
    return encoded([&] { return containers::encodeSarc(again, order); });
}

}  // namespace rigkiln
