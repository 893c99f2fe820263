#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.hpp"

/// Starts the built program as a person would.
namespace rigkiln::test {

struct Finished {
    int exitCode = -1;  ///< 128 + the signal when one ended it
    std::string output;
    std::string errors;

    /// For the message of a failed expectation.
    [[nodiscard]] std::string text() const;
};

struct Surroundings {
    std::filesystem::path folder;                    ///< to start in; empty: that of the test
    std::map<std::string, std::string> environment;  ///< beside that of the test
    std::filesystem::path program;                   ///< empty: rigkiln as it was built
};

/// A program that runs beside the test. Killed and waited for at the end when that was not done before.
class Program {
public:
    explicit Program(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const;
    [[nodiscard]] Finished wait();

private:
    TemporaryFolder streams_;  ///< files and not pipes: nobody has to empty them
    pid_t process_ = -1;
};

[[nodiscard]] Finished runRigkiln(const std::vector<std::string>& arguments,
                                  const Surroundings& surroundings = {});

/// Runs "rigkiln convert" in the folder.
[[nodiscard]] Finished convertIn(const TemporaryFolder& folder, std::vector<std::string> arguments);

}  // namespace rigkiln::test
