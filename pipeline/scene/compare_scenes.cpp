#include "pipeline/scene/compare_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

std::string exactText(const std::string& value) {
    return quote(value);
}
std::string exactText(float value) {
    return numberText(value);
}
std::string exactText(bool value) {
    return value ? "yes" : "no";
}
std::string exactText(std::size_t value) {
    return fmt::format("{}", value);
}
std::string exactText(const glm::vec2& value) {
    return fmt::format("({} {})", value.x, value.y);
}
std::string exactText(const glm::vec3& value) {
    return fmt::format("({} {} {})", value.x, value.y, value.z);
}
std::string exactText(const glm::quat& value) {
    return fmt::format("({} {} {} {})", value.x, value.y, value.z, value.w);
}
std::string exactText(const Properties& value) {
    return toJson(Value(value));
}
std::string exactText(const std::optional<std::uint32_t>& number) {
    return number ? fmt::format("{}", *number) : std::string("none");
}
template <class Element>
std::string exactText(const std::optional<IndexOf<Element>>& index) {
    return index ? fmt::format("{}", index->value) : std::string("none");
}
template <class Element>
std::string exactText(const IndexOf<Element>& index) {
    return fmt::format("{}", index.value);
}

class Comparison {
public:
    Comparison(const SceneTolerances& tolerances, std::size_t limit)
        : tolerances_(tolerances), limit_(limit) {}

    void scenes(const Scene& left, const Scene& right) {
        each("joints", left.joints, right.joints,
             [&](const std::string& where, const Joint& l, const Joint& r) { joint(where, l, r); });
        each("skins", left.skins, right.skins,
             [&](const std::string& where, const Skin& l, const Skin& r) { skin(where, l, r); });
        each("meshes", left.meshes, right.meshes,
             [&](const std::string& where, const Mesh& l, const Mesh& r) {
                 same(where + ".name", l.name, r.name);
                 each(where + ".primitives", l.primitives, r.primitives,
                      [&](const std::string& inner, const Primitive& lp, const Primitive& rp) {
                          primitive(inner, lp, rp);
                      });
             });
        each("instances", left.instances, right.instances,
             [&](const std::string& where, const MeshInstance& l, const MeshInstance& r) {
                 instance(where, l, r);
             });
        each("materials", left.materials, right.materials,
             [&](const std::string& where, const Material& l, const Material& r) {
                 same(where + ".name", l.name, r.name);
                 same(where + ".extras", l.extras, r.extras);
                 same(where, l == r, true);
             });
        each("attachments", left.attachments, right.attachments,
             [&](const std::string& where, const Attachment& l, const Attachment& r) {
                 attachment(where, l, r);
             });
        each("lights", left.lights, right.lights,
             [&](const std::string& where, const Light& l, const Light& r) {
                 same(where + ".name", l.name, r.name);
                 transform(where + ".local", l.local, r.local);
             });
        each("clips", left.clips, right.clips,
             [&](const std::string& where, const Clip& l, const Clip& r) { clip(where, l, r); });
    }

    std::vector<std::string> take() && { return std::move(differences_); }

private:
    void add(const std::string& where, const std::string& left, const std::string& right) {
        if (differences_.size() < limit_)
            differences_.push_back(fmt::format("{}: {}, {}", where, left, right));
    }

    template <class Type>
    void same(const std::string& where, const Type& left, const Type& right) {
        if (!(left == right)) add(where, exactText(left), exactText(right));
    }

    template <class Elements, class Compare>
    void each(const std::string& where, const Elements& left, const Elements& right, Compare compare) {
        same(where + ".size", left.size(), right.size());
        for (std::size_t i = 0; i < std::min(left.size(), right.size()) && differences_.size() < limit_;
             ++i) {
            compare(fmt::format("{}[{}]", where, i), left[i], right[i]);
        }
    }

    void near(const std::string& where, float left, float right, float tolerance) {
        if (std::abs(left - right) > tolerance) add(where, exactText(left), exactText(right));
    }

    /// Compares texture offsets, which are copied and never computed and must therefore be equal.
    void near(const std::string& where, const glm::vec2& left, const glm::vec2& right) {
        same(where, left, right);
    }

    void near(const std::string& where, const glm::vec3& left, const glm::vec3& right) {
        if (glm::distance(left, right) > tolerances_.length) add(where, exactText(left), exactText(right));
    }

    void near(const std::string& where, const glm::quat& left, const glm::quat& right) {
        const glm::dquat turn =
            glm::normalize(glm::dquat(left)) * glm::conjugate(glm::normalize(glm::dquat(right)));
        const double angle = 2 * std::asin(std::min(1.0, glm::length(glm::dvec3(turn.x, turn.y, turn.z))));
        if (angle > static_cast<double>(tolerances_.rotation)) add(where, exactText(left), exactText(right));
    }

    void near(const std::string& where, std::uint8_t left, std::uint8_t right) {
        same(where, left != 0, right != 0);
    }

    void transform(const std::string& where, const Transform& left, const Transform& right) {
        near(where + ".translation", left.translation, right.translation);
        near(where + ".rotation", left.rotation, right.rotation);
        near(where + ".scale", left.scale, right.scale);
    }

    void joint(const std::string& where, const Joint& left, const Joint& right) {
        same(where + ".name", left.name, right.name);
        same(where + ".parent", left.parent, right.parent);
        same(where + ".visible", left.visible, right.visible);
        same(where + ".extras", left.extras, right.extras);
        transform(where + ".rest", left.rest, right.rest);
    }

    void skin(const std::string& where, const Skin& left, const Skin& right) {
        each(where + ".joints", left.joints, right.joints,
             [&](const std::string& inner, IndexOf<Joint> l, IndexOf<Joint> r) { same(inner, l, r); });
        each(where + ".inverseBindMatrices", left.inverseBindMatrices, right.inverseBindMatrices,
             [&](const std::string& inner, const glm::mat4& l, const glm::mat4& r) {
                 for (int column = 0; column < 4; ++column)
                     near(inner, glm::vec3(l[column]), glm::vec3(r[column]));
             });
    }

    void primitive(const std::string& where, const Primitive& left, const Primitive& right) {
        const auto vectors = [&](const std::string& inner, const glm::vec3& l, const glm::vec3& r) {
            near(inner, l, r);
        };
        same(where + ".material", left.material, right.material);
        each(where + ".positions", left.positions, right.positions, vectors);
        each(where + ".normals", left.normals, right.normals, vectors);
        each(where + ".indices", left.indices, right.indices,
             [&](const std::string& inner, std::uint32_t l, std::uint32_t r) {
                 same(inner, std::size_t{l}, std::size_t{r});
             });
        same(where + ".tangents", left.tangents == right.tangents, true);
        same(where + ".texCoordSets", left.texCoordSets == right.texCoordSets, true);
        same(where + ".colors", left.colors == right.colors, true);
        same(where + ".influenceSets", left.influenceSets == right.influenceSets, true);
        same(where + ".attributes", left.attributes == right.attributes, true);
    }

    void instance(const std::string& where, const MeshInstance& left, const MeshInstance& right) {
        same(where + ".name", left.name, right.name);
        same(where + ".mesh", left.mesh, right.mesh);
        same(where + ".skin", left.skin, right.skin);
        same(where + ".joint", left.joint, right.joint);
        same(where + ".hidden", left.hidden, right.hidden);
        same(where + ".role", left.role == right.role, true);
        same(where + ".levelOfDetail", left.levelOfDetail, right.levelOfDetail);
        same(where + ".alternative", left.alternative, right.alternative);
        same(where + ".variantBase", left.variantBase, right.variantBase);
        same(where + ".extras", left.extras, right.extras);
    }

    void attachment(const std::string& where, const Attachment& left, const Attachment& right) {
        same(where + ".name", left.name, right.name);
        same(where + ".kind", left.kind, right.kind);
        same(where + ".joint", left.joint, right.joint);
        same(where + ".extras", left.extras, right.extras);
        transform(where + ".local", left.local, right.local);
    }

    template <class Value>
    void track(const std::string& where, const Track<Value>& left, const Track<Value>& right) {
        same(where + ".interpolation", left.interpolation == right.interpolation, true);
        each(where + ".times", left.times, right.times,
             [&](const std::string& inner, float l, float r) { near(inner, l, r, tolerances_.time); });
        each(where + ".values", left.values, right.values,
             [&](const std::string& inner, const Value& l, const Value& r) { near(inner, l, r); });
    }

    void clip(const std::string& where, const Clip& left, const Clip& right) {
        same(where + ".name", left.name, right.name);
        near(where + ".duration", left.duration, right.duration, tolerances_.time);
        each(where + ".joints", left.joints, right.joints,
             [&](const std::string& inner, const JointTracks& l, const JointTracks& r) {
                 same(inner + ".joint", l.joint, r.joint);
                 track(inner + ".translation", l.translation, r.translation);
                 track(inner + ".rotation", l.rotation, r.rotation);
                 track(inner + ".scale", l.scale, r.scale);
                 track(inner + ".visibility", l.visibility, r.visibility);
             });
        each(where + ".materials", left.materials, right.materials,
             [&](const std::string& inner, const MaterialTracks& l, const MaterialTracks& r) {
                 same(inner + ".material", l.material, r.material);
                 track(inner + ".baseColorOffset", l.baseColorOffset, r.baseColorOffset);
             });
        each(where + ".events", left.events, right.events,
             [&](const std::string& inner, const ClipEvent& l, const ClipEvent& r) {
                 same(inner + ".name", l.name, r.name);
                 near(inner + ".time", l.time, r.time, tolerances_.time);
             });
    }

    const SceneTolerances& tolerances_;
    std::size_t limit_;
    std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> compareScenes(const Scene& left, const Scene& right,
                                       const SceneTolerances& tolerances, std::size_t limit) {
    Comparison comparison(tolerances, limit);
    comparison.scenes(left, right);
    return std::move(comparison).take();
}

}  // namespace rigkiln
