#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Reports, once per clip, the bones for which the skeletons of the clip's file and of the model disagree
/// whether they inherit scale. The model's skeleton counts; nothing is changed. Ignores bones without a
/// parent, and bones that the clip's file only names.
void adaptClipsToModel(const Scene& model, Scene& clips, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
