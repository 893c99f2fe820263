#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/base/thread_group.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/command_line.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"
#ifdef RIGKILN_CHARGES_MEMORY
#include "tools/cli/charged_new.hpp"
#include "tools/cli/program_heap.hpp"
#endif

namespace rigkiln::cli {
namespace {

/// Reports a first word that is no command. CLI11 would only say that a command is missing.
bool isUnknownCommand(const CLI::App& program, std::string_view word) {
    if (word.empty() || word.front() == '-') return false;
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::ranges::find(names, word) != names.end()) return false;
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string meant = suggestion(word, candidates);
    complain(fmt::format("{} is no command{} (see rigkiln --help)", quote(word),
                         meant.empty() ? "" : "; " + meant));
    return true;
}

/// Text behind --help of a command that has help on topics; nothing when there is none.
std::optional<std::string_view> helpTopic(std::span<char* const> words) {
    for (std::size_t i = 2; i + 1 < words.size(); ++i) {
        const std::string_view word = words[i];
        const std::string_view next = words[i + 1];
        if (word == "--help" || word == "-h")
            return next.starts_with('-') ? std::nullopt : std::optional(next);
    }
    return std::nullopt;
}

int showHelpOn(const Command& command, std::string_view topic) {
    const Result<std::string> text = command.helpOn(topic);
    if (!text) return failCommand(text.error());
    print(*text);
    return kDone;
}

/// Reports the first option that the command does not have, with the one that was probably meant. CLI11 would
/// say at first what is missing.
bool hasUnknownOption(const CLI::App& program) {
    for (const CLI::App* command : program.get_subcommands()) {
        for (const std::string& word : command->remaining()) {
            const std::string name = word.substr(0, word.find('='));
            if (!name.starts_with('-') || name.size() < 2) continue;
            std::vector<std::string> names;
            for (const CLI::Option* option : command->get_options()) {
                for (const std::string& known : option->get_lnames())
                    names.push_back("--" + known);
            }
            const std::vector<std::string_view> candidates(names.begin(), names.end());
            const std::string meant = suggestion(name, candidates);
            complain(fmt::format("{} is no option of {}{} (see rigkiln {} --help)", quote(name),
                                 command->get_name(), meant.empty() ? "" : "; " + meant,
                                 command->get_name()));
            return true;
        }
    }
    return false;
}

/// Reports an option before the command, such as --quiet, which the program does not have. CLI11 would say
/// that a command is missing.
bool isUnknownOption(const CLI::App& program, std::string_view word) {
    if (!word.starts_with('-') || word.size() < 2) return false;
    const std::string name(word.substr(0, word.find('=')));
    if (program.get_option_no_throw(name) != nullptr) return false;
    complain(
        fmt::format("{} is no option of rigkiln; options of a command stand behind its name (see rigkiln "
                    "--help)",
                    quote(name)));
    return true;
}

/// Returns the option at the end of the words, or before another one, that has no value; empty if there is
/// none. CLI11 does not name options that have help of their own.
std::string optionWithoutValue(const CLI::App& program, std::span<char* const> words) {
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool isLast = i + 1 == words.size();
        if (!word.starts_with("--") || (!isLast && *words[i + 1] != '-')) continue;
        for (const CLI::App* command : program.get_subcommands()) {
            const CLI::Option* option = command->get_option_no_throw(std::string(word));
            if (option != nullptr && option->get_items_expected_min() > 0) return std::string(word);
        }
    }
    return {};
}

/// Reports an empty word where a path stands, which scripts write with a variable that has no value. Options
/// besides these may be empty.
bool hasEmptyPath(std::span<char* const> words) {
    constexpr std::array<std::string_view, 3> kPaths = {"-o", "--output", "--config"};
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string_view before = words[i - 1];
        const bool isValue = before.starts_with('-') && before.size() > 1 && before != "--";
        const bool mayBeEmpty = isValue && std::ranges::find(kPaths, before) == kPaths.end();
        if (*words[i] != '\0' || mayBeEmpty) continue;
        complain(fmt::format(
            "the {} is empty, expected a path; has a variable no value?",
            isValue ? fmt::format("value of {}", before) : fmt::format("word after {}", quote(before))));
        return true;
    }
    return false;
}

int runProgram(int argumentCount, char** arguments) {
    const std::span<char*> words(arguments, static_cast<std::size_t>(argumentCount));
    const CommandLine commandLine = makeCommandLine(words.size() > 1 ? words[1] : "");
    CLI::App& program = *commandLine.app;
    const std::vector<Command>& commands = commandLine.commands;
    if (words.size() > 1 && (isUnknownCommand(program, words[1]) || isUnknownOption(program, words[1])))
        return kBadUsage;
    if (hasEmptyPath(words)) return kBadUsage;
    for (const Command& command : commands) {
        if (!command.helpOn || words.size() < 2 || command.app->get_name() != words[1]) continue;
        if (const auto topic = helpTopic(words)) return showHelpOn(command, *topic);
    }
    try {
        program.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0 && hasUnknownOption(program)) return kBadUsage;
        // CLI11 also ends parsing by an exception for --help and --version, which are no errors.
        std::ostringstream output;
        std::ostringstream errors;
        const int code = program.exit(error, output, errors);
        print(output.str());
        const std::string text = errors.str();
        if (text.starts_with(':')) std::fputs(optionWithoutValue(program, words).c_str(), stderr);
        std::fputs(text.c_str(), stderr);
        return code == 0 ? kDone : kBadUsage;
    }
    // Commands that do not take a larger share compute on the one processor that each step of a build has.
    const ProcessorShare processors(1);
    for (const Command& command : commands) {
        if (command.app->parsed()) return command.run();
    }
    return kBadUsage;
}

void warnOfRefusedThread(const Error& error) {
    complain(fmt::format("warning: {}; fewer of them work than could", error.text()));
}

/// Returns why there is no working folder, in which the system looks for relative paths; empty: there is one.
std::string problemOfWorkingFolder() {
    std::error_code problem;
    (void)std::filesystem::current_path(problem);
    if (!problem) return {};
    if (problem == std::errc::no_such_file_or_directory)
        return "the working folder is gone; change to a folder that is there";
    return fmt::format("the path of the working folder cannot be found: {}", problem.message());
}

/// Tells of an exception that nothing is to catch, and returns the exit code. Those of memory and of threads
/// are limits of the system that were reached, not mistakes of this program. Neither is a working folder that
/// is gone: only commands that are given relative paths need one.
int tellException(const std::exception_ptr& pointer) {
    try {
        std::rethrow_exception(pointer);
    } catch (const std::bad_alloc&) {
        std::fputs(
            "rigkiln: out of memory; raise the limit of address space (ulimit -v) or of the container\n",
            stderr);
        return kEnvironmentFailed;
    } catch (const std::filesystem::filesystem_error& error) {
        const std::string problem = problemOfWorkingFolder();
        complain(problem.empty() ? fmt::format("internal error: {}", error.what()) : problem);
        return problem.empty() ? kInternalError : kEnvironmentFailed;
    } catch (const std::exception& error) {
        // oneTBB throws this text from threads of its own.
        const bool isThread = std::string_view(error.what()).find("pthread_create") != std::string_view::npos;
        std::fputs(isThread ? "rigkiln: cannot start a thread: " : "rigkiln: internal error: ", stderr);
        std::fputs(error.what(), stderr);
        std::fputs("\n", stderr);
        return isThread ? kEnvironmentFailed : kInternalError;
    } catch (...) {
        std::fputs("rigkiln: internal error: an exception of an unknown type\n", stderr);
        return kInternalError;
    }
}

/// Ends the program at the limit of processor time. Outputs are whole at any moment.
void endForProcessorTime(int /*signal*/) {
    constexpr std::string_view kText =
        "rigkiln: stopped: the limit of processor time (ulimit -t) is reached; outputs that are there are "
        "whole\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
    _exit(kEnvironmentFailed);
}

/// Lets the signal of the limit of processor time come a second before the kernel kills. `ulimit -t` of
/// shells sets both limits to the same time, and then there is no signal.
void leaveTimeToStop() {
    rlimit limit{};
    constexpr rlim_t kLeast = 2;
    if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max == RLIM_INFINITY ||
        limit.rlim_cur < limit.rlim_max || limit.rlim_max < kLeast)
        return;
    limit.rlim_cur = limit.rlim_max - 1;
    // If it fails, all is as before.
    [[maybe_unused]] const int done = ::setrlimit(RLIMIT_CPU, &limit);
}

/// Ends the program where a library aborts it because it has no address space for its own records.
void endForAddressSpace(int /*signal*/) {
    constexpr std::string_view kText =
        "rigkiln: out of memory within a limit of address space (ulimit -v); raise it; "
        "outputs that are there are whole\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
    _exit(kEnvironmentFailed);
}

bool isAddressSpaceLimited() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Ends the program with a cause where an exception left a thread. Without an exception, leaves a core.
[[noreturn]] void endWithCause() {
    if (const std::exception_ptr pointer = std::current_exception()) {
        const int code = tellException(pointer);
        if (code == kEnvironmentFailed) _exit(code);
    }
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
}

}  // namespace
}  // namespace rigkiln::cli

int main(int argumentCount, char** arguments) {
    // A closed pipe behind standard output must not end a batch.
    std::signal(SIGPIPE, SIG_IGN);
    // A write beyond `ulimit -f` fails with an error then, which has the path.
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGXCPU, rigkiln::cli::endForProcessorTime);
    rigkiln::cli::leaveTimeToStop();
    if (rigkiln::cli::isAddressSpaceLimited()) std::signal(SIGABRT, rigkiln::cli::endForAddressSpace);
    std::set_terminate(rigkiln::cli::endWithCause);
    rigkiln::onRefusedThread(rigkiln::cli::warnOfRefusedThread);
#ifdef RIGKILN_CHARGES_MEMORY
    rigkiln::cli::chargeHeap(&rigkiln::cli::jemallocHeap());
#endif
    try {
        return rigkiln::cli::finishOutput(rigkiln::cli::runProgram(argumentCount, arguments));
    } catch (...) {
        return rigkiln::cli::tellException(std::current_exception());
    }
}
