// bin/rigkiln of a tree that runs on any x86-64 Linux: it has the libraries of the program in lib/rigkiln,
// the C library and its loader among them, and starts the program there with that loader. This file is linked
// statically, so it needs nothing of the machine.
//
// A loader's path in a program is absolute; only starting the loader itself lets the tree lie anywhere. What
// the program starts in turn gets the libraries of the machine: no variable is set.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/auxv.h>
#include <unistd.h>
#include <vector>

#include <climits>

namespace {

/// Path of this file without links; empty when neither /proc nor the kernel tells.
std::string ownPath() {
    char path[PATH_MAX];
    const ssize_t size = ::readlink("/proc/self/exe", path, sizeof(path));
    if (size > 0 && static_cast<std::size_t>(size) < sizeof(path))
        return {path, static_cast<std::size_t>(size)};
    const unsigned long given = ::getauxval(AT_EXECFN);
    if (given == 0) return {};
    // The kernel gives the address as a number.
    const char* name = reinterpret_cast<const char*>(given);  // NOLINT(performance-no-int-to-ptr)
    return ::realpath(name, path) != nullptr ? std::string(path) : std::string();
}

}  // namespace

int main(int count, char** arguments) {
    const std::string path = ownPath();
    const std::size_t bin = path.rfind("/bin/");
    if (bin == std::string::npos) {
        std::fprintf(
            stderr,
            "rigkiln: cannot tell where it lies: mount /proc, or start it by its path, PLACE/bin/rigkiln\n");
        return 4;
    }
    const std::string libraries = path.substr(0, bin) + "/lib/rigkiln";
    std::string loader = libraries + "/ld-linux-x86-64.so.2";
    std::string program = libraries + "/rigkiln";
    std::string library =
        "$ORIGIN";  // the loader takes that for the folder of the program, whatever is in its name
    std::string asArgument = "--argv0";
    std::string withoutCache = "--inhibit-cache";  // that of the machine names its libraries
    std::string asLibrary = "--library-path";
    std::vector<char*> words = {loader.data(),    asArgument.data(), arguments[0],  withoutCache.data(),
                                asLibrary.data(), library.data(),    program.data()};
    words.insert(words.end(), arguments + 1, arguments + count);
    words.push_back(nullptr);
    ::execv(loader.c_str(), words.data());
    const std::string problem =
        "rigkiln: cannot start " + loader + " (unpack the whole archive, with bin and lib side by side)";
    std::perror(problem.c_str());
    return 4;
}
