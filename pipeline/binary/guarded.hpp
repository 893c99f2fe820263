#pragma once

#include "pipeline/base/result.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln {

/// Returns the result of `work`, or an Error when it throws FormatError or EncodeError. Format modules use it
/// at their boundary, beyond which their codecs must not throw. A FormatError gets the code `damaged`.
template <class Value, class Work>
Result<Value> guarded(const Work& work, const ErrorCode& damaged = kDamaged) {
    try {
        return Result<Value>(work());
    } catch (const FormatError& error) {
        return error.toError(damaged);
    } catch (const EncodeError& error) {
        return error.toError();
    }
}

}  // namespace rigkiln
