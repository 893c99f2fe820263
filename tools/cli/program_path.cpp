#include "tools/cli/program_path.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace rigkiln::cli {

namespace fs = std::filesystem;

std::string startedBy(const std::string& executable) {
    constexpr std::string_view kLoader = "/lib/rigkiln/ld-linux-x86-64.so.2";
    if (!executable.ends_with(kLoader)) return executable;
    return executable.substr(0, executable.size() - kLoader.size()) + "/bin/rigkiln";
}

std::string programPath() {
    std::error_code code;
    return startedBy(fs::read_symlink("/proc/self/exe", code).string());
}

}  // namespace rigkiln::cli
