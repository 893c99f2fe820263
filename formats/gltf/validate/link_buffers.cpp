#include <fmt/format.h>

#include "formats/gltf/validate/link_document.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// Links the indices or values of a sparse accessor. `elementBytes`: of one index or value.
void linkSparsePart(Links& links, const SparsePart& part, const Sparse& sparse, Integer size,
                    Integer elementBytes) {
    BufferView* view = links.use(links.document.bufferViews, part.bufferView, "bufferView");
    if (view == nullptr) return;
    links.setUsage(*view, ViewUsage::Other, "bufferView");
    if (view->byteStride != kNone)
        links.in.report(kBufferViewInvalidByteStride, "bufferView",
                        "has a byteStride, which is for vertices only");
    if (elementBytes == kNone) return;
    checkByteRange(
        links,
        {.byteOffset = part.byteOffset, .componentSize = size, .byteLength = elementBytes * sparse.count},
        *view);
}

void linkSparse(Links& links, const Accessor& accessor) {
    const Sparse& sparse = *accessor.sparse;
    JsonPlace& place = links.in.place();
    const auto scope = place.enter("sparse");
    if (sparse.count > accessor.count) {
        links.in.report(kAccessorSparseCountOutOfRange, "count",
                        fmt::format("is {}, the accessor has {} elements", sparse.count, accessor.count));
    }
    {
        const auto part = place.enter("indices");
        const Integer size = componentSize(sparse.indices.componentType);
        linkSparsePart(links, sparse.indices, sparse, size,
                       sparse.indices.componentType == kNone ? kNone : size);
    }
    const auto part = place.enter("values");
    const Integer size = componentSize(accessor.format.componentType);
    linkSparsePart(links, sparse.values, sparse, size, size * componentCount(accessor.format.shape));
}

}  // namespace

void checkByteRange(Links& links, const ByteRange& range, const BufferView& view) {
    if (range.byteOffset == kNone) return;
    if (range.byteOffset % range.componentSize != 0) {
        links.in.report(
            kAccessorOffsetAlignment, "byteOffset",
            fmt::format("is {}, expected a multiple of {}", range.byteOffset, range.componentSize));
    }
    if (view.byteOffset == kNone) return;
    const Integer total = view.byteOffset + range.byteOffset;
    if (total % range.componentSize != 0) {
        links.in.report(kAccessorTotalOffsetAlignment,
                        fmt::format("starts at byte {} of its buffer, expected a multiple of {}", total,
                                    range.componentSize));
    }
    if (range.byteOffset > view.byteLength) {
        links.in.report(
            kAccessorTooLong, "byteOffset",
            fmt::format("is {}, the buffer view has {} bytes", range.byteOffset, view.byteLength));
    } else if (range.byteOffset + range.byteLength > view.byteLength) {
        links.in.report(kAccessorTooLong, fmt::format("has {} bytes from byte {} on, the buffer view has {}",
                                                      range.byteLength, range.byteOffset, view.byteLength));
    }
}

void linkBufferView(Links& links, BufferView& view) {
    if (view.target == kVertexBuffer) view.usage = ViewUsage::Vertices;
    if (view.target == kIndexBuffer) view.usage = ViewUsage::Indices;
    const Buffer* buffer = links.use(links.document.buffers, view.buffer, "buffer");
    if (buffer == nullptr || buffer->byteLength == kNone) return;
    if (view.byteOffset >= buffer->byteLength) {
        links.in.report(kBufferViewTooLong, "byteOffset",
                        fmt::format("is {}, the buffer has {} bytes", view.byteOffset, buffer->byteLength));
    } else if (view.byteOffset + view.byteLength > buffer->byteLength) {
        links.in.report(kBufferViewTooLong, "byteLength",
                        fmt::format("is {} from byte {} on, the buffer has {} bytes", view.byteLength,
                                    view.byteOffset, buffer->byteLength));
    }
}

void linkAccessor(Links& links, Accessor& accessor) {
    if (!accessor.isWhole()) return;
    if (const BufferView* view = links.use(links.document.bufferViews, accessor.bufferView, "bufferView")) {
        if (view->byteStride != kNone && view->byteStride < accessor.elementBytes()) {
            links.in.report(kAccessorSmallBytestride,
                            fmt::format("has elements of {} bytes, byteStride of the buffer view is {}",
                                        accessor.elementBytes(), view->byteStride));
        }
        checkByteRange(links,
                       {.byteOffset = accessor.byteOffset,
                        .componentSize = componentSize(accessor.format.componentType),
                        .byteLength = accessor.byteLength(view)},
                       *view);
    }
    if (accessor.sparse) linkSparse(links, accessor);
}

void linkImage(Links& links, Image& image) {
    BufferView* view = links.use(links.document.bufferViews, image.bufferView, "bufferView");
    if (view == nullptr) return;
    links.setUsage(*view, ViewUsage::Image, "bufferView");
    if (view->byteStride != kNone)
        links.in.report(kImageBufferViewWithBytestride, "bufferView",
                        "has a byteStride, which is for vertices only");
}

void linkTexture(Links& links, Texture& texture) {
    Document& document = links.document;
    (void)links.use(document.images, texture.source, "source");
    (void)links.use(document.samplers, texture.sampler, "sampler");
    if (!texture.webpSource) return;
    const auto extensions = links.in.place().enter("extensions");
    const auto scope = links.in.place().enter("EXT_texture_webp");
    (void)links.use(document.images, *texture.webpSource, "source");
}

void linkMaterial(Links& links, Material& material) {
    for (const TextureUse& use : material.textures) {
        if (use.isTransform || use.texture == kNone) continue;
        if (Texture* texture = links.document.textures.find(use.texture)) {
            texture->isUsed = true;
        } else {
            links.in.reportAt(
                kUnresolvedReference, pointerTo(use.pointer, "index"),
                fmt::format("is {}, there are {}", use.texture, links.document.textures.items.size()));
        }
    }
}

}  // namespace rigkiln::gltf_validation
