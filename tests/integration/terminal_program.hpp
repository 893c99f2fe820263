#pragma once

#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "tests/integration/program.hpp"

namespace rigkiln::test {

/// The built program on a terminal of its own, in parallel with the test. The destructor kills it, unless
/// `finish` was called.
class TerminalProgram {
public:
    TerminalProgram(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                    unsigned short columns);
    ~TerminalProgram();
    TerminalProgram(const TerminalProgram&) = delete;
    TerminalProgram& operator=(const TerminalProgram&) = delete;

    /// Reads until the terminal shows the text. Returns false when the program ends first.
    bool readUntil(std::string_view text);
    void resize(unsigned short columns) const;
    /// Types keys, such as "\x03" for Ctrl-C.
    void type(std::string_view keys) const;
    /// Reads everything, and returns the exit code and the text of both streams as output.
    [[nodiscard]] Finished finish();

private:
    bool readMore();

    int terminal_ = -1;
    pid_t process_ = -1;
    std::string text_;
};

}  // namespace rigkiln::test
