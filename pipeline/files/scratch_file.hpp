#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "pipeline/base/scratch.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Scratch storage on disk: a file without a name. It is invisible and disappears with the last of its bytes,
/// however the process ends. Created by the first write.
class ScratchFile : public Scratch {
public:
    /// Creates the file in `folder` or, if that does not exist, in the nearest existing parent.
    ScratchFile(std::string folder, std::size_t bytesInMemory, Disk& disk = realDisk());
    ~ScratchFile() override;

    /// Largest number of parts that may exist at once. Each is a memory mapping, and the number of mappings
    /// of a process is limited.
    static constexpr std::size_t kMostParts = 4096;

    /// Returns how large the next part is to be of something long that is written part by part. Few bytes
    /// make small parts, which touch little memory; the parts of 16 GiB are 3,700, fewer than kMostParts.
    [[nodiscard]] static constexpr std::size_t partBytes(std::size_t bytesBefore) {
        constexpr std::size_t kLeast = std::size_t{64} << 10U;
        constexpr std::size_t kPartsBefore = 512;
        return std::max(kLeast, bytesBefore / kPartsBefore);
    }

    /// Writes the parts and returns them as mapped memory. Only pages accessed since the last
    /// SharedBytes::rest use memory. Returns nothing while kMostParts exist. Also returns nothing, from then
    /// on always, when writing fails (disk full) or the file system does not support files without names.
    [[nodiscard]] std::optional<SharedBytes> write(
        std::span<const std::span<const std::byte>> parts) override;
    using Scratch::write;

    /// Returns the size of the file, including free parts.
    [[nodiscard]] std::size_t fileBytes() const;

private:
    class File;
    std::shared_ptr<File> openFile();

    Disk& disk_;
    std::string folder_;
    mutable std::mutex mutex_;
    std::shared_ptr<File> file_;  ///< null: not opened yet, or refused
    bool isRefused_ = false;
};

}  // namespace rigkiln
