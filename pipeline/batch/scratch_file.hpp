#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "pipeline/base/scratch.hpp"

namespace rigkiln {

/// Room on a disk: a file without a name, which nobody sees and which is gone with the last of the bytes in
/// it, however the process ends. Made when it is first written to.
class ScratchFile : public Scratch {
public:
    /// In the folder or, while there is none, in the nearest one above it.
    ScratchFile(std::string folder, std::size_t bytesInMemory);
    ~ScratchFile() override;

    /// As many parts may be held at once: a process has so many mappings, and all it does needs some.
    static constexpr std::size_t kMostParts = 4096;

    /// They are mapped into memory, which holds what of them was looked at since they were last at rest
    /// (SharedBytes::rest). Nothing while kMostParts are held. Nothing when the disk is full, or the file
    /// system has no files without names; then nothing is written from there on.
    [[nodiscard]] std::optional<SharedBytes> write(
        std::span<const std::span<const std::byte>> parts) override;
    using Scratch::write;

    /// How large the file is, with what is free in it.
    [[nodiscard]] std::size_t fileBytes() const;

private:
    class File;
    std::shared_ptr<File> openFile();

    std::string folder_;
    mutable std::mutex mutex_;
    std::shared_ptr<File> file_;  ///< null: not yet, or never
    bool isRefused_ = false;
};

/// For a unit whose sources have so many bytes: a part of that may wait in memory.
[[nodiscard]] std::shared_ptr<ScratchFile> scratchFor(const std::string& folder, std::size_t sourceBytes);

}  // namespace rigkiln
