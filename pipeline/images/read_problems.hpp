#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Failures of the disk while images were looked for and read. The models are converted without these images,
/// so the run must say why. Safe to use from many threads.
class ReadProblems {
public:
    explicit ReadProblems(Disk& disk) : disk_(disk) {}

    /// Adds an Environment error about the file at `path`. Ignores other kinds. Also ignores that there is no
    /// such file, and links and special files, which are never opened.
    void addAboutFile(const Error& error, const std::string& path);
    void add(Error error);

    [[nodiscard]] bool areNone() const;
    /// Sorted by file, place and problem, without duplicates.
    [[nodiscard]] std::vector<Error> list() const;

private:
    Disk& disk_;
    mutable std::mutex mutex_;
    std::vector<Error> problems_;
};

}  // namespace rigkiln
