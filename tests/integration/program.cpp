#include "tests/integration/program.hpp"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tests/integration/art_folder.hpp"

namespace rigkiln::test {
namespace {

constexpr mode_t kStreamMode = 0600;

/// Null-terminated pointers to the texts, as exec expects. Precondition: the texts outlive them.
std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environmentWith(const std::map<std::string, std::string>& additions) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (!additions.contains(text.substr(0, text.find('=')))) variables.push_back(text);
    }
    for (const auto& [name, value] : additions)
        variables.push_back(fmt::format("{}={}", name, value));
    return variables;
}

}  // namespace

std::string Finished::text() const {
    return fmt::format("exit code {}\n--- output\n{}--- errors\n{}", exitCode, output, errors);
}

Program::Program(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
    const std::string program =
        surroundings.program.empty() ? RIGKILN_PROGRAM : surroundings.program.string();
    std::vector<std::string> texts = {program};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables = environmentWith(surroundings.environment);

    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    const std::string output = (streams_.path() / "output").string();
    const std::string errors = (streams_.path() / "errors").string();
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), kFlags, kStreamMode);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), kFlags, kStreamMode);
    if (!surroundings.folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, surroundings.folder.c_str());
    const int problem = posix_spawnp(&process_, program.c_str(), &actions, nullptr, pointersTo(texts).data(),
                                     pointersTo(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) throw std::runtime_error("cannot start " + program);
}

Program::~Program() {
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

void Program::signal(int number) const {
    if (process_ > 0) kill(process_, number);
}

Finished Program::wait() {
    int status = 0;
    rusage usage{};
    if (wait4(process_, &status, 0, &usage) != process_)
        throw std::runtime_error("cannot wait for the program");
    process_ = -1;
    constexpr int kFirstSignal = 128;
    constexpr std::size_t kBytesPerKiB = 1024;
    return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : kFirstSignal + WTERMSIG(status),
            .output = textOf(streams_.path() / "output"),
            .errors = textOf(streams_.path() / "errors"),
            .peakBytes = static_cast<std::size_t>(usage.ru_maxrss) * kBytesPerKiB};
}

Finished runRigkiln(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
    return Program(arguments, surroundings).wait();
}

Finished convertIn(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "convert");
    return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
}

}  // namespace rigkiln::test
