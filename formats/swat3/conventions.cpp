#include "formats/swat3/conventions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include <glm/geometric.hpp>

#include "formats/swat3/space_tests.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {
namespace {

/// Ratio of the second best figure to the best one. Figures are lengths or angles; those below a billionth
/// are rounding errors and count as a billionth.
double ratio(double better, double worse) {
    constexpr double kRounding = 1e-9;
    return std::max(worse, kRounding) / std::max(better, kRounding);
}

constexpr std::string_view nameOf(Space space) {
    return space == Space::Bone ? "bone" : "model";
}
constexpr std::string_view nameOf(QuaternionSense sense) {
    return sense == QuaternionSense::Raw ? "raw" : "conj";
}
constexpr std::string_view nameOfHand(bool isLeftHanded) {
    return isLeftHanded ? "left" : "right";
}
constexpr std::string_view nameOfWinding(bool isClockwise) {
    return isClockwise ? "cw" : "ccw";
}
constexpr std::string_view nameOf(Transparency transparency) {
    return transparency == Transparency::Opaque ? "opacity" : "transparency";
}

/// Answer that a test gave.
template <class Answer>
struct Told {
    Answer answer;
    std::string_view by;
    double score = 0;
};

/// Takes the user's choice, else the test's answer, else the default, and records the Decision.
template <class Answer, class Name>
Answer decide(std::string_view question, const std::optional<Answer>& choice,
              const std::optional<Told<Answer>>& told, Answer byDefault, Name nameOfAnswer,
              std::vector<Decision>& decisions) {
    if (choice) {
        decisions.push_back({question, nameOfAnswer(*choice), "option", {}});
        return *choice;
    }
    if (told) {
        decisions.push_back({question, nameOfAnswer(told->answer), told->by, told->score});
        return told->answer;
    }
    decisions.push_back({question, nameOfAnswer(byDefault), kByDefault, {}});
    return byDefault;
}

// Blends: the right reading is exact except for rounding, and far better than the others.
constexpr double kSpreadAtMost = 1e-3;
constexpr double kSpreadRatio = 10;
// Weapons: minimum ratio of the two angles to the barrel, and maximum of the better angle in radians.
constexpr double kBarrelRatio = 2;
constexpr double kBarrelAtMost = 0.2;
// Boxes of bones: nearly all pairs overlap in bone space, less than a fifth in model space.
constexpr double kOverlap = 0.5;
constexpr double kDistanceRatio = 1.001;
constexpr double kDihedralRatio = 1.2;

std::optional<Told<Space>> spaceByBlends(const RestPose& pose) {
    const auto spread = spreadOfBlends(pose);
    if (!spread) return std::nullopt;
    const double bone = std::min(spread->boneConjugated, spread->boneRaw);
    const double better = std::min(bone, spread->model);
    const double score = ratio(better, std::max(bone, spread->model));
    if (!(better <= kSpreadAtMost) || score < kSpreadRatio) return std::nullopt;
    return Told<Space>{bone < spread->model ? Space::Bone : Space::Model, "coincidence", score};
}

std::optional<Told<Space>> spaceByBarrel(const RestPose& pose) {
    const auto angles = angleToBarrel(pose);
    if (!angles) return std::nullopt;
    const double model = std::min(angles->modelConjugated, angles->modelRaw);
    const double better = std::min(angles->bone, model);
    const double score = ratio(better, std::max(angles->bone, model));
    if (!(better <= kBarrelAtMost) || score < kBarrelRatio) return std::nullopt;
    return Told<Space>{angles->bone < model ? Space::Bone : Space::Model, "barrel", score};
}

std::optional<Told<Space>> spaceByOverlap(const RestPose& pose) {
    const auto part = overlappingPairs(pose);
    if (!part) return std::nullopt;
    return Told<Space>{*part > kOverlap ? Space::Bone : Space::Model, "overlap", *part};
}

std::optional<Told<Space>> findSpace(const RestPose& pose) {
    if (auto told = spaceByBlends(pose)) return told;
    if (auto told = spaceByBarrel(pose)) return told;
    return spaceByOverlap(pose);
}

std::optional<Told<QuaternionSense>> senseOf(const BySense& figures, std::string_view by, double least) {
    const double score =
        ratio(std::min(figures.conjugated, figures.raw), std::max(figures.conjugated, figures.raw));
    if (!(score >= least)) return std::nullopt;
    return Told<QuaternionSense>{
        figures.raw < figures.conjugated ? QuaternionSense::Raw : QuaternionSense::Conjugated, by, score};
}

std::optional<Told<QuaternionSense>> findSense(const RestPose& pose, Space space) {
    if (space == Space::Bone) {
        if (const auto spread = spreadOfBlends(pose);
            spread && std::min(spread->boneConjugated, spread->boneRaw) <= kSpreadAtMost) {
            const BySense figures{.conjugated = spread->boneConjugated, .raw = spread->boneRaw};
            if (auto told = senseOf(figures, "coincidence", kSpreadRatio)) return told;
        }
        const auto dihedral = meanDihedral(pose);
        return dihedral ? senseOf(*dihedral, "dihedral", kDihedralRatio) : std::nullopt;
    }
    if (const auto angles = angleToBarrel(pose);
        angles && std::min(angles->modelConjugated, angles->modelRaw) <= kBarrelAtMost) {
        const BySense figures{.conjugated = angles->modelConjugated, .raw = angles->modelRaw};
        if (auto told = senseOf(figures, "barrel", kBarrelRatio)) return told;
    }
    const auto distances = distanceToBones(pose);
    return distances ? senseOf(*distances, "proximity", kDistanceRatio) : std::nullopt;
}

/// Rest position of the bone of this name, with or without the skeleton's name in front.
std::optional<glm::dvec3> placeOf(const RestPose& pose, QuaternionSense sense, std::string_view name) {
    for (std::size_t bone = 0; bone < pose.rig().boneCount(); ++bone) {
        const std::string& own = pose.rig().bone(bone).name;
        if (own.size() < name.size()) continue;
        const std::size_t begin = own.size() - name.size();
        const bool isWord = begin == 0 || own[begin - 1] == ' ';
        if (isWord && equalIgnoringCase(std::string_view(own).substr(begin), name))
            return glm::dvec3(pose.bindMatrices(sense)[bone][3]);
    }
    return std::nullopt;
}

/// Finds the handedness from a biped: up cross forward points to its left hand only in right-handed axes.
std::optional<Told<bool>> findHand(const RestPose& pose, QuaternionSense sense) {
    constexpr double kLeast = 0.1;
    constexpr std::array<std::string_view, 6> kNames = {"Pelvis", "Head",   "L Foot",
                                                        "L Toe0", "R Hand", "L Hand"};
    std::array<glm::dvec3, kNames.size()> places{};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const auto place = placeOf(pose, sense, kNames[i]);
        if (!place) return std::nullopt;
        places[i] = *place;
    }
    const glm::dvec3 up = glm::normalize(places[1] - places[0]);
    const glm::dvec3 forward = glm::normalize(places[3] - places[2]);
    const glm::dvec3 left = glm::normalize(places[5] - places[4]);
    const double product = glm::dot(glm::cross(up, forward), left);
    if (!(std::abs(product) >= kLeast)) return std::nullopt;
    return Told<bool>{product < 0, "biped", product};
}

/// Finds the winding from the volume of the mesh, which is closed: the signed volumes between its triangles
/// and any point sum to the enclosed volume. The sum is positive when triangles are counter-clockwise from
/// outside.
std::optional<Told<bool>> findWinding(const RestPose& pose, const Reading& reading, bool isLeftHanded) {
    constexpr double kLeast = 0.01;
    const GsmFile& file = pose.file();
    const std::vector<glm::dvec3> vertices = pose.vertices(reading);
    glm::dvec3 center(0.0);
    double corners = 0;
    const auto placeOfCorner = [&](std::uint16_t vertex) {
        return vertices[file.effectiveVertices[vertex].position];
    };
    for (const GsmTriangle& triangle : file.triangles) {
        for (const std::uint16_t corner : triangle.corners) {
            center += placeOfCorner(corner);
            ++corners;
        }
    }
    if (corners == 0) return std::nullopt;
    center /= corners;
    double volume = 0;
    double all = 0;
    for (const GsmTriangle& triangle : file.triangles) {
        const double part = glm::dot(placeOfCorner(triangle.corners[0]) - center,
                                     glm::cross(placeOfCorner(triangle.corners[1]) - center,
                                                placeOfCorner(triangle.corners[2]) - center));
        volume += part;
        all += std::abs(part);
    }
    const double score = (isLeftHanded ? -1 : 1) * volume / all;
    if (!(std::abs(score) >= kLeast)) return std::nullopt;
    return Told<bool>{score < 0, "volume", score};
}

/// Decides by majority: most materials are opaque.
std::optional<Told<Transparency>> findTransparency(const GsmFile& file) {
    const auto isHigh = [](const GsmMaterial& material) { return material.transparency > 0.5F; };
    const auto high = static_cast<double>(std::ranges::count_if(file.materials, isHigh));
    const double part = file.materials.empty() ? 0.5 : high / static_cast<double>(file.materials.size());
    if (part == 0.5) return std::nullopt;
    return Told<Transparency>{part > 0.5 ? Transparency::Opaque : Transparency::Clear, "majority", part};
}

/// Decides by distance: a gripper lies close to the hand that it belongs to.
std::optional<Told<Space>> findGripSpace(const RestPose& pose, QuaternionSense sense) {
    constexpr double kLeastRatio = 2;
    double bone = 0;
    double model = 0;
    for (const GsmGrip& gripper : pose.file().grippers) {
        const auto ordinal = pose.rig().ordinalOf(gripper.bone);
        if (!ordinal) continue;
        const glm::dvec3 place(gripper.position[0], gripper.position[1], gripper.position[2]);
        bone += glm::length(place);
        model += glm::distance(place, glm::dvec3(pose.bindMatrices(sense)[*ordinal][3]));
    }
    const double score = ratio(std::min(bone, model), std::max(bone, model));
    if (!(score >= kLeastRatio)) return std::nullopt;
    return Told<Space>{bone < model ? Space::Bone : Space::Model, "distance", score};
}

}  // namespace

GsmConventions decideConventions(const RestPose& pose, const GsmConventionChoices& choices) {
    GsmConventions found;
    std::vector<Decision>& decisions = found.decisions;
    const auto spaceName = [](Space space) { return nameOf(space); };
    found.reading.space = decide("space", choices.space, findSpace(pose), Space::Model, spaceName, decisions);
    found.reading.sense = decide(
        "quat", choices.quaternions, findSense(pose, found.reading.space), QuaternionSense::Conjugated,
        [](QuaternionSense sense) { return nameOf(sense); }, decisions);
    found.isLeftHanded = decide("handed", choices.isLeftHanded, findHand(pose, found.reading.sense), false,
                                nameOfHand, decisions);
    found.isClockwise =
        decide("winding", choices.isClockwise, findWinding(pose, found.reading, found.isLeftHanded), false,
               nameOfWinding, decisions);
    found.transparency = decide(
        "transparency", choices.transparency, findTransparency(pose.file()), Transparency::Clear,
        [](Transparency answer) { return nameOf(answer); }, decisions);
    found.grips = decide("grips", choices.grips, findGripSpace(pose, found.reading.sense), Space::Bone,
                         spaceName, decisions);
    return found;
}

Properties toProperties(const std::vector<Decision>& decisions) {
    Properties properties;
    for (const Decision& decision : decisions) {
        Properties entry;
        entry.set("answer", decision.answer);
        entry.set("by", decision.by);
        if (decision.score) entry.set("score", *decision.score);
        properties.set(decision.question, std::move(entry));
    }
    return properties;
}

}  // namespace rigkiln::swat3
