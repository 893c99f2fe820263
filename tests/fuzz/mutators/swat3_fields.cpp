#include "tests/fuzz/mutators/swat3_fields.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <string_view>

#include "formats/swat3/gsa_attempt.hpp"
#include "formats/swat3/gsa_layout.hpp"
#include "formats/swat3/gsm_attempt.hpp"
#include "formats/swat3/gsm_layout.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln {
namespace {

using namespace swat3;

/// Part of a codec (skeleton_layout.hpp) that knows no places in a file.
class CodecWithoutPlaces {
public:
    static constexpr bool kReads = false;
    static constexpr bool kChecks = false;

    struct Scope {
        ~Scope() {}  // a scope that does nothing at its end would be an unused variable
    };
    [[nodiscard]] static Scope enter(std::string_view /*name*/, std::size_t /*index*/) { return {}; }
    [[nodiscard]] static Scope enterRecord(std::string_view /*name*/, std::size_t /*index*/,
                                           std::size_t /*count*/) {
        return {};
    }
    static void failAt(std::size_t /*offset*/, std::string_view /*field*/, const std::string& /*problem*/) {}
    [[nodiscard]] static std::size_t offset() { return 0; }
};

/// Codec that changes one field of a model, the `wanted`th, and counts them. Fields behind it are not visited
/// in `count`ing order any more where a list changed, so the walk ends by throwing Changed.
class FieldChanger : public CodecWithoutPlaces {
public:
    struct Changed {};
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    FieldChanger(std::size_t wanted, Mutation& mutation) : wanted_(wanted), mutation_(mutation) {}

    void magic(const Magic& /*magic*/, bool& repeatsTail) { flag(repeatsTail); }
    void constant(std::string_view /*field*/, std::uint16_t /*value*/) {}
    void optionalConstant(std::string_view /*field*/, std::uint16_t /*value*/, bool& isThere) {
        flag(isThere);
    }
    template <Scalar Number>
    void number(std::string_view /*field*/, Number& value) {
        if (!isWanted()) return;
        const std::uint64_t bits = mutation_.oddNumber();
        std::memcpy(&value, &bits, sizeof(value));
        throw Changed{};
    }
    template <Scalar Number, std::size_t count>
    void numbers(std::string_view field, std::array<Number, count>& values) {
        for (Number& value : values)
            number(field, value);
    }
    void rotations(std::string_view field, std::span<Float4> values) {
        for (Float4& value : values)
            numbers(field, value);
    }
    void index(std::string_view field, std::uint16_t& value, std::size_t limit, std::string_view /*what*/) {
        if (limit == 0 || mutation_.oneIn(2)) return number(field, value);
        if (!isWanted()) return;
        value = static_cast<std::uint16_t>(mutation_.below(limit));
        throw Changed{};
    }
    void text(std::string_view /*field*/, std::string& text) {
        if (!isWanted()) return;
        mutation_.change(text);
        throw Changed{};
    }
    void textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls) {
        text(field, name);
        if (!isWanted()) return;
        countedNuls = static_cast<std::uint8_t>(mutation_.below(kTextureNuls + 1));
        throw Changed{};
    }
    template <class Element>
    void count(std::string_view /*field*/, std::vector<Element>& elements, std::size_t /*smallest*/) {
        if (!isWanted()) return;
        if (!changeList(elements, mutation_)) elements.emplace_back();
        throw Changed{};
    }

    [[nodiscard]] std::size_t visited() const { return visited_; }

private:
    [[nodiscard]] bool isWanted() { return visited_++ == wanted_; }
    void flag(bool& value) {
        if (!isWanted()) return;
        value = !value;
        throw Changed{};
    }

    std::size_t wanted_;
    Mutation& mutation_;
    std::size_t visited_ = 0;
};

/// Codec that encodes any model; FieldWriter refuses those that break a law.
class LawlessWriter : public CodecWithoutPlaces {
public:
    void magic(const Magic& magic, bool repeatsTail) {
        writer_.writeBytes(octetsOf(magic));
        if (repeatsTail) writer_.writeBytes(tailOf(magic));
    }
    void constant(std::string_view /*field*/, std::uint16_t value) { writer_.write(value); }
    void optionalConstant(std::string_view /*field*/, std::uint16_t value, bool isThere) {
        if (isThere) writer_.write(value);
    }
    template <Scalar Number>
    void number(std::string_view /*field*/, Number value) {
        writer_.write(value);
    }
    template <Scalar Number, std::size_t count>
    void numbers(std::string_view /*field*/, const std::array<Number, count>& values) {
        writer_.writeAll(std::span<const Number>(values));
    }
    void rotations(std::string_view /*field*/, std::span<const Float4> values) {
        writer_.writeArrays(values);
    }
    void index(std::string_view /*field*/, std::uint16_t value, std::size_t /*limit*/,
               std::string_view /*what*/) {
        writer_.write(value);
    }
    void text(std::string_view /*field*/, std::string_view text) {
        writer_.write(static_cast<std::uint16_t>(text.size()));
        writer_.writeText(text);
    }
    void textureName(std::string_view /*field*/, std::string_view name, std::uint8_t countedNuls) {
        writer_.write(static_cast<std::uint16_t>(name.size() + countedNuls));
        writer_.writeText(name);
        writer_.writeText(std::string_view("\0\0", kTextureNuls));
    }
    template <class Element>
    void count(std::string_view /*field*/, const std::vector<Element>& elements, std::size_t /*smallest*/) {
        writer_.write(static_cast<std::uint16_t>(elements.size()));
    }

    [[nodiscard]] std::vector<std::byte> finish() && { return std::move(writer_).finish(); }

private:
    ByteWriter writer_;
};

template <class Codec>
void describe(Codec& codec, GsmFile& file) {
    describeGsmHead(codec, file);
    describeGsmBody(codec, file);
}

template <class Codec>
void describe(Codec& codec, GsaFile& file) {
    describeGsaHead(codec, file);
    describeGsaBody(codec, file);
}

void fitLists(GsmFile& /*file*/) {}

/// Lists of a GSA have lengths that others give.
void fitLists(GsaFile& file) {
    file.rotations.resize(file.frames.size() * rotationsPerFrame(file));
    file.events.resize(file.hasEventCounts ? file.frames.size() : 0);
}

template <class File>
std::size_t changeField(File& file, std::size_t wanted, Mutation& mutation) {
    FieldChanger changer(wanted, mutation);
    try {
        describe(changer, file);
    } catch (const FieldChanger::Changed&) {
        fitLists(file);
    }
    return changer.visited();
}

template <class File>
std::vector<std::byte> mutateFile(File file, Mutation& mutation) {
    const std::size_t fields = changeField(file, FieldChanger::kNone, mutation);
    for (std::size_t i = 0; i < 1 + mutation.below(3); ++i)
        changeField(file, mutation.below(fields), mutation);
    LawlessWriter writer;
    describe(writer, file);
    return std::move(writer).finish();
}

}  // namespace

std::optional<std::vector<std::byte>> mutateGsmFields(std::span<const std::byte> input, Mutation& mutation) {
    GsmAttempt attempt = attemptGsm(input);
    if (!attempt.isWhole()) return std::nullopt;
    return mutateFile(std::move(attempt.file), mutation);
}

std::optional<std::vector<std::byte>> mutateGsaFields(std::span<const std::byte> input, Mutation& mutation) {
    GsaAttempt attempt = attemptGsa(input);
    if (attempt.error) return std::nullopt;
    return mutateFile(std::move(attempt.file), mutation);
}

}  // namespace rigkiln
