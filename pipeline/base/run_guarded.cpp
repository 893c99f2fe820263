#include "pipeline/base/run_guarded.hpp"

#include <exception>
#include <new>
#include <string>

namespace rigkiln {

Status runGuarded(const std::function<Status()>& run) {
    try {
        return run();
    } catch (const std::bad_alloc&) {
        return Error{{}, "out of memory", ErrorKind::Environment};
    } catch (const std::exception& exception) {
        return Error{{}, std::string("unexpected exception: ") + exception.what(), ErrorKind::Internal};
    } catch (...) {
        return Error{{}, "unexpected exception of an unknown type", ErrorKind::Internal};
    }
}

}  // namespace rigkiln
