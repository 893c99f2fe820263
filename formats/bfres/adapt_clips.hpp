#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Tells, once per clip, of bones that do not inherit scale by the skeleton of the clip's file and do by the
/// model's, or the other way round: the model's word counts. Changes nothing. Bones without a parent, and
/// those that the clip's file knows by name alone, say nothing of it.
void adaptClipsToModel(const Scene& model, Scene& clips, Diagnostics& diagnostics);

}  // namespace rigkiln::bfres
