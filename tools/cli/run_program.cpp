#include "tools/cli/run_program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/files/read_file.hpp"
#include "tools/cli/command_errors.hpp"

namespace rigkiln::cli {
namespace {

std::vector<char*> pointersTo(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// The environment of this process with the changes.
std::vector<std::string> environmentWith(const EnvironmentChanges& changes) {
    std::vector<std::string> all = changes.set;
    const auto isChanged = [&changes](std::string_view variable) {
        const std::string_view name = variable.substr(0, variable.find('=') + 1);
        const auto isSet = [name](const std::string& other) { return other.starts_with(name); };
        const auto isDropped = [name](const std::string& prefix) { return name.starts_with(prefix); };
        return std::ranges::any_of(changes.set, isSet) || std::ranges::any_of(changes.dropped, isDropped);
    };
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (!isChanged(*variable)) all.emplace_back(*variable);
    }
    return all;
}

std::string readAll(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace

Result<ProgramResult> runProgram(const std::vector<std::string>& words,
                                 const EnvironmentChanges& environment) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return systemError(kCannotStart, words.front(), "start", errno);
    std::vector<std::string> own = words;
    std::vector<std::string> variables = environmentWith(environment);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    // This process may have blocked signals to wait for them itself.
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t process = 0;
    const int problem = ::posix_spawnp(&process, own.front().c_str(), &actions, &attributes,
                                       pointersTo(own).data(), pointersTo(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    ::close(ends[1]);
    if (problem != 0) {
        ::close(ends[0]);
        return systemError(kCannotStart, words.front(), "start", problem);
    }
    ProgramResult result;
    result.output = readAll(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int kKilled = 128;
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : kKilled + WTERMSIG(status);
    return result;
}

}  // namespace rigkiln::cli
