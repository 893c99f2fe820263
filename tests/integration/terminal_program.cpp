#include "tests/integration/terminal_program.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <pty.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rigkiln::test {
namespace {

constexpr unsigned short kRows = 24;

/// Becomes the program. Only called in the child process, which has one thread.
[[noreturn]] void become(std::vector<std::string> words, const Surroundings& surroundings) {
    constexpr int kCannotStart = 127;
    ::unsetenv("CI");
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm-256color", 1);
    for (const auto& [name, value] : surroundings.environment)
        ::setenv(name.c_str(), value.c_str(), 1);
    if (!surroundings.folder.empty() && ::chdir(surroundings.folder.c_str()) != 0) ::_exit(kCannotStart);
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers.front(), pointers.data());
    ::_exit(kCannotStart);
}

}  // namespace

TerminalProgram::TerminalProgram(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                                 unsigned short columns) {
    std::vector<std::string> words = {RIGKILN_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    struct winsize size {};
    size.ws_row = kRows;
    size.ws_col = columns;
    process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ < 0) throw std::runtime_error("cannot make a terminal");
    if (process_ == 0) become(words, surroundings);
}

TerminalProgram::~TerminalProgram() {
    if (terminal_ >= 0) ::close(terminal_);
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

bool TerminalProgram::readMore() {
    std::array<char, 4096> buffer{};
    // Fails when the program has ended and nothing is left.
    const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
    if (count <= 0) return false;
    text_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

bool TerminalProgram::readUntil(std::string_view text) {
    while (text_.find(text) == std::string::npos) {
        if (!readMore()) return false;
    }
    return true;
}

void TerminalProgram::resize(unsigned short columns) const {
    struct winsize size {};
    size.ws_row = kRows;
    size.ws_col = columns;
    if (::ioctl(terminal_, TIOCSWINSZ, &size) != 0) throw std::runtime_error("cannot resize the terminal");
}

void TerminalProgram::type(std::string_view keys) const {
    if (::write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
        throw std::runtime_error("cannot type");
}

Finished TerminalProgram::finish() {
    while (readMore()) {
    }
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    constexpr int kFirstSignal = 128;
    return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : kFirstSignal + WTERMSIG(status),
            .output = text_,
            .errors = {}};
}

}  // namespace rigkiln::test
