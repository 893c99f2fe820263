/// Preloaded into a program (LD_PRELOAD): lets calls that change files fail. RIGKILN_FAULT chooses them, as
/// "12 28" for the twelfth such call, which then ends with error 28, "12 28 on" for it and all later ones, or
/// "12 28 40" for those up to the fortieth. RIGKILN_FAULT_DELAY lets each call take so many microseconds
/// more; RIGKILN_FAULT_DELAY_IF names a variable of the environment without which they do not. Error 0 stands
/// for a short write: half of the bytes, where there are at least two. Calls are numbered from one in the
/// order in which the program makes them. RIGKILN_FAULT_LOG names a file that gets a line for each call, with
/// the path if it has one. The standard streams are left alone.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

void logCall(const char* name, const char* path) {
    // NOLINTBEGIN(concurrency-mt-unsafe): nothing sets variables
    static const int kFile = std::getenv("RIGKILN_FAULT_LOG") == nullptr
                                 ? -1
                                 : next<int (*)(const char*, int, ...)>("open")(
                                       std::getenv("RIGKILN_FAULT_LOG"),
                                       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
    // NOLINTEND(concurrency-mt-unsafe)
    if (kFile < 0) return;
    char line[512];
    const int length = std::snprintf(line, sizeof line, "%s %s\n", name, path);
    if (length > 0)
        (void)next<ssize_t (*)(int, const void*, std::size_t)>("write")(
            kFile, line, std::min(sizeof line - 1, static_cast<std::size_t>(length)));
}

constexpr int kNoFault = -1;

/// Counts the call. Returns the error that it ends with, or kNoFault.
int faultOf(const char* name, const char* path = "") {
    static std::atomic<long> calls = 0;
    const long call = ++calls;
    logCall(name, path);
    // NOLINTBEGIN(concurrency-mt-unsafe): nothing sets variables
    const char* wanted = std::getenv("RIGKILN_FAULT");
    const char* delay = std::getenv("RIGKILN_FAULT_DELAY");
    const char* condition = std::getenv("RIGKILN_FAULT_DELAY_IF");
    const bool isSlow = delay != nullptr && (condition == nullptr || std::getenv(condition) != nullptr);
    // NOLINTEND(concurrency-mt-unsafe)
    if (isSlow) ::usleep(static_cast<useconds_t>(std::strtoul(delay, nullptr, 10)));
    if (wanted == nullptr) return kNoFault;
    char* end = nullptr;
    const long chosen = std::strtol(wanted, &end, 10);
    const long error = std::strtol(end, &end, 10);
    const bool goesOn = std::strcmp(end, " on") == 0;
    const long last =
        goesOn ? std::numeric_limits<long>::max() : std::max(std::strtol(end, nullptr, 10), chosen);
    return call >= chosen && call <= last ? static_cast<int>(error) : kNoFault;
}

/// Sets errno and returns true if the call is to fail. A short write does not concern it.
bool fails(const char* name, const char* path = "") {
    const int fault = faultOf(name, path);
    if (fault <= 0) return false;
    errno = fault;
    return true;
}

bool isStandard(int file) {
    return file <= STDERR_FILENO;
}

bool isForWriting(int flags) {
    return (flags & (O_CREAT | O_WRONLY | O_RDWR)) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

/// Returns how many of the bytes are to be written; -1 with errno for a failure.
ssize_t allowed(const char* name, std::size_t size) {
    const int fault = faultOf(name);
    if (fault == kNoFault) return static_cast<ssize_t>(size);
    if (fault == 0) return static_cast<ssize_t>(size < 2 ? size : size / 2);
    errno = fault;
    return -1;
}

mode_t modeOf(int flags, std::va_list arguments) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

// NOLINTBEGIN(cert-dcl50-cpp): the functions of the C library are what they are
extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    if (isForWriting(flags) && fails("open", path)) return -1;
    return next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    if (isForWriting(flags) && fails("open", path)) return -1;
    return next<int (*)(const char*, int, ...)>("open64")(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    if (isForWriting(flags) && fails("openat", path)) return -1;
    return next<int (*)(int, const char*, int, ...)>("openat")(folder, path, flags, mode);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
    const auto write = next<ssize_t (*)(int, const void*, std::size_t)>("write");
    if (isStandard(file)) return write(file, bytes, size);
    const ssize_t part = allowed("write", size);
    return part < 0 ? -1 : write(file, bytes, static_cast<std::size_t>(part));
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t place) {
    const ssize_t part = allowed("pwrite", size);
    return part < 0 ? -1
                    : next<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite")(
                          file, bytes, static_cast<std::size_t>(part), place);
}

ssize_t pwrite64(int file, const void* bytes, std::size_t size, off64_t place) {
    return pwrite(file, bytes, size, place);
}

ssize_t writev(int file, const iovec* parts, int count) {
    const auto writev = next<ssize_t (*)(int, const iovec*, int)>("writev");
    if (isStandard(file)) return writev(file, parts, count);
    const ssize_t part = allowed("writev", static_cast<std::size_t>(count));
    return part < 0 ? -1 : writev(file, parts, static_cast<int>(part));
}

ssize_t pwritev(int file, const iovec* parts, int count, off_t place) {
    const ssize_t part = allowed("pwritev", static_cast<std::size_t>(count));
    return part < 0 ? -1
                    : next<ssize_t (*)(int, const iovec*, int, off_t)>("pwritev")(
                          file, parts, static_cast<int>(part), place);
}

int ftruncate(int file, off_t size) noexcept {
    return fails("ftruncate") ? -1 : next<int (*)(int, off_t)>("ftruncate")(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
    return ftruncate(file, size);
}

int fsync(int file) {
    return fails("fsync") ? -1 : next<int (*)(int)>("fsync")(file);
}

int fdatasync(int file) {
    return fails("fdatasync") ? -1 : next<int (*)(int)>("fdatasync")(file);
}

int syncfs(int file) noexcept {
    return fails("syncfs") ? -1 : next<int (*)(int)>("syncfs")(file);
}

int mkdir(const char* path, mode_t mode) noexcept {
    return fails("mkdir", path) ? -1 : next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
    return fails("mkdirat", path) ? -1
                                  : next<int (*)(int, const char*, mode_t)>("mkdirat")(folder, path, mode);
}

int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) noexcept {
    if (fails("linkat", to)) return -1;
    return next<int (*)(int, const char*, int, const char*, int)>("linkat")(fromFolder, from, toFolder, to,
                                                                            flags);
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept {
    if (fails("renameat", to)) return -1;
    return next<int (*)(int, const char*, int, const char*)>("renameat")(fromFolder, from, toFolder, to);
}

int unlink(const char* path) noexcept {
    return fails("unlink", path) ? -1 : next<int (*)(const char*)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    return fails("unlinkat", path) ? -1
                                   : next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

}  // extern "C"
// NOLINTEND(cert-dcl50-cpp)
