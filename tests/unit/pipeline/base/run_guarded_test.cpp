#include "pipeline/base/run_guarded.hpp"

#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "pipeline/base/error_codes.hpp"

namespace rigkiln {
namespace {

TEST(RunGuarded, ReturnsTheStatus) {
    EXPECT_TRUE(runGuarded([]() -> Status { return Done{}; }));
    const Error error = kDamaged.in("here", "is broken");
    const Status status = runGuarded([&]() -> Status { return error; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), error);
}

TEST(RunGuarded, MakesAnExceptionAnInternalError) {
    const Status status = runGuarded([]() -> Status { throw std::runtime_error("scripted"); });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (kUnexpectedException.error("unexpected exception: scripted")));
}

TEST(RunGuarded, MakesLackOfMemoryAnEnvironmentError) {
    const Status status = runGuarded([]() -> Status { throw std::bad_alloc(); });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (kOutOfMemory.error("out of memory")));
}

TEST(RunGuarded, MakesWhateverElseIsThrownAnInternalError) {
    const Status status = runGuarded([]() -> Status { throw 7; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error(), (kUnexpectedException.error("unexpected exception of an unknown type")));
}

}  // namespace
}  // namespace rigkiln
