#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "formats/gltf/validate/read_document.hpp"
#include "formats/gltf/validate/tolerances.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

constexpr std::array<std::string_view, 10> kNodeMembers = {
    "camera", "children", "skin", "matrix", "mesh", "rotation", "scale", "translation", "weights", "name"};
constexpr std::array<std::string_view, 4> kSkinMembers = {"inverseBindMatrices", "skeleton", "joints",
                                                          "name"};
constexpr std::array<std::string_view, 2> kSceneMembers = {"nodes", "name"};
constexpr std::array<std::string_view, 4> kCameraMembers = {"type", "orthographic", "perspective", "name"};
constexpr std::array<std::string_view, 4> kOrthographicMembers = {"xmag", "ymag", "zfar", "znear"};
constexpr std::array<std::string_view, 4> kPerspectiveMembers = {"aspectRatio", "yfov", "zfar", "znear"};
constexpr std::array<std::string_view, 2> kCameraTypes = {"orthographic", "perspective"};
constexpr std::array<std::string_view, 6> kLightMembers = {"color", "intensity", "spot",
                                                           "type",  "range",     "name"};
constexpr std::array<std::string_view, 2> kSpotMembers = {"innerConeAngle", "outerConeAngle"};
constexpr std::array<std::string_view, 3> kLightTypes = {"directional", "point", "spot"};
constexpr std::array<std::string_view, 1> kNodeLightMembers = {"light"};
constexpr std::array<std::string_view, 1> kLightListMembers = {"lights"};

constexpr NumberRange kAboveZero{.least = 0, .excludesLeast = true};
constexpr NumberRange kNotNegative{.least = 0};

void checkPlanes(MemberReader& in, double far, double near) {
    if (far <= near)
        in.report(kCameraZfarLequalZnear,
                  fmt::format("zfar is {}, expected more than znear, {}", numberText(far), numberText(near)));
}

void readOrthographic(MemberReader& in, const Properties& object) {
    in.checkNames(object, kOrthographicMembers);
    for (const std::string_view name : {"xmag", "ymag"}) {
        const double size = in.requireNumber(object, name, {});
        if (size == 0.0) in.report(kCameraXmagYmagZero, name, "is 0");
        if (size < 0.0) in.report(kCameraXmagYmagNegative, name, fmt::format("is {}", numberText(size)));
    }
    const double far = in.requireNumber(object, "zfar", kAboveZero);
    checkPlanes(in, far, in.requireNumber(object, "znear", kNotNegative));
}

void readPerspective(MemberReader& in, const Properties& object) {
    in.checkNames(object, kPerspectiveMembers);
    const double angle = in.requireNumber(object, "yfov", kAboveZero);
    if (angle >= std::numbers::pi)
        in.report(kCameraYfovGequalPi,
                  fmt::format("yfov is {}, expected less than half a turn in radians", numberText(angle)));
    const double far = in.readNumber(object, "zfar", kAboveZero);
    checkPlanes(in, far, in.requireNumber(object, "znear", kAboveZero));
    (void)in.readNumber(object, "aspectRatio", kAboveZero);
}

void readSpot(MemberReader& in, const Properties& light) {
    const Properties* spot = in.readObject(light, "spot", true);
    if (spot == nullptr) return;
    const auto scope = in.place().enter("spot");
    in.checkNames(*spot, kSpotMembers);
    constexpr double kQuarter = std::numbers::pi / 2;
    const double inner =
        in.readNumber(*spot, "innerConeAngle", {.least = 0, .most = kQuarter, .excludesMost = true}, 0.0);
    const double outer = in.readNumber(*spot, "outerConeAngle",
                                       {.least = 0, .most = kQuarter, .excludesLeast = true}, kQuarter / 2);
    if (outer <= inner) {
        in.report(kKhrLightsPunctualLightSpotAngles, "outerConeAngle",
                  fmt::format("is {}, innerConeAngle is {}", numberText(outer), numberText(inner)));
    }
    readNoExtensions(in, *spot);
    in.readExtras(*spot);
}

void readLight(MemberReader& in, const Properties& light) {
    in.checkNames(light, kLightMembers);
    (void)in.readNumbers(light, "color", 3, {.least = 0, .most = 1});
    (void)in.readNumber(light, "intensity", kNotNegative);
    const std::string* type = in.readText(light, "type", true, kLightTypes);
    if (type != nullptr && *type == "spot") {
        readSpot(in, light);
    } else if (light.find("spot") != nullptr) {
        in.report(kExtraProperty, "spot", "has an effect on lights of the type spot only");
    }
    const double range = in.readNumber(light, "range", kAboveZero);
    if (type != nullptr && *type == "directional" && !std::isnan(range))
        in.report(kExtraProperty, "range", "has no effect on directional lights");
    in.readName(light);
    readNoExtensions(in, light);
    in.readExtras(light);
}

using Numbers = std::optional<std::vector<double>>;

bool isFloats(const std::vector<double>& numbers, std::initializer_list<float> expected) {
    return std::ranges::equal(numbers, expected,
                              [](double number, float other) { return static_cast<float>(number) == other; });
}

bool isIdentity(const std::vector<double>& matrix) {
    return isFloats(matrix, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
}

void checkRotation(MemberReader& in, const std::vector<double>& rotation) {
    double sum = 0;
    for (const double component : rotation) {
        const auto rounded = static_cast<double>(static_cast<float>(component));
        sum += rounded * rounded;
    }
    const double length = std::sqrt(sum);
    if (std::abs(1.0 - length) > kQuaternionTolerance)
        in.report(kRotationNonUnit, "rotation", fmt::format("is of length {:.6g}, expected 1", length));
}

void readTransform(MemberReader& in, const Properties& object, Node& node) {
    const Numbers matrix = in.readNumbers(object, "matrix", 16);
    const Numbers translation = in.readNumbers(object, "translation", 3);
    const Numbers rotation = in.readNumbers(object, "rotation", 4, {.least = -1, .most = 1});
    const Numbers scale = in.readNumbers(object, "scale", 3);
    if (rotation) checkRotation(in, *rotation);
    node.hasMatrix = matrix.has_value();
    node.hasTransform =
        (matrix && !isIdentity(*matrix)) || (translation && !isFloats(*translation, {0, 0, 0})) ||
        (rotation && !isFloats(*rotation, {0, 0, 0, 1})) || (scale && !isFloats(*scale, {1, 1, 1}));
    if (!matrix) return;
    if (translation || rotation || scale)
        in.report(kNodeMatrixTrs, "matrix", "stands beside translation, rotation or scale");
    if (isIdentity(*matrix)) {
        in.report(kNodeMatrixDefault, "matrix", "is the identity; leave it out");
    } else if (!isDecomposable(*matrix)) {
        in.report(kNodeMatrixNonTrs, "matrix", "is no product of translation, rotation and scale");
    }
}

void readNodeExtensions(MemberReader& in, const Properties& object, Node& node) {
    const auto extensions = in.readExtensions(object, Owner::Node);
    node.hasExtensions = extensions.count > 0;
    for (const KnownExtension& extension : extensions.known) {
        const auto scope = in.place().enter("extensions");
        const auto name = in.place().enter(extension.name);
        in.checkNames(*extension.members, kNodeLightMembers);
        node.light = in.readIndex(*extension.members, "light");
        readNoExtensions(in, *extension.members);
        in.readExtras(*extension.members);
    }
}

}  // namespace

Node readNode(MemberReader& in, const Properties& object) {
    in.checkNames(object, kNodeMembers);
    Node node;
    readTransform(in, object, node);
    node.camera = in.readIndex(object, "camera", false);
    node.children = in.readIndices(object, "children");
    node.mesh = in.readIndex(object, "mesh", false);
    node.skin = in.readIndex(object, "skin", false);
    if (const Numbers weights = in.readNumbers(object, "weights")) node.weights = weights->size();
    if (node.mesh == kNone) {
        if (node.skin != kNone) in.report(kUnsatisfiedDependency, "skin", "needs mesh");
        if (node.weights) in.report(kUnsatisfiedDependency, "weights", "needs mesh");
    }
    in.readName(object);
    readNodeExtensions(in, object, node);
    node.hasExtras = in.readExtras(object);
    return node;
}

Skin readSkin(MemberReader& in, const Properties& object) {
    in.checkNames(object, kSkinMembers);
    Skin skin{.inverseBindMatrices = in.readIndex(object, "inverseBindMatrices", false),
              .skeleton = in.readIndex(object, "skeleton", false),
              .joints = in.readIndices(object, "joints", true)};
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return skin;
}

SceneObject readSceneObject(MemberReader& in, const Properties& object) {
    in.checkNames(object, kSceneMembers);
    SceneObject scene{.nodes = in.readIndices(object, "nodes")};
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return scene;
}

Plain readCamera(MemberReader& in, const Properties& object) {
    in.checkNames(object, kCameraMembers);
    if (object.find("orthographic") != nullptr && object.find("perspective") != nullptr)
        in.report(kOneOfMismatch, "has both orthographic and perspective");
    const std::string* type = in.readText(object, "type", true, kCameraTypes);
    if (type != nullptr && std::ranges::find(kCameraTypes, std::string_view(*type)) != kCameraTypes.end()) {
        if (const Properties* lens = in.readObject(object, *type, true)) {
            const auto scope = in.place().enter(*type);
            if (*type == "orthographic") {
                readOrthographic(in, *lens);
            } else {
                readPerspective(in, *lens);
            }
            readNoExtensions(in, *lens);
            in.readExtras(*lens);
        }
    }
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return {};
}

ObjectList<Plain> readLights(MemberReader& in, const Properties& object) {
    in.checkNames(object, kLightListMembers);
    ObjectList<Plain> lights;
    if (const auto list = in.readObjects(object, "lights")) {
        const auto scope = in.place().enter("lights");
        lights.items.resize(list->size(), Plain());
        for (std::size_t i = 0; i < list->size(); ++i) {
            const auto element = in.place().enter(i);
            readLight(in, *(*list)[i]);
        }
    }
    readNoExtensions(in, object);
    in.readExtras(object);
    return lights;
}

}  // namespace rigkiln::gltf_validation
