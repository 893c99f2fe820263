#include "tests/integration/blender.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace rigkiln::test {
namespace {

/// Runs a script of tools/blender in Blender without a window.
Finished runInBlender(const std::filesystem::path& folder, const std::string& script,
                      const std::vector<std::string>& files) {
    std::vector<std::string> arguments = {"--background",
                                          "--factory-startup",
                                          "--python-exit-code",
                                          "1",
                                          "--python",
                                          RIGKILN_TOOLS_FOLDER "/blender/" + script,
                                          "--"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    Program program(arguments, {.folder = folder,
                                // A home of its own keeps out the user's settings.
                                .environment = {{"HOME", folder.string()}},
                                .program = blenderProgram()});
    return program.wait();
}

}  // namespace

std::string blenderProgram() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread, no setenv
    const char* path = std::getenv("PATH");
    for (std::string_view folders = path == nullptr ? "" : path; !folders.empty();) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        const std::filesystem::path program = std::filesystem::path(folders.substr(0, end)) / "blender";
        if (std::filesystem::exists(program)) return program.string();
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return {};
}

Finished roundTripThroughBlender(const std::filesystem::path& folder, const std::string& from,
                                 const std::string& to) {
    return runInBlender(folder, "round_trip.py", {from, to});
}

Finished comparePosesInBlender(const std::filesystem::path& folder, const std::string& left,
                               const std::string& right, const std::string& to) {
    return runInBlender(folder, "compare_poses.py", {left, right, to});
}

Finished countInBlender(const std::filesystem::path& folder, const std::string& from, const std::string& to) {
    return runInBlender(folder, "count_objects.py", {from, to});
}

Finished importWithAddOn(const std::filesystem::path& folder, const std::string& from,
                         const std::string& to) {
    return runInBlender(folder, "import_with_add_on.py", {from, to});
}

}  // namespace rigkiln::test
