#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/byte_source.hpp"

namespace rigkiln::containers {

/// Entry of the central directory of a zip.
struct ZipEntry {
    std::string name{};  ///< any bytes, a zero byte and such that are not UTF-8 among them
    std::uint16_t flags = 0;
    std::uint16_t method = 0;  ///< 0: stored, 8: deflated
    std::uint32_t checksum = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t headerAt = 0;  ///< offset of the local header
    std::uint64_t endAt = 0;     ///< of the next local header, or of the directory: its bytes end before
};

inline constexpr std::uint64_t kMostZipMembers = 1'000'000;

/// Reads the directory at the end of a zip, also of a ZIP64. Errors have offsets in the file. Memory and time
/// grow with the number of entries that are there, not with the one that is stated.
///
/// Own code, because libzip gives no access to an archive with a repeated name or with one that is not UTF-8,
/// and gives a name with a zero byte another byte there.
[[nodiscard]] Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source);

/// Returns the offset of the bytes of a member. Fails when there is no local header, or one of another name,
/// or when the bytes reach beyond the end of the member: members that share bytes unpack to far more than the
/// archive.
[[nodiscard]] Result<std::uint64_t> findZipMember(const ByteSource& source, const ZipEntry& entry);

}  // namespace rigkiln::containers
