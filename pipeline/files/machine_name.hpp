#pragma once

#include <string>

namespace rigkiln {

/// Returns the name of this machine, for people; "an unknown machine" if the system does not tell.
[[nodiscard]] std::string machineName();

}  // namespace rigkiln
