#pragma once

namespace chasescope::model {

inline constexpr unsigned kWarp = 32;  ///< threads, of every card that is modelled

}  // namespace chasescope::model
