#include "pipeline/plan/source_guard.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {

SourceGuard::SourceGuard(const FileTable& files, Disk& disk) : files_(files), otherPaths_(files, disk) {}

std::optional<Error> SourceGuard::refusalOf(const std::string& root, const SplitPath& output) {
    const std::lock_guard lock(mutex_);
    if (files_.hasFolder(output.folder) && isSource(output)) {
        return kOutputIsSource.in(output.text(),
                                  "output path is that of a source file, which is never overwritten");
    }
    for (const std::string& folder : otherPaths_.of(root, output.folder)) {
        const SplitPath source{.folder = folder, .name = output.name, .suffix = output.suffix};
        if (!isSource(source) || !otherPaths_.isSameFile(output.text(), source.text())) continue;
        return kOutputIsSource.in(
            output.text(), fmt::format("output path leads to {}, a source file, which is never overwritten",
                                       quote(source.text(), 300)));
    }
    return std::nullopt;
}

bool SourceGuard::isSource(const SplitPath& path) {
    if (!finder_) finder_.emplace(files_);
    return finder_->find(path) != kNoRow;
}

}  // namespace rigkiln
