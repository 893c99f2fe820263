#pragma once

#include <string>

namespace rigkiln::cli {

/// Returns the path of the file that starts this program; empty where the system does not tell.
[[nodiscard]] std::string programPath();

/// Returns the file that starts the program whose process runs `executable`: that one, or the launcher of a
/// tree with a loader of its own (tools/packaging/launcher.cpp), whose process runs the loader.
[[nodiscard]] std::string startedBy(const std::string& executable);

}  // namespace rigkiln::cli
