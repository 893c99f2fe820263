#include <cstddef>
#include <string>
#include <string_view>

#include "pipeline/recipe/recipe_json.hpp"
#include "tests/fuzz/fuzz_target.hpp"

/// Any bytes: nothing crashes. A recipe that reads keeps its laws, and its canonical form gives the same
/// recipe and the same form again.
FUZZ_TARGET(fuzz_recipe, bytes) {
    using namespace rigkiln;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const Result<Recipe> read = recipeFromJson(text);
    if (!read) {
        require(!read.error().problem.empty() && read.error().kind() == ErrorKind::Input);
        return;
    }
    require(!read->parts.empty());
    for (const Part& part : read->parts)
        require(part.model || part.clips.size() == 1);
    const std::string canonical = recipeToJson(*read);
    const Result<Recipe> again = recipeFromJson(canonical);
    require(again.hasValue() && *again == *read);
    require(recipeToJson(*again) == canonical);
    require(recipeDigest(*again) == recipeDigest(*read));
}
