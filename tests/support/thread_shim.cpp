/// Preloaded into a program (LD_PRELOAD): lets it have no more than RIGKILN_THREADS threads beside its first
/// one at a time. A further one is refused as by `ulimit -u`, with EAGAIN.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

namespace {

std::atomic<long> threads = 0;

struct Start {
    void* (*function)(void*);
    void* argument;
};

void* runCounted(void* pointer) {
    const Start start = *static_cast<Start*>(pointer);
    delete static_cast<Start*>(pointer);
    void* const result = start.function(start.argument);
    --threads;
    return result;
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                              void* argument) noexcept {
    using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    const char* most =
        std::getenv("RIGKILN_THREADS");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    if (most != nullptr && ++threads > std::strtol(most, nullptr, 10)) {
        --threads;
        return EAGAIN;
    }
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, runCounted,
                                                                            new Start{function, argument});
}
