#pragma once

#include <string>
#include <vector>

namespace rigkiln {

/// What a process may still do after enterSandbox.
struct SandboxRules {
    /// Folders below which it may write, absolute. Those that do not exist are left out.
    std::vector<std::string> writable{};
};

/// Which of the means of the kernel are in force.
struct Sandbox {
    bool hasFileRules = false;    ///< Landlock: files are opened for reading only, except below `writable`
    bool hasSystemCalls = false;  ///< seccomp: system calls that nothing here needs fail with EPERM
};

/// Takes rights from the calling process, for good: afterwards it reads files, writes below some folders,
/// uses the descriptors that it has, and starts threads. It connects to nothing, starts no program or process
/// and signals no other one. What the kernel does not have is left out. Precondition: the process has one
/// thread.
Sandbox enterSandbox(const SandboxRules& rules);

}  // namespace rigkiln
