#include "formats/bfres/animation/sample_budget.hpp"

#include <fmt/format.h>

#include "pipeline/binary/format_error.hpp"

namespace rigkiln::bfres {

bool SampleBudget::takeIfLeft(std::uint64_t samples) {
    if (samples > left_) return false;
    left_ -= samples;
    return true;
}

void SampleBudget::take(const std::string& where, std::uint64_t samples) {
    if (!takeIfLeft(samples)) {
        throw FormatError(
            where, 0,
            fmt::format("its curves are {} samples at one a frame, more than a file of this size has "
                        "(limit {})",
                        samples, left_));
    }
}

}  // namespace rigkiln::bfres
