#pragma once

#include <cstddef>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln::test {

/// The most physical memory that the process takes from here on, beyond what it has now. Counts all threads,
/// and what allocators keep.
class PeakMemory {
public:
    PeakMemory() {
        std::ofstream forget("/proc/self/clear_refs");
        forget << "5" << std::flush;
        EXPECT_TRUE(forget) << "this kernel cannot forget the peak of a process (/proc/self/clear_refs)";
        before_ = statusBytes("VmRSS:");
    }

    [[nodiscard]] std::size_t bytes() const {
        const std::size_t peak = statusBytes("VmHWM:");
        return peak > before_ ? peak - before_ : 0;
    }

private:
    /// Returns a line of /proc/self/status.
    static std::size_t statusBytes(const std::string& name) {
        std::ifstream status("/proc/self/status");
        std::string line;
        while (std::getline(status, line)) {
            if (line.starts_with(name)) return std::stoul(line.substr(name.size())) << 10U;
        }
        return 0;
    }

    std::size_t before_ = 0;
};

}  // namespace rigkiln::test
