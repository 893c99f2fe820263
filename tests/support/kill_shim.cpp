/// Preloaded into a program (LD_PRELOAD): ends it by SIGKILL right before a chosen call. RIGKILN_KILL_AT
/// names it, as "renameat 3" for the third call of renameat. RIGKILN_STOP_AT, likewise, makes a file
/// "stopped" in the working folder and stops the program until it gets SIGCONT.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// Whether a variable names this call.
bool isChosen(const char* variable, const char* name, long call) {
    const char* wanted = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    if (wanted == nullptr) return false;
    const std::size_t length = std::strlen(name);
    return std::strncmp(wanted, name, length) == 0 && wanted[length] == ' ' &&
           std::strtol(wanted + length, nullptr, 10) == call;
}

void countCall(const char* name, std::atomic<long>& calls) {
    const long call = ++calls;
    if (isChosen("RIGKILN_KILL_AT", name, call)) ::kill(::getpid(), SIGKILL);
    if (!isChosen("RIGKILN_STOP_AT", name, call)) return;
    ::close(::open("stopped", O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
    ::kill(::getpid(), SIGSTOP);
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept {
    static std::atomic<long> calls = 0;
    countCall("renameat", calls);
    return next<int (*)(int, const char*, int, const char*)>("renameat")(fromFolder, from, toFolder, to);
}

int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) noexcept {
    static std::atomic<long> calls = 0;
    countCall("linkat", calls);
    return next<int (*)(int, const char*, int, const char*, int)>("linkat")(fromFolder, from, toFolder, to,
                                                                            flags);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    static std::atomic<long> calls = 0;
    countCall("unlinkat", calls);
    return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

}  // extern "C"
