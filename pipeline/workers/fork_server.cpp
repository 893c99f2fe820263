#include "pipeline/workers/fork_server.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "pipeline/workers/worker_errors.hpp"

namespace rigkiln {
namespace {

enum class Order : std::uint32_t { Start, End };

struct Request {
    Order order = Order::Start;
    pid_t process = -1;  ///< to end
};

struct Reply {
    pid_t process = -1;  ///< that was started; -1: none was
    int problem = 0;     ///< error number
    int status = 0;      ///< of the one that was ended
};

Error noProcess(int problem) {
    return kNoWorker.error(
        fmt::format("{}; give the run more processes (ulimit -u), or run it without --isolate",
                    std::generic_category().message(problem)));
}

/// Ends this process when the thread that made it ends, also when that was a moment ago.
void endWith(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
}

void leaveTerminal() {
    constexpr std::array kOfTerminal = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    for (const int number : kOfTerminal)
        std::signal(number, SIG_IGN);
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere < 0) return;
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
}

/// Closes everything but the standard streams and one more.
void closeAllBut(int kept) {
    close_range(STDERR_FILENO + 1, static_cast<unsigned>(kept) - 1, 0);
    close_range(static_cast<unsigned>(kept) + 1, ~0U, 0);
}

/// Ends a child without anything that the program of its parent would do at its end.
[[noreturn]] void runChild(const std::function<void(Socket)>& program, Socket connection) {
    program(std::move(connection));
    _exit(0);
}

class Server {
public:
    Server(Socket connection, const std::function<void(Socket)>& program)
        : connection_(std::move(connection)), program_(program) {}

    /// Serves until the other side is gone.
    void run() {
        Request request;
        while (receiveBytes(connection_, writableBytesOf(request))) {
            if (request.order == Order::Start) {
                start();
            } else {
                end(request.process);
            }
        }
    }

private:
    void start() {
        SocketPair sockets = connectedSockets();
        Reply reply{.problem = errno};
        if (sockets.left.isOpen()) {
            const pid_t self = getpid();
            reply.process = fork();
            if (reply.process == 0) {
                endWith(self);
                connection_.close();
                sockets.left.close();
                runChild(program_, std::move(sockets.right));
            }
            reply.problem = reply.process < 0 ? errno : 0;
        }
        sockets.right.close();
        answer(reply, reply.process < 0 ? -1 : sockets.left.get());
    }

    void end(pid_t process) {
        Reply reply{.process = process};
        kill(process, SIGKILL);
        while (waitpid(process, &reply.status, 0) < 0 && errno == EINTR) {
        }
        answer(reply, -1);
    }

    void answer(const Reply& reply, int descriptor) {
        if (!sendDescriptor(connection_, bytesOf(reply), descriptor)) _exit(0);
    }

    Socket connection_;
    const std::function<void(Socket)>& program_;
};

}  // namespace

Result<ForkServer> ForkServer::start(const std::function<void(Socket)>& program) {
    SocketPair sockets = connectedSockets();
    if (!sockets.left.isOpen()) return noProcess(errno);
    const pid_t self = getpid();
    const pid_t process = fork();
    if (process < 0) return noProcess(errno);
    if (process == 0) {
        endWith(self);
        closeAllBut(sockets.right.get());
        (void)sockets.left.release();
        leaveTerminal();
        Server(std::move(sockets.right), program).run();
        _exit(0);
    }
    return ForkServer(process, std::move(sockets.left));
}

ForkServer::ForkServer(ForkServer&& other) noexcept
    : process_(std::exchange(other.process_, -1)), connection_(std::move(other.connection_)) {}

ForkServer::~ForkServer() {
    if (process_ < 0) return;
    connection_.close();
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Result<ForkServer::Child> ForkServer::startChild() {
    const std::lock_guard lock(mutex_);
    Reply reply;
    Child child;
    const Request request{.order = Order::Start};
    if (!sendBytes(connection_, bytesOf(request)) ||
        !receiveDescriptor(connection_, writableBytesOf(reply), child.connection))
        return kNoWorker.error("the process that starts them has ended; run it again");
    if (reply.process < 0) return noProcess(reply.problem);
    child.process = reply.process;
    if (!child.connection.isOpen()) return noProcess(EMFILE);
    return child;
}

int ForkServer::endChild(pid_t process) {
    const std::lock_guard lock(mutex_);
    Reply reply;
    const Request request{.order = Order::End, .process = process};
    if (!sendBytes(connection_, bytesOf(request)) || !receiveBytes(connection_, writableBytesOf(reply)))
        return 0;
    return reply.status;
}

}  // namespace rigkiln
