#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.hpp"

/// Runs the built program from its command line.
namespace rigkiln::test {

struct Finished {
    int exitCode = -1;  ///< 128 + signal number if a signal ended the program
    std::string output;
    std::string errors;
    /// Most memory that it had at one time. Not less than what the test had when it started the program.
    std::size_t peakBytes = 0;

    /// Exit code, output and errors, for the message of a failed expectation.
    [[nodiscard]] std::string text() const;
};

struct Surroundings {
    std::filesystem::path folder;                    ///< working directory; empty: that of the test
    std::map<std::string, std::string> environment;  ///< variables added to those of the test
    std::filesystem::path program;                   ///< empty: the built rigkiln
};

/// Program that runs in parallel with the test. The destructor kills it and waits for it, unless `wait` was
/// called.
class Program {
public:
    explicit Program(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] pid_t id() const { return process_; }
    void signal(int number) const;
    [[nodiscard]] Finished wait();

private:
    TemporaryFolder streams_;  ///< files instead of pipes, which would have to be read
    pid_t process_ = -1;
};

[[nodiscard]] Finished runRigkiln(const std::vector<std::string>& arguments,
                                  const Surroundings& surroundings = {});

/// Runs "rigkiln convert" in the folder.
[[nodiscard]] Finished convertIn(const TemporaryFolder& folder, std::vector<std::string> arguments);

}  // namespace rigkiln::test
