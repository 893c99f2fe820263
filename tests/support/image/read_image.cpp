#include "tests/support/image/read_image.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rigkiln::test {
namespace {

constexpr std::size_t kChannels = 4;

void expectHandled(const ImageModule& module, std::span<const std::byte> file, const std::string& damage) {
    Diagnostics diagnostics;
    const Result<Image> image = module.read(file, diagnostics);
    if (image) {
        EXPECT_GE(image->width, 1U) << damage;
        EXPECT_GE(image->height, 1U) << damage;
        EXPECT_EQ(image->pixels.size(), kChannels * image->width * image->height) << damage;
    } else {
        EXPECT_NE(image.error().text().find(" at 0x"), std::string::npos) << damage << image.error().text();
    }
}

}  // namespace

Bytes bytesOf(std::initializer_list<unsigned> octets) {
    Bytes bytes;
    for (const unsigned octet : octets)
        bytes.push_back(static_cast<std::byte>(octet));
    return bytes;
}

Bytes joined(std::initializer_list<Bytes> parts) {
    Bytes bytes;
    for (const Bytes& part : parts)
        bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

ReadOutcome readImage(const ImageModule& module, std::span<const std::byte> file) {
    ReadOutcome outcome;
    Diagnostics diagnostics;
    const Result<Image> image = module.read(file, diagnostics);
    for (const Issue& issue : diagnostics.issues())
        outcome.issues.push_back(fmt::format("{}: {}", issue.kind->id, issue.details));
    if (!image) {
        outcome.error = image.error().text();
        return outcome;
    }
    outcome.size = fmt::format("{} x {}", image->width, image->height);
    for (std::size_t i = 0; i < image->pixels.size(); i += kChannels) {
        const auto pixel = std::span(image->pixels).subspan(i, kChannels);
        outcome.pixels.push_back(fmt::format("{:02X}", fmt::join(pixel, "")));
    }
    return outcome;
}

void expectHandledWhenDamaged(const ImageModule& module, const Bytes& file) {
    for (std::size_t size = 0; size < file.size(); ++size)
        expectHandled(module, std::span(file).first(size), fmt::format("first {} bytes: ", size));
    Bytes changed = file;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        for (const unsigned change : {0xFFU, 0x80U, 0x01U, 0x04U}) {
            changed[i] = file[i] ^ static_cast<std::byte>(change);
            expectHandled(module, changed, fmt::format("byte {} changed by 0x{:02X}: ", i, change));
        }
        changed[i] = file[i];
    }
}

}  // namespace rigkiln::test
