#include "pipeline/base/run_guarded.hpp"

#include <exception>
#include <new>
#include <string>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln {

Status runGuarded(const std::function<Status()>& run) {
    try {
        return run();
    } catch (const Stopped&) {
        throw;
    } catch (const MemoryRefused&) {
        throw;
    } catch (const std::bad_alloc&) {
        return kOutOfMemory.error("out of memory");
    } catch (const std::exception& exception) {
        return kUnexpectedException.error(std::string("unexpected exception: ") + exception.what());
    } catch (...) {
        return kUnexpectedException.error("unexpected exception of an unknown type");
    }
}

}  // namespace rigkiln
