#include "pipeline/workers/socket_messages.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace rigkiln {
namespace {

template <class Call>
ssize_t repeated(const Call& call) {
    while (true) {
        const ssize_t result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

/// Room for one descriptor beside a message.
struct alignas(cmsghdr) DescriptorRoom {
    std::array<char, CMSG_SPACE(sizeof(int))> bytes{};
};

/// Returns a message of these bytes with room for one descriptor. Both must outlive it.
msghdr messageOf(iovec& bytes, DescriptorRoom& room) {
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = room.bytes.data();
    message.msg_controllen = room.bytes.size();
    return message;
}

}  // namespace

void Socket::close() {
    if (isOpen()) ::close(release());
}

SocketPair connectedSockets() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
    return {.left = Socket(ends[0]), .right = Socket(ends[1])};
}

bool sendBytes(const Socket& socket, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent =
            repeated([&] { return send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); });
        if (sent <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

bool sendPieces(const Socket& socket, std::span<const std::byte> first, std::span<const SharedBytes> pieces) {
    // Pieces are few and small here: one message is cheaper than one for each.
    std::vector<std::byte> all(first.begin(), first.end());
    for (const SharedBytes& piece : pieces)
        all.insert(all.end(), piece.begin(), piece.end());
    return sendBytes(socket, all);
}

bool sendDescriptor(const Socket& socket, std::span<const std::byte> bytes, int descriptor) {
    if (descriptor < 0) return sendBytes(socket, bytes);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): sendmsg does not write to it
    iovec data{.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
    DescriptorRoom room;
    msghdr message = messageOf(data, room);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    const ssize_t sent = repeated([&] { return sendmsg(socket.get(), &message, MSG_NOSIGNAL); });
    return sent > 0 && sendBytes(socket, bytes.subspan(static_cast<std::size_t>(sent)));
}

void setReceiveTimeout(const Socket& socket, std::chrono::milliseconds longest) {
    constexpr std::int64_t kThousand = 1000;
    const timeval time{.tv_sec = longest.count() / kThousand,
                       .tv_usec = longest.count() % kThousand * kThousand};
    setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

bool receiveBytes(const Socket& socket, std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = repeated([&] { return recv(socket.get(), bytes.data(), bytes.size(), 0); });
        if (got <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

bool receiveDescriptor(const Socket& socket, std::span<std::byte> bytes, Socket& descriptor) {
    iovec data{.iov_base = bytes.data(), .iov_len = bytes.size()};
    DescriptorRoom room;
    msghdr message = messageOf(data, room);
    const ssize_t got = repeated([&] { return recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC); });
    if (got <= 0) return false;
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        int received = -1;
        std::memcpy(&received, CMSG_DATA(header), sizeof received);
        descriptor = Socket(received);
    }
    return receiveBytes(socket, bytes.subspan(static_cast<std::size_t>(got)));
}

}  // namespace rigkiln
