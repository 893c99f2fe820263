#include "pipeline/conversion/container_module.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln {

std::optional<std::string> expansionProblem(std::uint64_t packed, std::uint64_t unpacked,
                                            const ContainerLimits& limits) {
    if (unpacked > limits.maximumBytes) {
        return fmt::format("{} bytes when unpacked, at most {} ({}) are taken", unpacked, limits.maximumBytes,
                           byteCountText(static_cast<std::size_t>(limits.maximumBytes)));
    }
    if (unpacked > kFreeBytes && unpacked / limits.maximumRatio > packed) {
        return fmt::format("{} bytes when unpacked from {}, at most {} times as many are taken", unpacked,
                           packed, limits.maximumRatio);
    }
    return std::nullopt;
}

Result<std::vector<std::byte>> Archive::read(std::size_t member, std::uint64_t limit) const {
    const ArchiveMember& entry = members_[member];
    const auto inMember = [&](const Error& error) {
        return atPlace("member " + quote(entry.name, 200), error);
    };
    if (!entry.problem.empty()) return inMember(kMemberRefused.error(entry.problem));
    Result<std::vector<std::byte>> bytes =
        entry.offset ? readRange(*source_, *entry.offset, std::min(entry.sizeBytes, limit))
                     : unpack(member, limit);
    if (!bytes) return inMember(bytes.error());
    return bytes;
}

Result<std::vector<std::byte>> PlainArchive::unpack(std::size_t /*member*/, std::uint64_t /*limit*/) const {
    return kArchiveDamaged.error("is not in the archive");
}

const ContainerModule* findContainer(std::span<const ContainerModule* const> containers,
                                     std::span<const std::byte> head) {
    const auto found = std::ranges::find_if(
        containers, [&](const ContainerModule* module) { return module->recognise(head); });
    return found == containers.end() ? nullptr : *found;
}

Result<std::string> memberPath(std::string_view name) {
    std::string path(name);
    std::ranges::replace(path, '\\', '/');
    path.erase(0, std::min(path.find_first_not_of('/'), path.size()));
    constexpr std::size_t kLongestName = 255;
    Result<std::string> clean = pathBelow(path);
    if (!clean) return clean;
    for (std::size_t begin = 0; begin < clean->size();) {
        const std::size_t end = std::min(clean->find('/', begin), clean->size());
        if (end - begin > kLongestName) {
            return kBadPath.error(fmt::format("path {} has a name of {} bytes in it, at most {} are possible",
                                              quote(name), end - begin, kLongestName));
        }
        begin = end + 1;
    }
    return clean;
}

}  // namespace rigkiln
