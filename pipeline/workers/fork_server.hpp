#pragma once

#include <functional>
#include <mutex>
#include <sys/types.h>

#include "pipeline/base/result.hpp"
#include "pipeline/workers/socket_messages.hpp"

namespace rigkiln {

/// A process that has one thread and starts others as copies of itself. A process with threads must not fork
/// and go on: what another thread holds at that moment is held for ever in the copy. Safe to use from many
/// threads.
class ForkServer {
public:
    /// A copy, and the connection to it.
    struct Child {
        pid_t process = -1;
        Socket connection{};
    };

    /// Starts the server as a copy of this process as it is now. `program` is run in each child, with its
    /// end of the connection; the child ends when it returns. Children have none of the open files of this
    /// process but the standard streams, of which only that of errors leads anywhere, and they take no
    /// signals from the terminal. The server and all children end with this process. Precondition: no other
    /// thread holds a lock that `program` needs.
    [[nodiscard]] static Result<ForkServer> start(const std::function<void(Socket connection)>& program);

    ForkServer(ForkServer&& other) noexcept;
    ForkServer& operator=(ForkServer&&) = delete;
    /// Ends the server. Precondition: every child was waited for.
    ~ForkServer();

    [[nodiscard]] Result<Child> startChild();
    /// Ends a child that has not ended yet and returns its status, as waitpid gives it.
    [[nodiscard]] int endChild(pid_t process);

private:
    ForkServer(pid_t process, Socket connection) : process_(process), connection_(std::move(connection)) {}

    std::mutex mutex_;
    pid_t process_;  ///< -1: moved from
    Socket connection_;
};

}  // namespace rigkiln
