#include "pipeline/process/convert_coordinates.hpp"

#include "pipeline/base/stop.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

glm::vec3 turned(const glm::vec3& vector) {
    return {vector.x, vector.z, -vector.y};
}

glm::vec4 turned(const glm::vec4& tangent) {
    return {tangent.x, tangent.z, -tangent.y, tangent.w};
}

glm::quat turned(const glm::quat& rotation) {
    return {rotation.w, rotation.x, rotation.z, -rotation.y};
}

glm::vec3 turnedScale(const glm::vec3& scale) {
    return {scale.x, scale.z, scale.y};
}

/// Returns P * M * P^-1 for the axis permutation P: swaps the y and z rows and columns and negates the former
/// y row and column.
glm::mat4 turned(const glm::mat4& matrix) {
    glm::mat4 rows;
    for (int column = 0; column < 4; ++column)
        rows[column] = turned(matrix[column]);
    return {rows[0], rows[2], -rows[1], rows[3]};
}

void turnTransform(Transform& transform) {
    transform.translation = turned(transform.translation);
    transform.rotation = turned(transform.rotation);
    transform.scale = turnedScale(transform.scale);
}

template <class Vectors>
void turnAll(Vectors& vectors) {
    for (auto& vector : vectors)
        vector = turned(vector);
}

/// Lights shine along their own -Z whatever the axes are. Converts the light like any other place, then
/// rotates it back about X so that it keeps its direction.
void turnLight(Light& light) {
    constexpr float kHalfTurnSquareRoot = 0.70710678F;
    turnTransform(light.local);
    light.local.rotation =
        light.local.rotation * glm::quat(kHalfTurnSquareRoot, -kHalfTurnSquareRoot, 0.0F, 0.0F);
}

void turnAxes(Scene& scene) {
    for (Joint& joint : scene.joints)
        turnTransform(joint.rest);
    for (Attachment& attachment : scene.attachments)
        turnTransform(attachment.local);
    for (Light& light : scene.lights)
        turnLight(light);
    for (Skin& skin : scene.skins)
        turnAll(skin.inverseBindMatrices);
    for (Mesh& mesh : scene.meshes) {
        for (Primitive& primitive : mesh.primitives) {
            turnAll(primitive.positions);
            turnAll(primitive.normals);
            turnAll(primitive.tangents);
        }
    }
    for (Clip& clip : scene.clips) {
        const ClipInHand inHand(clip);
        for (JointTracks& tracks : clip.joints) {
            checkStop();
            turnAll(tracks.translation.values);
            turnAll(tracks.rotation.values);
            for (glm::vec3& scale : tracks.scale.values)
                scale = turnedScale(scale);
        }
    }
    scene.upAxis = UpAxis::YUp;
}

void scaleVector(glm::vec3& vector, double factor) {
    vector = glm::vec3(glm::dvec3(vector) * factor);
}

void scaleLengths(Scene& scene, double factor) {
    for (Joint& joint : scene.joints)
        scaleVector(joint.rest.translation, factor);
    for (Attachment& attachment : scene.attachments)
        scaleVector(attachment.local.translation, factor);
    for (Light& light : scene.lights) {
        scaleVector(light.local.translation, factor);
        if (light.range) light.range = static_cast<float>(*light.range * factor);
    }
    for (Skin& skin : scene.skins) {
        for (glm::mat4& matrix : skin.inverseBindMatrices) {
            glm::vec3 translation(matrix[3]);
            scaleVector(translation, factor);
            matrix[3] = glm::vec4(translation, matrix[3].w);
        }
    }
    for (Mesh& mesh : scene.meshes) {
        for (Primitive& primitive : mesh.primitives) {
            for (glm::vec3& position : primitive.positions)
                scaleVector(position, factor);
        }
    }
    for (Clip& clip : scene.clips) {
        const ClipInHand inHand(clip);
        for (JointTracks& tracks : clip.joints) {
            for (glm::vec3& translation : tracks.translation.values)
                scaleVector(translation, factor);
        }
    }
}

}  // namespace

void convertCoordinates(Scene& scene, double metresPerUnit) {
    if (scene.upAxis == UpAxis::ZUp) turnAxes(scene);
    if (metresPerUnit == 1.0) return;
    scaleLengths(scene, metresPerUnit);
    scene.metresPerUnit *= metresPerUnit;
}

}  // namespace rigkiln
