#include "pipeline/images/read_problems.hpp"

#include <algorithm>
#include <cerrno>
#include <tuple>
#include <utility>

namespace rigkiln {

void ReadProblems::addAboutFile(const Error& error, const std::string& path) {
    if (error.kind() != ErrorKind::Environment) return;
    const DiskResult<FileStatus> status = disk_.lookAt(Disk::kNoFolder, path, Links::Refuse);
    const bool isNoFile = status ? status.value.type != FileType::File : status.problem == ENOENT;
    if (!isNoFile) add(error);
}

void ReadProblems::add(Error error) {
    const std::lock_guard lock(mutex_);
    problems_.push_back(std::move(error));
}

bool ReadProblems::areNone() const {
    const std::lock_guard lock(mutex_);
    return problems_.empty();
}

std::vector<Error> ReadProblems::list() const {
    const std::lock_guard lock(mutex_);
    std::vector<Error> sorted = problems_;
    std::ranges::sort(sorted, {},
                      [](const Error& error) { return std::tie(error.file, error.place, error.problem); });
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

}  // namespace rigkiln
