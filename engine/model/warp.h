#pragma once

namespace chasescope::model {

inline constexpr unsigned kWarp = 32;  ///< threads of a warp, on every modelled card

}  // namespace chasescope::model
