#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/member_reader.hpp"

namespace rigkiln::gltf_validation {

/// A rule for the values of an accessor, which follows from its use.
enum class DataRule : std::uint8_t {
    KeyTimes,
    Quaternions,
    SplineQuaternions,
    Normals,
    Tangents,
    Colours,
    InverseBinds,
    Indices
};

struct DataCheck {
    DataRule rule = DataRule::KeyTimes;
    Integer accessor = kNone;
    std::string pointer{};     ///< of the use
    Integer vertices = kNone;  ///< of Indices: number of vertices
    bool isTriangles = false;  ///< of Indices
};

/// Checks the references of a document, and marks what is used. Returns the checks of values that follow from
/// the uses.
[[nodiscard]] std::vector<DataCheck> linkDocument(MemberReader& in, Document& document);

/// State of linkDocument that its parts share.
struct Links {
    MemberReader& in;
    Document& document;
    std::vector<DataCheck> checks{};

    /// Reports an index that refers to nothing.
    void reportUnresolved(std::string_view name, Integer index, std::size_t count) const;
    /// Returns the object an index refers to and marks it as used; null when the index is missing or, with a
    /// finding, refers to nothing.
    template <class Item>
    Item* use(ObjectList<Item>& list, Integer index, std::string_view name) const {
        if (index == kNone) return nullptr;
        Item* item = list.find(index);
        if (item == nullptr) {
            reportUnresolved(name, index, list.items.size());
        } else {
            item->isUsed = true;
        }
        return item;
    }
    /// Notes the purpose of an accessor or buffer view; reports another purpose than before.
    void setUsage(Accessor& accessor, AccessorUsage usage, std::string_view name) const;
    void setUsage(BufferView& view, ViewUsage usage, std::string_view name) const;
    [[nodiscard]] BufferView* viewOf(const Accessor& accessor) const {
        return document.bufferViews.find(accessor.bufferView);
    }
};

/// Calls `link` for each object of a list, at its place.
template <class Item, class Link>
void forEachObject(MemberReader& in, ObjectList<Item>& list, std::string_view name, Link link) {
    const auto scope = in.place().enter(name);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (!list.items[i]) continue;
        const auto element = in.place().enter(i);
        link(*list.items[i], static_cast<Integer>(i));
    }
}

// Parts of linkDocument, in this order.
void linkBufferView(Links& links, BufferView& view);
void linkAccessor(Links& links, Accessor& accessor);
void linkImage(Links& links, Image& image);
void linkTexture(Links& links, Texture& texture);
void linkMaterial(Links& links, Material& material);
void linkMesh(Links& links, Mesh& mesh);
void linkNode(Links& links, Node& node, Integer index);
void linkSkins(Links& links);
void linkAnimation(Links& links, Animation& animation);
/// Scenes, loops, and the places of skinned meshes.
void linkScenes(Links& links);

/// Checks that bytes of a buffer view are there and aligned. The place is that of the object that refers to
/// the view.
struct ByteRange {
    Integer byteOffset = 0;
    Integer componentSize = 1;
    Integer byteLength = 0;
};
void checkByteRange(Links& links, const ByteRange& range, const BufferView& view);

}  // namespace rigkiln::gltf_validation
