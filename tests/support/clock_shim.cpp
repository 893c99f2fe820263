/// Preloaded into a program (LD_PRELOAD): its clock is RIGKILN_CLOCK seconds ahead of that of the system, or
/// behind where the number is negative. Times of files stay those that the system gives them, as on a machine
/// whose clock differs from that of a file server.
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <sys/time.h>

namespace {

long secondsAhead() {
    const char* seconds =
        std::getenv("RIGKILN_CLOCK");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    return seconds == nullptr ? 0 : std::strtol(seconds, nullptr, 10);
}

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    static auto* const kOriginal = next<int(clockid_t, timespec*)>("clock_gettime");
    const int result = kOriginal(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += secondsAhead();
    return result;
}

extern "C" int gettimeofday(timeval* time, void* zone) noexcept {
    static auto* const kOriginal = next<int(timeval*, void*)>("gettimeofday");
    const int result = kOriginal(time, zone);
    if (result == 0) time->tv_sec += secondsAhead();
    return result;
}

extern "C" time_t time(time_t* seconds) noexcept {
    static auto* const kOriginal = next<time_t(time_t*)>("time");
    const time_t now = kOriginal(nullptr) + secondsAhead();
    if (seconds != nullptr) *seconds = now;
    return now;
}
