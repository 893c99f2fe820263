#include "formats/bfres/base/bfres_writer.hpp"

#include <gtest/gtest.h>

#include "tests/support/format_error_text.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"

namespace rigkiln::bfres {
namespace {

TEST(BfresWriter, RefusesLabelsThatAreNeverDefined) {
    BfresWriter out(kWiiU);
    (void)out.here();
    out.place(out.newLabel());
    EXPECT_EQ(errorOf([&] { (void)std::move(out).finish(); }), "offset: label 2 has no position");
}

TEST(BfresWriter, RefusesDistancesOfMoreThan32Bits) {
    const auto errorAt = [](Place text) {
        BfresWriter out(kWiiU, 0x100);
        out.text("Tip");
        return errorOf([&] { (void)std::move(out).finish({{"Tip", text}}); });
    };
    EXPECT_EQ(errorAt(0x800000FF), "no error");
    EXPECT_EQ(errorAt(0x80000100), "offset: distance 2147483648 does not fit 32 bits");
}

TEST(BfresWriter, RefusesBulkOffsetsOfWhatIsNotInTheBulkData) {
    BfresWriter out(kSwitch);
    out.zeroes(8);
    const Label header = out.here();
    out.bulkOffset(header);
    out.writeBulk(out.newLabel());
    EXPECT_EQ(errorOf([&] { (void)std::move(out).finish(); }),
              "bulk data: offset 18446744073709551560 does not fit 32 bits")
        << "56 bytes before its start";
}

}  // namespace
}  // namespace rigkiln::bfres
