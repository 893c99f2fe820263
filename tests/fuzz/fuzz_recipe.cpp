#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pipeline/recipe/recipe_json.hpp"

namespace rigkiln {
namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace
}  // namespace rigkiln

/// Any bytes: nothing crashes. A recipe that reads keeps its laws, and its canonical form gives the same
/// recipe and the same form again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Recipe> read = recipeFromJson(text);
    if (!read) {
        require(!read.error().problem.empty() && read.error().kind() == ErrorKind::Input);
        return 0;
    }
    require(!read->parts.empty());
    for (const Part& part : read->parts)
        require(part.model || part.clips.size() == 1);
    const std::string canonical = recipeToJson(*read);
    const Result<Recipe> again = recipeFromJson(canonical);
    require(again.hasValue() && *again == *read);
    require(recipeToJson(*again) == canonical);
    require(recipeDigest(*again) == recipeDigest(*read));
    return 0;
}
