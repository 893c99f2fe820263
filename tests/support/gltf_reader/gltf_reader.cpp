#include "tests/support/gltf_reader/gltf_reader.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include <tiny_gltf.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln::test {
namespace {

/// Compares shared files by name only, because the caller of the exporter decides about their folder.
bool isNamed(const OutputFile& file, const std::string& path) {
    return file.isShared ? path.ends_with("/" + file.name) : path == file.name;
}

bool existsInSet(const std::string& name, void* set) {
    return std::ranges::any_of(*static_cast<const OutputSet*>(set),
                               [&name](const OutputFile& file) { return isNamed(file, name); });
}

std::string sameName(const std::string& name, void* /*set*/) {
    return name;
}

bool readFromSet(std::vector<unsigned char>* bytes, std::string* error, const std::string& name, void* set) {
    for (const OutputFile& file : *static_cast<const OutputSet*>(set)) {
        if (!isNamed(file, name)) continue;
        const std::string content = joinedBytes(file);
        bytes->assign(content.begin(), content.end());
        return true;
    }
    *error += "no file " + name + " in the set\n";
    return false;
}

bool keepImage(tinygltf::Image* image, const int /*index*/, std::string* /*error*/, std::string* /*warning*/,
               int /*width*/, int /*height*/, const unsigned char* bytes, int size, void* /*user*/) {
    image->image.assign(bytes, bytes + size);
    return true;
}

template <class Component>
float componentAt(const unsigned char* bytes, bool normalized, float divisor) {
    Component component{};
    std::memcpy(&component, bytes, sizeof component);
    const auto number = static_cast<float>(component);
    return normalized ? std::max(number / divisor, -1.0F) : number;
}

float floatAt(const unsigned char* bytes, int componentType, bool normalized) {
    switch (componentType) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return componentAt<std::uint8_t>(bytes, normalized, 255.0F);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return componentAt<std::int16_t>(bytes, normalized, 32767.0F);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return componentAt<std::uint16_t>(bytes, normalized, 65535.0F);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return componentAt<std::uint32_t>(bytes, false, 1.0F);
        default:
            return componentAt<float>(bytes, false, 1.0F);
    }
}

class Converter {
public:
    explicit Converter(const tinygltf::Model& model) : model_(model) {}

    ReadGltf convert() const {
        ReadGltf file;
        if (!model_.scenes.empty()) file.roots = model_.scenes.front().nodes;
        for (const tinygltf::Node& node : model_.nodes) {
            file.nodes.push_back(convert(node));
        }
        for (const tinygltf::Mesh& mesh : model_.meshes) {
            ReadMesh read{.name = mesh.name, .primitives = {}};
            for (const tinygltf::Primitive& primitive : mesh.primitives) {
                read.primitives.push_back(convert(primitive));
            }
            file.meshes.push_back(std::move(read));
        }
        for (const tinygltf::Skin& skin : model_.skins) {
            file.skins.push_back({skin.joints, values(skin.inverseBindMatrices)});
        }
        for (const tinygltf::Animation& animation : model_.animations) {
            file.animations.push_back(convert(animation));
        }
        for (const tinygltf::Image& image : model_.images) {
            const auto bytes = std::as_bytes(std::span(image.image));
            file.images.emplace_back(bytes.begin(), bytes.end());
        }
        return file;
    }

private:
    ReadValues values(int index) const {
        const tinygltf::Accessor& accessor = model_.accessors.at(static_cast<std::size_t>(index));
        const tinygltf::BufferView& view =
            model_.bufferViews.at(static_cast<std::size_t>(accessor.bufferView));
        const std::vector<unsigned char>& buffer =
            model_.buffers.at(static_cast<std::size_t>(view.buffer)).data;
        ReadValues read;
        read.componentType = accessor.componentType;
        read.width = static_cast<std::size_t>(
            tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type)));
        const auto componentSize = static_cast<std::size_t>(
            tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType)));
        const auto stride = static_cast<std::size_t>(accessor.ByteStride(view));
        for (std::size_t i = 0; i < accessor.count; ++i) {
            for (std::size_t c = 0; c < read.width; ++c) {
                const std::size_t offset =
                    view.byteOffset + accessor.byteOffset + i * stride + c * componentSize;
                read.values.push_back(
                    floatAt(&buffer.at(offset), accessor.componentType, accessor.normalized));
            }
        }
        return read;
    }

    static ReadNode convert(const tinygltf::Node& node) {
        const auto floats = [](const std::vector<double>& numbers, std::vector<float> otherwise) {
            return numbers.empty() ? std::move(otherwise)
                                   : std::vector<float>(numbers.begin(), numbers.end());
        };
        ReadNode read;
        read.name = node.name;
        read.children = node.children;
        read.translation = floats(node.translation, read.translation);
        read.rotation = floats(node.rotation, read.rotation);
        read.scale = floats(node.scale, read.scale);
        read.mesh = node.mesh;
        read.skin = node.skin;
        return read;
    }

    ReadPrimitive convert(const tinygltf::Primitive& primitive) const {
        ReadPrimitive read;
        for (const auto& [name, accessor] : primitive.attributes) {
            read.attributes[name] = values(accessor);
        }
        const ReadValues indices = values(primitive.indices);
        read.indexType = indices.componentType;
        for (const float index : indices.values) {
            read.indices.push_back(static_cast<std::uint32_t>(index));
        }
        read.material = primitive.material;
        return read;
    }

    ReadAnimation convert(const tinygltf::Animation& animation) const {
        ReadAnimation read{.name = animation.name, .channels = {}};
        for (const tinygltf::AnimationChannel& channel : animation.channels) {
            const tinygltf::AnimationSampler& sampler =
                animation.samplers.at(static_cast<std::size_t>(channel.sampler));
            read.channels.push_back({.node = channel.target_node,
                                     .path = channel.target_path,
                                     .interpolation = sampler.interpolation,
                                     .input = sampler.input,
                                     .output = sampler.output,
                                     .times = values(sampler.input).values,
                                     .keys = values(sampler.output)});
        }
        return read;
    }

    const tinygltf::Model& model_;
};

/// The JSON chunk of a GLB, or the text itself.
std::string_view jsonOf(std::string_view content) {
    constexpr std::size_t kJsonStart = 20;
    if (!content.starts_with("glTF")) return content;
    std::uint32_t length = 0;
    std::memcpy(&length, content.data() + 12, sizeof length);
    return content.substr(kJsonStart, length);
}

}  // namespace

std::string joinedBytes(const OutputFile& file) {
    std::string content;
    content.reserve(file.sizeBytes());
    for (const SharedBytes& piece : file.pieces) {
        for (const std::byte byte : piece) {
            content += static_cast<char>(byte);
        }
    }
    return content;
}

Result<ReadGltf> readGltf(const OutputSet& set) {
    if (set.empty()) return kInputError.error("the set has no files");
    OutputSet files = set;
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader(&keepImage, nullptr);
    loader.SetFsCallbacks({&existsInSet, &sameName, &readFromSet, nullptr, &files});
    const std::string content = joinedBytes(set.back());
    const auto size = static_cast<unsigned>(content.size());
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const bool isRead =
        content.starts_with("glTF")
            ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                          reinterpret_cast<const unsigned char*>(content.data()), size)
            : loader.LoadASCIIFromString(&model, &error, &warning, content.data(), size, "");
    if (!isRead || !warning.empty()) return kInputError.in(set.back().name, error + warning);
    ReadGltf file = Converter(model).convert();
    file.json = nlohmann::json::parse(jsonOf(content));
    return file;
}

}  // namespace rigkiln::test
