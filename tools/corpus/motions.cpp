#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "tools/corpus/clip.hpp"

namespace rigkiln::corpus {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

double sine(double seconds) {
    return std::sin(seconds * 2 * std::numbers::pi);
}

/// 0 before `start`, 1 after `end`, smooth between.
double ramp(double seconds, double start, double end) {
    const double t = std::clamp((seconds - start) / (end - start), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

struct Side {
    const char* name;
    double sign;
};
constexpr Side kSides[] = {{"L", 1}, {"R", -1}};

}  // namespace

glm::dquat swing(double degrees) {
    return glm::angleAxis(degrees * kDegree, glm::dvec3(0, 0, 1));
}

BoneMove& Moves::operator[](std::string_view name) {
    const auto bone = findBone(*skeleton_, name);
    return bone ? moves_[*bone] : nobody_;
}

void stand(Moves& moves, double seconds) {
    moves["B_Spine"].turn = swing(1.5 * sine(seconds));
    moves["B_Chest"].turn = swing(2 * sine(seconds));
    moves["B_Head"].turn = glm::angleAxis(12 * kDegree * sine(seconds), glm::dvec3(1, 0, 0));
    moves["MuzzleA_00"].visible = false;
}

void walk(Moves& moves, double seconds) {
    for (const auto& [side, sign] : kSides) {
        const double step = sign * sine(seconds);
        const double lift = std::max(0.0, sign * std::cos(seconds * 2 * std::numbers::pi));
        moves[fmt::format("{}_Thigh", side)].turn = swing(-28 * step);
        moves[fmt::format("{}_Calf", side)].turn = swing(8 + 40 * lift);
        moves[fmt::format("{}_Foot", side)].turn = swing(-12 * lift);
        moves[fmt::format("{}_UpperArm", side)].turn = swing(25 * step);
        moves[fmt::format("{}_ForeArm", side)].turn = swing(-20 - 10 * step);
    }
    moves["B_Pelvis"].shift = {0, 0, -0.12 - 0.1 * std::abs(sine(seconds))};
    moves["B_Chest"].turn = glm::angleAxis(6 * kDegree * sine(seconds), glm::dvec3(1, 0, 0));
    moves["MuzzleA_00"].visible = false;
}

void shoot(Moves& moves, double seconds) {
    moves["L_UpperArm"].turn = swing(-50);
    moves["L_ForeArm"].turn = swing(-30);
    moves["R_UpperArm"].turn = swing(-60 + 4 * std::abs(sine(2 * seconds)));
    moves["R_ForeArm"].turn = swing(-20);
    moves["B_Pelvis"].shift = {0, 0.08 * std::abs(sine(2 * seconds)), -0.05};
    moves["MuzzleA_00"].visible = std::fmod(seconds, 0.25) < 0.1;
}

void fall(Moves& moves, double seconds) {
    const double down = ramp(seconds, 0.1, 1.0);
    BoneMove& pelvis = moves["B_Pelvis"];
    pelvis.turn = swing(-88 * down);
    pelvis.shift = {0, 0.5 * down, -4.2 * down};
    moves["L_UpperArm"].turn = glm::angleAxis(50 * kDegree * down, glm::dvec3(0, 1, 0));
    moves["R_UpperArm"].turn = glm::angleAxis(-50 * kDegree * down, glm::dvec3(0, 1, 0));
    moves["L_Thigh"].turn = swing(-30 * down);
    moves["L_Calf"].turn = swing(55 * down);
    moves["MuzzleA_00"].visible = false;
}

void celebrate(Moves& moves, double seconds) {
    for (const auto& [side, sign] : kSides) {
        moves[fmt::format("{}_UpperArm", side)].turn = swing(-150 - sign * 15 * sine(2 * seconds));
    }
    const double size = 1 + 0.2 * std::abs(sine(seconds));
    moves["B_Head"].scale = {size, size, 1};
    moves["MuzzleA_00"].visible = false;
}

void stride(Moves& moves, double seconds) {
    for (const auto& [side, sign] : kSides) {
        const double step = sign * sine(seconds);
        const double lift = std::max(0.0, sign * std::cos(seconds * 2 * std::numbers::pi));
        moves[fmt::format("Leg_Upper_{}", side)].turn = swing(-18 * step - 14 * lift);
        moves[fmt::format("Leg_Middle_{}", side)].turn = swing(22 * lift);
        moves[fmt::format("Leg_Lower_{}", side)].turn = swing(-14 * lift);
        moves[fmt::format("Leg_Foot_{}", side)].turn = swing(18 * step + 6 * lift);
    }
    moves["Body"].shift = {0.25 * sine(seconds), 0, -0.3 * std::abs(sine(seconds))};
    moves["Head"].turn = swing(3 * sine(2 * seconds));
    moves["Debris"].visible = false;
}

void breakDown(Moves& moves, double seconds) {
    const double down = ramp(seconds, 0, 0.8);
    BoneMove& body = moves["Body"];
    body.turn = swing(35 * down);
    body.shift = {0, -1.5 * down, -2.6 * down};
    for (const auto& [side, sign] : kSides) {
        moves[fmt::format("Leg_Upper_{}", side)].turn = swing(-60 * down);
        moves[fmt::format("Leg_Middle_{}", side)].turn = swing((65 + 10 * sign) * down);
    }
    BoneMove& debris = moves["Debris"];
    debris.visible = seconds >= 0.5;
    debris.shift =
        debris.visible ? glm::dvec3(0, 6 * (seconds - 0.5), 3 * (seconds - 0.5)) : glm::dvec3(0, 0, -80000);
}

void patrol(Moves& moves, double seconds) {
    moves["Turret_00"].turn = glm::angleAxis(seconds * 2 * std::numbers::pi, glm::dvec3(1, 0, 0));
    moves["Barrel_00"].turn = swing(8 * sine(seconds));
    moves["Hull"].shift = {0, 0, 0.4 * sine(seconds)};
    for (int i = 0; i < 8; ++i) {
        moves[fmt::format("Glow_{:02}", i)].visible = static_cast<int>(seconds * 8) % 8 != i;
    }
}

void deployWings(Moves& moves, double seconds) {
    const double out = ramp(seconds, 0, 1);
    for (const auto& [side, sign] : kSides) {
        BoneMove& wing = moves[fmt::format("Wing_{}", side)];
        wing.turn = glm::angleAxis(-35 * kDegree * out, glm::dvec3(0, 1, 0));
        wing.shift = {sign * 0.8 * out, 0, 0};
    }
}

void wave(Moves& moves, double seconds) {
    for (std::size_t i = 1; i < moves.size(); ++i) {
        const double angle = 14 * sine(seconds - 0.09 * static_cast<double>(i));
        moves[i].turn = swing(angle) * glm::angleAxis(0.4 * angle * kDegree, glm::dvec3(0, 1, 0));
    }
}

}  // namespace rigkiln::corpus
