#pragma once

#include "pipeline/base/result.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln {

/// The value that `work` returns, or why decoding or encoding could not: the boundary of a format, beyond
/// which nothing that its codecs throw may go.
template <class Value, class Work>
Result<Value> guarded(const Work& work) {
    try {
        return Result<Value>(work());
    } catch (const FormatError& error) {
        return Error{.where = {}, .problem = error.what()};
    } catch (const EncodeError& error) {
        return Error{.where = {}, .problem = error.what()};
    }
}

}  // namespace rigkiln
