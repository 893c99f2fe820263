#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

inline constexpr ContainerLimits kFuzzLimits{.maximumBytes = std::uint64_t{16} << 20U};

/// Checks a wrapper with any bytes: nothing crashes, the content keeps to the limits, and the peeked
/// beginning equals the beginning of the content. Aborts otherwise. Returns the content, or nullopt when it
/// cannot be unwrapped.
inline std::optional<std::vector<std::byte>> fuzzWrapper(const ContainerModule& module,
                                                         std::span<const std::byte> bytes) {
    (void)module.recognise(bytes.first(std::min(bytes.size(), kHeadSize)));
    const auto beginning = module.peek(bytes.first(std::min(bytes.size(), module.peekBytes)), kHeadSize);
    const auto size = module.unpackedSize(bytes);
    auto whole = module.unwrap(bytes, kFuzzLimits);
    if (!whole) return std::nullopt;
    const std::size_t peeked = std::min(whole->size(), kHeadSize);
    if (!beginning || beginning->size() != peeked ||
        !std::equal(beginning->begin(), beginning->end(), whole->begin()))
        std::abort();
    if (!size || whole->size() > kFuzzLimits.maximumBytes) std::abort();
    return std::move(*whole);
}

struct FuzzedMember {
    std::string name;
    std::vector<std::byte> bytes;
};

/// Checks an archive with any bytes: members have the sizes that the archive lists, and begin with their
/// heads. Aborts otherwise. Returns all members, or nullopt when one cannot be read or there are more than
/// 64.
inline std::optional<std::vector<FuzzedMember>> fuzzArchive(const ContainerModule& module,
                                                            std::span<const std::byte> bytes) {
    (void)module.recognise(bytes.first(std::min(bytes.size(), kHeadSize)));
    const auto source =
        std::make_shared<MemorySource>(SharedBytes(std::vector<std::byte>(bytes.begin(), bytes.end())));
    const auto archive = module.open(source, kFuzzLimits);
    if (!archive) return std::nullopt;
    constexpr std::size_t kMostRead = 64;
    std::vector<FuzzedMember> members;
    for (std::size_t i = 0; i < std::min((*archive)->members().size(), kMostRead); ++i) {
        const ArchiveMember& member = (*archive)->members()[i];
        (void)memberPath(member.name);
        const auto head = (*archive)->read(i, kHeadSize);
        auto whole = (*archive)->read(i, kFuzzLimits.maximumBytes);
        if (!whole) return std::nullopt;
        if (whole->size() != member.sizeBytes || !head) std::abort();
        if (!std::equal(head->begin(), head->end(), whole->begin())) std::abort();
        members.push_back({member.name, std::move(*whole)});
    }
    if (members.size() < (*archive)->members().size()) return std::nullopt;
    return members;
}

}  // namespace rigkiln
