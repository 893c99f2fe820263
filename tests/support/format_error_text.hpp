#pragma once

#include <string>

#include "pipeline/binary/format_error.hpp"

namespace rigkiln {

/// Text of the FormatError or EncodeError that `work` throws; "no error" when it throws none. Other
/// exceptions pass through and fail the test.
template <class Work>
std::string errorOf(const Work& work) {
    try {
        work();
    } catch (const FormatError& error) {
        return error.what();
    } catch (const EncodeError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace rigkiln
