#include "pipeline/reduction/bound_steps.hpp"

#include <array>
#include <span>

namespace rigkiln::reduction {
namespace {

/// Factors in tenths, which are whole numbers and therefore exact.
constexpr std::array<double, 4> kTenths = {10, 17, 30, 50};
/// Below a tenth of a millimetre the bound is about the rounding of sixteen-bit rotations. Results of
/// neighbouring steps are then unrelated unless the steps are far apart.
constexpr std::array<double, 2> kFineTenths = {10, 30};
constexpr int kLeastOrdinaryPower = -4;
/// Ten nanometres are less than the resolution of floats a few centimetres from the origin. One step covers
/// everything below, for scenes in other units.
constexpr int kLeastFinePower = -8;
constexpr int kLeastPower = -12;
constexpr int kMostPower = 12;
constexpr double kBelow = 1 - 0x1p-30;

double powerOfTen(int power) {
    double result = 1;
    for (int i = 0; i < power; ++i)
        result *= 10;
    return result;
}

/// Rounds only once, because powers of ten up to 1e22 are exact.
double stepOf(double tenths, int power, double unit) {
    const int ofTenths = power - 1;
    const double step = ofTenths < 0 ? tenths / powerOfTen(-ofTenths) : tenths * powerOfTen(ofTenths);
    return step * unit * kBelow;
}

}  // namespace

std::vector<double> boundSteps(double bound, double unit) {
    std::vector<double> steps;
    const auto add = [&](double step) {
        if (step <= bound) steps.push_back(step);
    };
    for (int power = kMostPower; power >= kLeastFinePower; --power) {
        const std::span<const double> tenths = power < kLeastOrdinaryPower
                                                   ? std::span<const double>(kFineTenths)
                                                   : std::span<const double>(kTenths);
        for (std::size_t i = tenths.size(); i-- > 0;)
            add(stepOf(tenths[i], power, unit));
    }
    add(stepOf(kTenths.front(), kLeastPower, unit));
    return steps;
}

std::vector<double> searchedBounds(double bound, double unit) {
    std::vector<double> bounds = boundSteps(bound, unit);
    // A bound that is a step but for its rounding is that step. Beyond the largest step bounds need not be
    // told apart, and may be infinite.
    constexpr double kRounding = 1 + 0x1p-28;
    const bool isBetween = !bounds.empty() && bound > bounds.front() * kRounding &&
                           bound < stepOf(kTenths.back(), kMostPower, unit);
    if (isBetween) bounds.insert(bounds.begin(), bound);
    return bounds;
}

bool isFine(double bound, double unit) {
    return bound < stepOf(kTenths.front(), kLeastOrdinaryPower, unit);
}

}  // namespace rigkiln::reduction
