#include "pipeline/reduction/bound_steps.hpp"

#include <array>
#include <span>

namespace rigkiln::reduction {
namespace {

/// In tenths, which are exact.
constexpr std::array<double, 4> kTenths = {10, 17, 30, 50};
/// Below a tenth of a millimetre a bound is what sixteen bits round rotations by, and the keys of one step
/// say little about those of the next unless that is far.
constexpr std::array<double, 2> kFineTenths = {10, 30};
constexpr int kLeastOrdinaryPower = -4;
/// What is below ten nanometres is finer than floats are a few centimetres from the origin: one step for all
/// of it, for scenes in units of their own.
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

/// Rounded once: powers of ten up to 1e22 are exact.
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

bool isFineStep(double step, double unit) {
    return step < stepOf(kTenths.front(), kLeastOrdinaryPower, unit);
}

}  // namespace rigkiln::reduction
