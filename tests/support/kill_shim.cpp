/// Preloaded into a program (LD_PRELOAD): ends it by SIGKILL right before a chosen call. RIGKILN_KILL_AT
/// names it, as "renameat 3" for the third call of renameat.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace {

void countCall(const char* name, std::atomic<long>& calls) {
    const char* wanted =
        std::getenv("RIGKILN_KILL_AT");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    if (wanted == nullptr) return;
    const std::size_t length = std::strlen(name);
    if (std::strncmp(wanted, name, length) != 0 || wanted[length] != ' ') return;
    if (++calls == std::strtol(wanted + length, nullptr, 10)) ::kill(::getpid(), SIGKILL);
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

int unlinkat(int folder, const char* path, int flags) noexcept {
    static std::atomic<long> calls = 0;
    countCall("unlinkat", calls);
    return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

}  // extern "C"
