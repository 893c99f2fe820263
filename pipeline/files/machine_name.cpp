#include "pipeline/files/machine_name.hpp"

#include <sys/utsname.h>

namespace rigkiln {

std::string machineName() {
    struct utsname names {};
    return ::uname(&names) == 0 ? static_cast<const char*>(names.nodename) : "an unknown machine";
}

}  // namespace rigkiln
