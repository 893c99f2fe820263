#include "pipeline/images/image_store.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/files/read_file.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/test_errors.hpp"
#include "tests/unit/pipeline/images/toy_images.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

/// Toy images start with "t". Their length in bytes selects the outcome: 4 an error, 5 out of memory, 6 an
/// issue, 7 requires 100 MiB, 8 asks whether it is to stop.
bool recogniseSizedToy(std::span<const std::byte> file, std::string_view extension) {
    return !file.empty() && file.front() == std::byte{'t'} && extension == ".toy";
}

Result<Image> readSizedToy(std::span<const std::byte> file, Diagnostics& diagnostics) {
    ++reads;
    if (file.size() == 4) return test::kInputError.at("size at 0x0", "4, which is bad");
    if (file.size() == 5) throw std::bad_alloc();
    if (file.size() == 6) diagnostics.add(kOdd, "file");
    if (file.size() == 8) checkStop();
    if (file.size() == 7) requireMemory(std::size_t{100} << 20U);
    return Image{.width = 1, .height = 1, .pixels = {1, 2, 3, static_cast<std::uint8_t>(file.size())}};
}

Result<ImageSize> measureSizedToy(std::span<const std::byte> file) {
    return ImageSize{static_cast<std::uint32_t>(file.size()), 1};
}

/// Any colour key counts as found. A maximum side changes the fourth value of the pixels.
PreparedImage prepareKeyedToy(Image image, const ImageRecipe& recipe) {
    PreparedImage prepared{.image = std::move(image)};
    prepared.traits.isKeyed = recipe.colorKey.has_value();
    if (recipe.maximumSide == 0) return prepared;
    prepared.image.pixels[3] = static_cast<std::uint8_t>(100 + recipe.maximumSide);
    prepared.isChanged = true;
    return prepared;
}

constexpr std::array<std::string_view, 1> kExtensions = {".toy"};
constexpr ImageModule kSizedToy{.id = "toy",
                                .title = "Toy",
                                .extensions = kExtensions,
                                .recognise = recogniseSizedToy,
                                .measure = measureSizedToy,
                                .read = readSizedToy};
constexpr std::array kSizedToys = {&kSizedToy};
constexpr ImageFormats kToyFormats{.readers = kSizedToys, .prepare = prepareKeyedToy, .encodePng = encodeToy};

/// An allocator that holds nothing.
class EmptyHeap : public Heap {
public:
    std::size_t usedBytes() override { return 0; }
    std::size_t freeBytes() override { return 0; }
    void giveBackFreePages() override {}
};

class ImageStoreTest : public testing::Test {
protected:
    ImageStoreTest() { reads = 0; }

    ScratchFolder folder_;
};

TEST_F(ImageStoreTest, TakesPngAndJpegAsTheyAre) {
    using namespace std::string_view_literals;
    folder_.write("a.png", "\x89PNG\r\n\x1A\nand more"sv);
    folder_.write("b.dds", "\xFF\xD8\xFF\xE0"sv);
    ImageStore store(kToyFormats, 1000);
    EXPECT_EQ(store.load(folder_.path("a.png"))->bytes.size(), 16U);
    EXPECT_EQ(store.load(folder_.path("b.dds"))->bytes.size(), 4U);
    EXPECT_EQ(reads, 0);
}

/// A unit with little memory asks for the image first.
TEST_F(ImageStoreTest, ConvertsAnewWhatAnotherUnitWasRefusedMemoryFor) {
    folder_.write("a.toy", "toytoyt");
    const std::string path = folder_.path("a.toy");
    ImageStore store(kToyFormats, 1000);
    EmptyHeap heap;
    MemoryBudget little(&heap, 1000, 1000);
    MemoryAccount poor(little, 0);
    {
        const MemoryAccount::Scope scope(&poor);
        EXPECT_THROW((void)store.load(path), MemoryRefused);
        EXPECT_THROW((void)store.load(path), MemoryRefused);
    }
    EXPECT_TRUE(poor.isRefused());
    MemoryBudget much(&heap, std::size_t{200} << 20U, 0);
    MemoryAccount rich(much, 0);
    const MemoryAccount::Scope scope(&rich);
    EXPECT_EQ(store.load(path)->problem, "");
    EXPECT_EQ(store.load(path)->bytes, std::vector<std::byte>(100, std::byte{7}));
    EXPECT_EQ(reads, 3);
}

/// Streams catch exceptions; a store must not keep what came of it.
TEST_F(ImageStoreTest, KeepsNothingOfAUnitThatWasRefusedMemoryBefore) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 1000);
    EmptyHeap heap;
    MemoryBudget little(&heap, 1000, 1000);
    MemoryAccount poor(little, 0);
    {
        const MemoryAccount::Scope scope(&poor);
        EXPECT_THROW(requireMemory(2000), MemoryRefused);
        EXPECT_THROW((void)store.load(folder_.path("a.toy")), MemoryRefused);
    }
    EXPECT_EQ(store.load(folder_.path("a.toy"))->problem, "");
    EXPECT_EQ(reads, 2);
}

TEST_F(ImageStoreTest, ConvertsAnewWhatAStoppedUnitBegan) {
    folder_.write("a.toy", "toytoyto");
    ImageStore store(kToyFormats, 1000);
    std::atomic<int> level = 2;
    const StopSignal signal(&level);
    {
        const StopScope scope(&signal);
        EXPECT_THROW((void)store.load(folder_.path("a.toy")), Stopped);
    }
    EXPECT_EQ(store.load(folder_.path("a.toy"))->problem, "");
    EXPECT_EQ(reads, 2);
}

TEST_F(ImageStoreTest, ConvertsAFileOnce) {
    folder_.write("A.TOY", "toy");
    ImageStore store(kToyFormats, 1000);
    const auto first = store.load(folder_.path("A.TOY"));
    EXPECT_EQ(first->bytes, std::vector<std::byte>(100, std::byte{3}));
    EXPECT_EQ(store.load(folder_.path("A.TOY")), first);
    EXPECT_EQ(reads, 1);
}

TEST_F(ImageStoreTest, ConvertsAFileOnceForManyThreads) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 1000);
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] { EXPECT_EQ(store.load(folder_.path("a.toy"))->bytes.size(), 100U); });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(reads, 1);
}

TEST_F(ImageStoreTest, ConvertsAFileOnceForEachRecipe) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 1000);
    const auto plain = store.load(folder_.path("a.toy"));
    const auto small = store.load(folder_.path("a.toy"), {.maximumSide = 9});
    EXPECT_EQ(small->bytes, std::vector<std::byte>(100, std::byte{109}));
    EXPECT_EQ(plain->bytes, std::vector<std::byte>(100, std::byte{3}));
    EXPECT_EQ(store.load(folder_.path("a.toy"), {.maximumSide = 9}), small);
    EXPECT_EQ(reads, 2);
}

TEST_F(ImageStoreTest, KnowsRecipesThatMakeTheSame) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 1000);
    const auto plain = store.load(folder_.path("a.toy"));
    EXPECT_EQ(store.load(folder_.path("a.toy"), {.needsTraits = true}), plain);
    EXPECT_EQ(store.load(folder_.path("a.toy"), {.content = ImageContent::Normal, .alpha = ImageAlpha::Mask}),
              plain)
        << "as long as nothing is made smaller";
    EXPECT_EQ(reads, 1);
}

TEST_F(ImageStoreTest, KnowsTheTraitsOfWhatItConverts) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 1000);
    const ImageRecipe keyed{.colorKey = Rgb{1, 2, 3}};
    EXPECT_TRUE(store.traits(folder_.path("a.toy"), keyed).isKeyed);
    static_cast<void>(store.load(folder_.path("a.toy"), keyed));
    EXPECT_EQ(reads, 1);
}

TEST_F(ImageStoreTest, ConvertsNoMoreAtATimeThanThereIsRoomFor) {
    // Converting one toy takes 3 * 4 * 3 = 36 bytes, so that only one at a time fits into 40.
    for (int i = 0; i < 8; ++i)
        folder_.write("a" + std::to_string(i) + ".toy", "toy");
    ImageStore store(kToyFormats, 40);
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            EXPECT_EQ(store.load(folder_.path("a" + std::to_string(i) + ".toy"))->bytes.size(), 100U);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(store.peakConversionBytes(), 36U);
    EXPECT_EQ(reads, 8);
}

TEST_F(ImageStoreTest, ConvertsOneThatHasNoRoomAlone) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 10);
    EXPECT_EQ(store.load(folder_.path("a.toy"))->bytes.size(), 100U);
    EXPECT_EQ(store.peakConversionBytes(), 36U);
}

TEST_F(ImageStoreTest, KeepsWhatWasUsedLastAsLongAsThereIsRoom) {
    for (const char* name : {"a.toy", "b.toy", "c.toy"})
        folder_.write(name, "toy");
    ImageStore store(kToyFormats, 200);
    const auto a = store.load(folder_.path("a.toy"));
    static_cast<void>(store.load(folder_.path("b.toy")));
    static_cast<void>(store.load(folder_.path("a.toy")));
    static_cast<void>(store.load(folder_.path("c.toy")));  // evicts b
    EXPECT_EQ(reads, 3);
    EXPECT_EQ(store.load(folder_.path("a.toy")), a);
    EXPECT_EQ(reads, 3);
    EXPECT_EQ(store.load(folder_.path("b.toy"))->bytes, a->bytes);
    EXPECT_EQ(reads, 4);
}

TEST_F(ImageStoreTest, WorksWithoutAnyRoom) {
    folder_.write("a.toy", "toy");
    ImageStore store(kToyFormats, 0);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(store.load(folder_.path("a.toy"))->bytes.size(), 100U);
    EXPECT_EQ(reads, 3);
}

TEST_F(ImageStoreTest, SaysWhyAnImageCannotBeUsed) {
    folder_.write("bad.toy", "toys");
    folder_.write("huge.toy", "toyss");
    folder_.write("none.toy", "nothing");
    ImageStore store(kToyFormats, 1000);
    EXPECT_EQ(store.load(folder_.path("bad.toy"))->problem, "size at 0x0: 4, which is bad (Toy)");
    EXPECT_EQ(store.load(folder_.path("huge.toy"))->problem, "out of memory (Toy)");
    EXPECT_EQ(store.load(folder_.path("none.toy"))->problem, "is no image of a known format");
    EXPECT_THAT(store.load(folder_.path("missing.toy"))->problem, HasSubstr("cannot open"));
}

TEST_F(ImageStoreTest, TellsWhatIsOdd) {
    folder_.write("odd.toy", "toysss");
    ImageStore store(kToyFormats, 1000);
    EXPECT_TRUE(store.load(folder_.path("odd.toy"))->diagnostics.has(kOdd));
}

}  // namespace
}  // namespace rigkiln
