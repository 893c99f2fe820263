#pragma once

#include "formats/bfres/base/bfres_layout.hpp"

namespace rigkiln::bfres {

inline constexpr Layout kWiiU{Console::WiiU, 0x04050003};
inline constexpr Layout kSwitch{Console::Switch, 0x000A0000};

}  // namespace rigkiln::bfres
