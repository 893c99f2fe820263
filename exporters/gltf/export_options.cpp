#include "exporters/gltf/export_options.hpp"

#include <string_view>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

Container containerOf(const WriteRequest& request) {
    const std::string& container = request.options.text("container");
    if (container == "gltf") return Container::Gltf;
    if (container == "glb") return Container::Glb;
    constexpr std::string_view kExtension = ".gltf";
    const std::string_view name = request.fileName;
    const bool isGltf = name.size() >= kExtension.size() &&
                        equalIgnoringCase(name.substr(name.size() - kExtension.size()), kExtension);
    return isGltf ? Container::Gltf : Container::Glb;
}

}  // namespace

ExportOptions readOptions(const WriteRequest& request) {
    return {.container = containerOf(request),
            .nodeVisibility = request.options.text("profile") == "full",
            .lights = request.options.flag("lights"),
            .completeClips = request.options.flag("complete_clips")};
}

}  // namespace rigkiln::gltf
