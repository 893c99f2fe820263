#include "formats/ctsa/ctsa_timing.hpp"

#include <cmath>

namespace rigkiln::ctsa {
namespace {

constexpr double kMillisecondsPerSecond = 1000;

}  // namespace

double frameSeconds(const CtsaFrame& frame, double ticksPerSecond) {
    const double seconds = frame.swapType == kSwapByTime
                               ? static_cast<double>(frame.time) / kMillisecondsPerSecond
                               : frame.updates / ticksPerSecond;
    return std::isfinite(seconds) && seconds > 0 ? seconds : 1 / ticksPerSecond;
}

CtsaTiming timingOf(const CtsaFile& file, double ticksPerSecond) {
    CtsaTiming timing;
    timing.starts.reserve(file.frames.size());
    for (const CtsaFrame& frame : file.frames) {
        timing.starts.push_back(timing.total);
        timing.total += frameSeconds(frame, ticksPerSecond);
    }
    return timing;
}

}  // namespace rigkiln::ctsa
