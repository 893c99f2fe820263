#include "pipeline/base/run_guarded.hpp"

#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(RunGuarded, ReturnsTheStatus) {
    EXPECT_TRUE(runGuarded([]() -> Status { return Done{}; }));
    const Error error{"here", "is broken"};
    const Status status = runGuarded([&]() -> Status { return error; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), error);
}

TEST(RunGuarded, MakesAnExceptionAnInternalError) {
    const Status status = runGuarded([]() -> Status { throw std::runtime_error("scripted"); });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (Error{{}, "unexpected exception: scripted", ErrorKind::Internal}));
}

TEST(RunGuarded, MakesLackOfMemoryAnEnvironmentError) {
    const Status status = runGuarded([]() -> Status { throw std::bad_alloc(); });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (Error{{}, "out of memory", ErrorKind::Environment}));
}

TEST(RunGuarded, MakesWhateverElseIsThrownAnInternalError) {
    const Status status = runGuarded([]() -> Status { throw 7; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (Error{{}, "unexpected exception of an unknown type", ErrorKind::Internal}));
}

}  // namespace
}  // namespace rigkiln
