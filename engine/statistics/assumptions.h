// What decisions assume, each number once and with its reason.
#pragma once

namespace chasescope::statistics {

/// The chance of being wrong that a finding may have. One in a million: a discovery tells some hundred things, so that one card in ten
/// thousand would have one wrong by chance.
inline constexpr double kWrong = 1e-6;

}  // namespace chasescope::statistics
