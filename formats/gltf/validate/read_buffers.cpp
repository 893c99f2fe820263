#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "formats/gltf/validate/data_uri.hpp"
#include "formats/gltf/validate/image_info.hpp"
#include "formats/gltf/validate/read_document.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

constexpr std::array<std::string_view, 10> kAccessorMembers = {
    "bufferView", "byteOffset", "componentType", "count",  "type",
    "normalized", "max",        "min",           "sparse", "name"};
constexpr std::array<std::string_view, 3> kSparseMembers = {"count", "indices", "values"};
constexpr std::array<std::string_view, 3> kSparseIndicesMembers = {"bufferView", "byteOffset",
                                                                   "componentType"};
constexpr std::array<std::string_view, 2> kSparseValuesMembers = {"bufferView", "byteOffset"};
constexpr std::array<std::string_view, 3> kBufferMembers = {"uri", "byteLength", "name"};
constexpr std::array<std::string_view, 6> kViewMembers = {"buffer",     "byteOffset", "byteLength",
                                                          "byteStride", "target",     "name"};
constexpr std::array<std::string_view, 4> kImageMembers = {"bufferView", "mimeType", "uri", "name"};
constexpr std::array<std::string_view, 3> kTextureMembers = {"sampler", "source", "name"};
constexpr std::array<std::string_view, 1> kWebpMembers = {"source"};
constexpr std::array<std::string_view, 5> kSamplerMembers = {"magFilter", "minFilter", "wrapS", "wrapT",
                                                             "name"};

constexpr std::array<std::string_view, 7> kShapes = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                                     "MAT2",   "MAT3", "MAT4"};
constexpr std::array<Integer, 6> kComponentTypes = {kByte,          kUnsignedByte, kShort,
                                                    kUnsignedShort, kUnsignedInt,  kFloat};
constexpr std::array<Integer, 3> kIndexTypes = {kUnsignedByte, kUnsignedShort, kUnsignedInt};
constexpr std::array<Integer, 2> kTargets = {kVertexBuffer, kIndexBuffer};
constexpr std::array<Integer, 2> kMagFilters = {9728, 9729};
constexpr std::array<Integer, 6> kMinFilters = {9728, 9729, 9984, 9985, 9986, 9987};
constexpr std::array<Integer, 3> kWraps = {33071, 33648, 10497};

std::pair<double, double> limitsOf(Integer componentType) {
    switch (componentType) {
        case kByte:
            return {-128, 127};
        case kUnsignedByte:
            return {0, 255};
        case kShort:
            return {-32768, 32767};
        case kUnsignedShort:
            return {0, 65535};
        default:
            return {0, 4294967295.0};
    }
}

/// Reports numbers that the component type cannot hold. Returns the bound only if all are right.
std::optional<std::vector<double>> checkedBound(MemberReader& in, std::string_view name,
                                                std::optional<std::vector<double>> bound,
                                                Integer componentType) {
    if (!bound) return bound;
    if (componentType == kFloat) {
        for (double& number : *bound)
            number = static_cast<double>(static_cast<float>(number));
        return bound;
    }
    const auto [least, most] = limitsOf(componentType);
    bool isRight = true;
    for (const double number : *bound) {
        if (std::floor(number) != number) {
            in.report(kArrayTypeMismatch, name,
                      fmt::format("contains {}, expected whole numbers", numberText(number)));
            isRight = false;
        } else if (number < least || number > most) {
            in.report(kInvalidGlValue, name,
                      fmt::format("contains {}, {} to {} are possible", number, least, most));
            isRight = false;
        }
    }
    return isRight ? bound : std::nullopt;
}

/// Reads min or max. An empty list of a float has a finding of its own, that of an integer a wrong length.
std::optional<std::vector<double>> readBound(MemberReader& in, const Properties& object,
                                             std::string_view name, const AccessorFormat& format) {
    const auto length = static_cast<std::size_t>(componentCount(format.shape));
    const Value* value = object.find(name);
    const auto* list = value == nullptr ? nullptr : std::get_if<ValueList>(&value->content());
    if (format.componentType != kFloat && list != nullptr && list->empty()) {
        in.report(kArrayLengthNotInList, name, fmt::format("has 0 elements, expected {}", length));
        return std::nullopt;
    }
    return checkedBound(in, name, in.readNumbers(object, name, length), format.componentType);
}

SparsePart readSparsePart(MemberReader& in, const Properties& object, bool isIndices) {
    if (isIndices) {
        in.checkNames(object, kSparseIndicesMembers);
    } else {
        in.checkNames(object, kSparseValuesMembers);
    }
    SparsePart part{.bufferView = in.readIndex(object, "bufferView"),
                    .byteOffset = in.readCount(object, "byteOffset", 0)};
    if (isIndices) part.componentType = in.readChoice(object, "componentType", kIndexTypes, std::nullopt);
    readNoExtensions(in, object);
    in.readExtras(object);
    return part;
}

std::optional<Sparse> readSparse(MemberReader& in, const Properties& accessor) {
    const Properties* object = in.readObject(accessor, "sparse");
    if (object == nullptr) return std::nullopt;
    const auto scope = in.place().enter("sparse");
    in.checkNames(*object, kSparseMembers);
    Sparse sparse{.count = in.requireCount(*object, "count", 1)};
    const auto readPart = [&](std::string_view name, SparsePart& part) {
        const Properties* members = in.readObject(*object, name, true);
        if (members == nullptr) return false;
        const auto inPart = in.place().enter(name);
        part = readSparsePart(in, *members, name == "indices");
        return true;
    };
    const bool hasIndices = readPart("indices", sparse.indices);
    const bool hasValues = readPart("values", sparse.values);
    if (sparse.count == kNone || !hasIndices || !hasValues) return std::nullopt;
    readNoExtensions(in, *object);
    in.readExtras(*object);
    return sparse;
}

void checkAccessor(MemberReader& in, const Accessor& accessor) {
    const AccessorFormat& format = accessor.format;
    if (format.isNormalized && (format.componentType == kFloat || format.componentType == kUnsignedInt))
        in.report(kAccessorNormalizedInvalid, "normalized",
                  "is true, expected false for components of 4 bytes");
    const bool isMatrix =
        format.shape == Shape::Mat2 || format.shape == Shape::Mat3 || format.shape == Shape::Mat4;
    if (isMatrix && accessor.byteOffset != kNone && accessor.byteOffset % 4 != 0)
        in.report(kAccessorMatrixAlignment, "byteOffset",
                  fmt::format("is {}, expected a multiple of 4", accessor.byteOffset));
}

/// Text of a URI as it is shown in messages.
std::string shownUri(const std::string& uri) {
    return quote(uri, 60);
}

/// Reads the URI of a file. Returns false when it is malformed.
bool checkUri(MemberReader& in, const std::string& uri) {
    switch (kindOfUri(uri)) {
        case UriKind::Relative:
            return true;
        case UriKind::Other:
            in.report(kNonRelativeUri, "uri",
                      fmt::format("is {}, which is not relative to the file", shownUri(uri)));
            return true;
        case UriKind::Malformed:
            break;
    }
    in.report(kInvalidUri, "uri", fmt::format("is {}, which is no URI", shownUri(uri)));
    return false;
}

}  // namespace

Accessor readAccessor(MemberReader& in, const Properties& object) {
    in.checkNames(object, kAccessorMembers);
    Accessor accessor{.bufferView = in.readIndex(object, "bufferView", false)};
    if (accessor.bufferView != kNone) {
        accessor.byteOffset = in.readCount(object, "byteOffset", 0);
    } else if (object.find("byteOffset") != nullptr) {
        in.report(kUnsatisfiedDependency, "byteOffset", "needs bufferView");
    }
    accessor.format.componentType = in.readChoice(object, "componentType", kComponentTypes, std::nullopt);
    accessor.count = in.requireCount(object, "count", 1);
    if (const std::string* type = in.readText(object, "type", true, kShapes)) {
        accessor.hasShape = true;
        accessor.format.shape =
            static_cast<Shape>(std::ranges::find(kShapes, std::string_view(*type)) - kShapes.begin());
    }
    accessor.format.isNormalized = in.readFlag(object, "normalized");
    if (accessor.format.shape != Shape::Unknown && accessor.format.componentType != kNone) {
        accessor.min = readBound(in, object, "min", accessor.format);
        accessor.max = readBound(in, object, "max", accessor.format);
    }
    accessor.sparse = readSparse(in, object);
    checkAccessor(in, accessor);
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return accessor;
}

Buffer readBuffer(MemberReader& in, const Properties& object, bool isGlb) {
    in.checkNames(object, kBufferMembers);
    Buffer buffer{.byteLength = in.requireCount(object, "byteLength", 1),
                  .hasUri = object.find("uri") != nullptr};
    if (const std::string* uri = in.readText(object, "uri")) {
        if (isGlb)
            in.report(kUriGlb, "uri", "refers to another file; a GLB holds its data in its binary chunk");
        if (auto data = readDataUri(*uri)) {
            if (isGlb) in.report(kDataUriGlb, "uri", "holds data; a GLB holds them in its binary chunk");
            if (data->mimeType == "application/octet-stream" || data->mimeType == "application/gltf-buffer") {
                buffer.held = HeldBytes(SharedBytes(std::move(data->bytes)));
            } else {
                in.report(kBufferDataUriMimeTypeInvalid, "uri",
                          fmt::format("is of {}, expected application/octet-stream", quote(data->mimeType)));
            }
        } else if (checkUri(in, *uri)) {
            buffer.uri = uri;
        }
    }
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return buffer;
}

BufferView readBufferView(MemberReader& in, const Properties& object) {
    in.checkNames(object, kViewMembers);
    BufferView view{.byteLength = in.requireCount(object, "byteLength", 1),
                    .byteStride = in.readCount(object, "byteStride", kNone, {4, 252}),
                    .target = in.readChoice(object, "target", kTargets, kNone)};
    if (view.byteStride != kNone) {
        if (view.byteLength != kNone && view.byteStride > view.byteLength) {
            in.report(kBufferViewTooBigByteStride, "byteStride",
                      fmt::format("is {}, byteLength is {}", view.byteStride, view.byteLength));
        }
        if (view.byteStride % 4 != 0)
            in.report(kValueMultipleOf, "byteStride",
                      fmt::format("is {}, expected a multiple of 4", view.byteStride));
        if (view.target == kIndexBuffer)
            in.report(kBufferViewInvalidByteStride, "byteStride",
                      "is for vertices only, target says indices");
    }
    view.buffer = in.readIndex(object, "buffer");
    view.byteOffset = in.readCount(object, "byteOffset", 0);
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return view;
}

Image readImage(MemberReader& in, const Properties& object, bool isGlb) {
    static constexpr std::array<std::string_view, 3> kTypes = {"image/jpeg", "image/png", "image/webp"};
    in.checkNames(object, kImageMembers);
    const bool hasWebp = in.knows("EXT_texture_webp");
    Image image{.bufferView = in.readIndex(object, "bufferView", false),
                .mimeType = in.readText(object, "mimeType", false, Names(kTypes).first(hasWebp ? 3 : 2))};
    const std::string* uri = in.readText(object, "uri");
    const bool hasView = image.bufferView != kNone;
    if (hasView && image.mimeType == nullptr)
        in.report(kUnsatisfiedDependency, "bufferView", "needs mimeType");
    if (hasView == (uri != nullptr))
        in.report(kOneOfMismatch, hasView ? "has both bufferView and uri" : "has neither bufferView nor uri");
    if (uri != nullptr) {
        if (isGlb) in.report(kUriGlb, "uri", "refers to another file; a GLB can hold its images");
        if (auto data = readDataUri(*uri)) {
            if (isGlb) in.report(kDataUriGlb, "uri", "holds data; a GLB holds them in its binary chunk");
            if (imageType(data->bytes) == data->mimeType && !data->mimeType.empty()) {
                image.held = HeldBytes(SharedBytes(std::move(data->bytes)));
            } else {
                in.report(kInvalidUri, "uri",
                          fmt::format("is of {}, its bytes are of another type", quote(data->mimeType)));
            }
        } else if (checkUri(in, *uri)) {
            image.uri = uri;
        }
    }
    in.readName(object);
    image.hasExtensions = readNoExtensions(in, object) > 0;
    in.readExtras(object);
    return image;
}

Texture readTexture(MemberReader& in, const Properties& object) {
    in.checkNames(object, kTextureMembers);
    Texture texture{.sampler = in.readIndex(object, "sampler", false),
                    .source = in.readIndex(object, "source", false)};
    in.readName(object);
    const auto extensions = in.readExtensions(object, Owner::Texture);
    for (const KnownExtension& extension : extensions.known) {
        const auto scope = in.place().enter("extensions");
        const auto name = in.place().enter(extension.name);
        in.checkNames(*extension.members, kWebpMembers);
        texture.webpSource = in.readIndex(*extension.members, "source", false);
        readNoExtensions(in, *extension.members);
        in.readExtras(*extension.members);
    }
    in.readExtras(object);
    return texture;
}

Plain readSampler(MemberReader& in, const Properties& object) {
    in.checkNames(object, kSamplerMembers);
    (void)in.readChoice(object, "magFilter", kMagFilters, kNone);
    (void)in.readChoice(object, "minFilter", kMinFilters, kNone);
    (void)in.readChoice(object, "wrapS", kWraps, kNone);
    (void)in.readChoice(object, "wrapT", kWraps, kNone);
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return {};
}

}  // namespace rigkiln::gltf_validation
