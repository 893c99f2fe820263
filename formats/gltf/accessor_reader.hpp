#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf {

/// Decodes accessors: dense, strided, sparse, or without a buffer view. Checks every range before reading.
/// Integers become floats as `normalized` says. An accessor may have no bytes of its own (sparse, shared, or
/// all zeros), so `mostDecodedBytes` limits everything that is decoded. `where` is the path of the field that
/// refers to the accessor. Throws GltfError on every failure.
class AccessorReader {
public:
    /// `file` and `buffers` must outlive this object. `sourceBytes` is the size of the file.
    AccessorReader(const GltfFile& file, const FileBuffers& buffers, std::size_t sourceBytes);

    /// Decodes all elements, `components` numbers each.
    [[nodiscard]] std::vector<float> floats(int accessor, std::size_t components, const std::string& where);
    /// Decodes unsigned integers that are not normalised, of at most `largestSize` bytes each.
    [[nodiscard]] std::vector<std::uint32_t> integers(int accessor, std::size_t components,
                                                      std::size_t largestSize, const std::string& where);

    /// Counts `bytes` of other data made from the file towards the limit.
    void charge(std::size_t bytes, const std::string& where);

    /// Whether floats hold all values exactly; 32-bit integers do not fit.
    [[nodiscard]] bool isExactAsFloat(int accessor, const std::string& where) const;
    /// Number of components; 0 for types that glTF itself does not use.
    [[nodiscard]] std::size_t componentsOf(int accessor, const std::string& where) const;
    /// Whether the components are integers, which KHR_mesh_quantization allows for vertices.
    [[nodiscard]] bool isQuantised(int accessor, const std::string& where) const;
    [[nodiscard]] std::size_t countOf(int accessor, const std::string& where) const;

private:
    struct Layout {
        std::size_t count = 0;
        std::size_t components = 0;
        std::size_t componentSize = 0;
        std::size_t stride = 0;
        int componentType = 0;
        bool normalized = false;
        std::span<const std::byte> bytes{};  ///< starts at the first element; empty means all zeros
    };
    struct Sparse {
        std::vector<std::size_t> indices{};
        Layout values{};
    };

    [[nodiscard]] const tinygltf::Accessor& find(int accessor, const std::string& where) const;
    [[nodiscard]] Layout layoutOf(int accessor, std::size_t components, const std::string& where);
    [[nodiscard]] Layout place(Layout layout, int view, std::uint64_t offset, bool isStrided,
                               const std::string& where) const;
    [[nodiscard]] Sparse sparseOf(const tinygltf::Accessor& accessor, const Layout& layout,
                                  const std::string& path) const;
    template <class Number>
    [[nodiscard]] std::vector<Number> decode(int accessor, const Layout& layout) const;

    const GltfFile& file_;
    const FileBuffers& buffers_;
    std::size_t budget_ = 0;
    std::size_t left_ = 0;
};

}  // namespace rigkiln::gltf
