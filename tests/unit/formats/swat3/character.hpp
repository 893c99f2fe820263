#pragma once

#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::swat3 {

inline GsmFile character() {
    return corpus::makeCharacter(corpus::planSwt(), {});
}

}  // namespace rigkiln::swat3
