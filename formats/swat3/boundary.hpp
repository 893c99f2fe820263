#pragma once

#include "pipeline/base/result.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::swat3 {

/// The value that `work` returns, or why the codecs could not. Nothing that they throw goes beyond the
/// functions of this format that return a Result.
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

}  // namespace rigkiln::swat3
