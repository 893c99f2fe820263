#pragma once

#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/scene.hpp"

/// Records that reading SWAT 3 files left in extras; without members when there is none.
namespace rigkiln::swat3_export {

[[nodiscard]] const Properties& gsmRecord(const Scene& scene);
[[nodiscard]] const Properties& gsaRecord(const Clip& clip);

/// Answer to a question about the conventions of the model ("space": "bone"); empty when it is not recorded.
[[nodiscard]] std::string conventionAnswer(const Scene& scene, std::string_view question);

}  // namespace rigkiln::swat3_export
