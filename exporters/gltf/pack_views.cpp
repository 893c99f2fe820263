#include "exporters/gltf/pack_views.hpp"

#include <span>
#include <utility>
#include <vector>

namespace rigkiln::gltf_export {

void packViews(Document& document) {
    for (BufferView& view : document.bufferViews) {
        if (!view.stream) continue;
        const SharedBytes source =
            view.stream->filter == StreamFilter::None ? view.bytes.joined() : view.beforeFilter;
        std::vector<std::byte> packed = packStream(*view.stream, std::span(source.data(), source.size()));
        if (packed.size() < view.bytes.size()) view.packed = std::move(packed);
        view.beforeFilter = {};
    }
}

}  // namespace rigkiln::gltf_export
