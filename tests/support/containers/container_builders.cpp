#include "tests/support/containers/container_builders.hpp"

#include <memory>
#include <random>
#include <stdexcept>

namespace rigkiln::test {

Bytes bytesOfText(std::string_view text) {
    Bytes bytes;
    for (const char character : text)
        bytes.push_back(static_cast<std::byte>(character));
    return bytes;
}

std::string textOfBytes(const Bytes& bytes) {
    std::string text;
    for (const std::byte byte : bytes)
        text += static_cast<char>(byte);
    return text;
}

Bytes packableBytes(std::size_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    Bytes bytes;
    bytes.reserve(size);
    while (bytes.size() < size) {
        const std::size_t length = 1 + random() % 400;
        const std::uint32_t kind = random() % 4;
        const std::size_t back = bytes.empty() ? 0 : 1 + random() % bytes.size();
        for (std::size_t i = 0; i < length && bytes.size() < size; ++i) {
            if (kind == 0 || back == 0) {
                bytes.push_back(static_cast<std::byte>(random() & 0xFFU));
            } else if (kind == 1) {
                bytes.push_back(bytes.back());
            } else {
                bytes.push_back(bytes[bytes.size() - back]);
            }
        }
    }
    return bytes;
}

Members membersOf(const ContainerModule& module, const Bytes& file, const ContainerLimits& limits) {
    if (module.kind == ContainerKind::Wrapper) {
        Result<Bytes> bytes = module.unwrap(file, limits);
        if (!bytes) throw std::runtime_error(bytes.error().text());
        return {{"", std::move(*bytes)}};
    }
    const auto archive = module.open(std::make_shared<MemorySource>(SharedBytes(file)), limits);
    if (!archive) throw std::runtime_error(archive.error().text());
    Members members;
    for (std::size_t i = 0; i < (*archive)->members().size(); ++i) {
        Result<Bytes> bytes = (*archive)->read(i, limits.maximumBytes);
        if (!bytes) throw std::runtime_error(bytes.error().text());
        members.emplace_back((*archive)->members()[i].name, std::move(*bytes));
    }
    return members;
}

std::string problemOf(const ContainerModule& module, const Bytes& file, const ContainerLimits& limits) {
    try {
        static_cast<void>(membersOf(module, file, limits));
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace rigkiln::test
