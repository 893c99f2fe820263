#include "tests/unit/pipeline/run/told_failures.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace rigkiln::test {
namespace {

/// Beginning of the message about a failed operation; empty when the run must go on without it.
std::string_view messageOf(DiskStep step) {
    switch (step) {
        case DiskStep::OpenFile:
            return "cannot open: ";
        case DiskStep::OpenFolder:
            return "cannot open the folder: ";
        case DiskStep::ListFolder:
            return "cannot read the folder: ";
        case DiskStep::LookAtOpen:
        case DiskStep::LookAtPath:
        case DiskStep::CanonicalPath:
            return "cannot look at: ";
        case DiskStep::Read:
            return "cannot read: ";
        case DiskStep::MakeFolder:
            return "cannot make the folder: ";
        case DiskStep::CreateFile:
        case DiskStep::Write:
        case DiskStep::FinishWriting:
        case DiskStep::Close:
            return "cannot write: ";
        case DiskStep::Rename:
            return "cannot replace: ";
        default:
            return {};
    }
}

std::string_view reasonOf(DiskFailure failure) {
    switch (failure) {
        case DiskFailure::NoSpace:
        case DiskFailure::HalfWritten:
            return "no space left on device";
        case DiskFailure::BrokenDisk:
            return "input/output error";
        case DiskFailure::NoAccess:
            return "permission denied";
        case DiskFailure::TooManyOpen:
            return "too many open files";
        case DiskFailure::Short:
            return {};
    }
    return {};
}

std::string folderOf(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

}  // namespace

bool tellsOf(const Error& error, const DiskOperation& operation, DiskFailure failure) {
    const std::string_view message = messageOf(operation.step);
    if (message.empty() || failure == DiskFailure::Short) return false;
    if (error.kind() != ErrorKind::Environment) return false;
    const std::string problem = fmt::format("{}{}", message, reasonOf(failure));
    // Says it of the file that was to be found.
    if (operation.step == DiskStep::CanonicalPath && error.problem.starts_with("cannot be read: "))
        return error.problem.ends_with(reasonOf(failure).substr(1)) &&
               error.where().find(operation.path) != std::string::npos;
    // The file gets its name after it was written.
    const bool isUnnamed = operation.path.ends_with("(nameless)") || operation.path.ends_with("(temporary)");
    if (isUnnamed) return error.problem == problem && folderOf(error.file) == folderOf(operation.path);
    if (error.file == operation.path && error.problem == problem) return true;
    // Other files may be named before: the archive or model that the file belongs to.
    return error.text().find(fmt::format("{}: {}", operation.path, problem)) != std::string::npos;
}

}  // namespace rigkiln::test
