#include "pipeline/workers/sandbox.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pipeline/workers/socket_messages.hpp"

namespace rigkiln {
namespace {

constexpr std::uint64_t kReading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/// What placing a file in a folder takes: its content, its name, folders, and the removal of what was there.
constexpr std::uint64_t kWriting = kReading | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE;
/// Rights of the first version; later ones have a few more, which are asked for where there are.
constexpr std::uint64_t kFirstRights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;
constexpr int kVersionOfRefer = 2;
constexpr int kVersionOfTruncate = 3;
constexpr std::uint64_t kRefer = LANDLOCK_ACCESS_FS_MAKE_SYM << 1U;
constexpr std::uint64_t kTruncate = kRefer << 1U;

bool allowBelow(const Socket& rules, const std::string& folder, std::uint64_t rights) {
    const Socket place(open(folder.c_str(), O_PATH | O_CLOEXEC));
    if (!place.isOpen()) return false;
    const landlock_path_beneath_attr below{.allowed_access = rights, .parent_fd = place.get()};
    return syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
}

bool restrictFiles(const SandboxRules& wanted) {
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    std::uint64_t handled = kFirstRights;
    std::uint64_t writing = kWriting;
    if (version >= kVersionOfRefer) handled |= kRefer;
    if (version >= kVersionOfTruncate) {
        handled |= kTruncate;
        writing |= kTruncate;
    }
    const landlock_ruleset_attr attributes{.handled_access_fs = handled};
    const Socket rules(static_cast<int>(
        syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0)));
    if (!rules.isOpen() || !allowBelow(rules, "/", kReading)) return false;
    for (const std::string& folder : wanted.writable)
        allowBelow(rules, folder, writing);
    return syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

/// System calls of the standard library, the allocators and the sanitizers, and those that read files, place
/// them and talk to the parent.
constexpr std::array kAllowed = {
    // files
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(write), SCMP_SYS(pwrite64),
    SCMP_SYS(writev), SCMP_SYS(pwritev), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(stat),
    SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(fstatfs), SCMP_SYS(statfs),
    SCMP_SYS(getdents64), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(getcwd), SCMP_SYS(fcntl), SCMP_SYS(dup), SCMP_SYS(fadvise64),
    SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(memfd_create), SCMP_SYS(pipe), SCMP_SYS(pipe2),
    // placing files, where the rules of files allow it
    SCMP_SYS(mkdirat), SCMP_SYS(linkat), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(unlinkat),
    SCMP_SYS(utimensat), SCMP_SYS(fsync), SCMP_SYS(fdatasync), SCMP_SYS(sync_file_range),
    // memory
    SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise), SCMP_SYS(brk),
    SCMP_SYS(mincore), SCMP_SYS(msync),
    // threads and time
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(set_tid_address), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getpid),
    SCMP_SYS(gettid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
    SCMP_SYS(getegid), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    SCMP_SYS(prlimit64), SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(times), SCMP_SYS(prctl),
    SCMP_SYS(getcpu), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall),
    // signals
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    // the parent
    SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(recvmsg), SCMP_SYS(recvfrom), SCMP_SYS(poll),
    SCMP_SYS(ppoll)};

struct ReleaseFilter {
    void operator()(void* filter) const { seccomp_release(filter); }
};

/// Threads are started, and processes are not. The arguments of clone3 are in memory, where no filter looks:
/// without it the standard library takes clone.
bool allowThreads(void* filter) {
    constexpr scmp_arg_cmp isThread{
        .arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = CLONE_THREAD, .datum_b = CLONE_THREAD};
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, isThread) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

/// The process signals itself, as it does when it aborts.
bool allowOwnSignals(void* filter) {
    const scmp_arg_cmp isSelf{
        .arg = 0, .op = SCMP_CMP_EQ, .datum_a = static_cast<scmp_datum_t>(getpid()), .datum_b = 0};
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, isSelf) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 1, isSelf) == 0;
}

/// Where no rules of files are in force, nothing is opened for writing, unless there are folders to write to.
bool allowOpening(void* filter, bool isRestricted) {
    if (isRestricted) return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 0) == 0;
    constexpr scmp_datum_t kForWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    constexpr scmp_arg_cmp isReading{
        .arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = kForWriting, .datum_b = 0};
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, isReading) == 0;
}

bool restrictSystemCalls(bool mayOpenAnything) {
    const std::unique_ptr<void, ReleaseFilter> filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
    if (filter == nullptr) return false;
    for (const int call : kAllowed) {
        // A negative number is a call that this architecture does not have.
        if (call >= 0 && seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0) != 0) return false;
    }
    return allowThreads(filter.get()) && allowOwnSignals(filter.get()) &&
           allowOpening(filter.get(), mayOpenAnything) && seccomp_load(filter.get()) == 0;
}

}  // namespace

Sandbox enterSandbox(const SandboxRules& rules) {
    Sandbox sandbox;
    // Without this the kernel takes neither; it also keeps programs with rights of their own from giving any.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return sandbox;
    sandbox.hasFileRules = restrictFiles(rules);
    sandbox.hasSystemCalls = restrictSystemCalls(sandbox.hasFileRules || !rules.writable.empty());
    return sandbox;
}

}  // namespace rigkiln
