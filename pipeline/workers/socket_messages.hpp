#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "pipeline/base/shared_bytes.hpp"

/// What processes send each other over connected sockets. Every function goes on after a signal, and returns
/// false or nothing when the other side is gone.
namespace rigkiln {

/// Owns a descriptor of the system.
class Socket {
public:
    Socket() = default;
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { close(); }

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
    /// Gives up the ownership.
    [[nodiscard]] int release() { return std::exchange(descriptor_, -1); }
    void close();

private:
    int descriptor_ = -1;
};

/// Two ends of a connection, closed in programs that replace this one.
struct SocketPair {
    Socket left{};
    Socket right{};
};
/// Returns closed ends when the system has none left; errno tells why.
[[nodiscard]] SocketPair connectedSockets();

[[nodiscard]] bool sendBytes(const Socket& socket, std::span<const std::byte> bytes);
[[nodiscard]] bool sendPieces(const Socket& socket, std::span<const std::byte> first,
                              std::span<const SharedBytes> pieces);
/// Sends bytes and a copy of a descriptor, unless that is below 0. Precondition: there are bytes.
[[nodiscard]] bool sendDescriptor(const Socket& socket, std::span<const std::byte> bytes, int descriptor);

/// From now on what is received has failed when nothing comes for so long.
void setReceiveTimeout(const Socket& socket, std::chrono::milliseconds longest);

/// Fills `bytes`.
[[nodiscard]] bool receiveBytes(const Socket& socket, std::span<std::byte> bytes);
/// Fills `bytes` and takes the descriptor that came with them, if one did.
[[nodiscard]] bool receiveDescriptor(const Socket& socket, std::span<std::byte> bytes, Socket& descriptor);

/// A value as bytes, for messages of a fixed form between processes of the same program.
template <class Value>
[[nodiscard]] std::span<const std::byte> bytesOf(const Value& value) {
    return std::as_bytes(std::span(&value, 1));
}
template <class Value>
[[nodiscard]] std::span<std::byte> writableBytesOf(Value& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

}  // namespace rigkiln
