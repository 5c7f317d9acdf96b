// What decisions assume, each number once and with its reason.
#pragma once

#include <cstdint>

namespace chasescope::statistics {

/// The chance of being wrong that a finding may have. One in a million: a discovery tells some hundred things, so that one card in
/// ten thousand would have one wrong by chance.
inline constexpr double kWrong = 1e-6;

/// The share by which a latency grows or shrinks in a chase as its clock drifts: two percent, as boost clocks do within a second or
/// two.
inline constexpr double kDrift = 0.02;

/// The standard error of a median, in standard errors of the mean: the root of pi / 2, where deviations are normal.
inline constexpr double kErrorOfMedian = 1.2533;

/// The share by which the spread of the jitter may be off: what 2,048 accesses to one element tell has a standard error of a
/// fortieth.
inline constexpr double kSigmaKnown = 0.05;

/// The share by which latencies may be off along a chase after its drift was taken out.
inline constexpr double kDriftLeft = 0.003;

/// Of the lines that stay when they lie side by side, so many from anywhere stay as well, if their sets have room: near what it
/// holds, a store of data behind the tags loses lines, now these and now those.
inline constexpr double kOfStaying = 0.75;

/// Where no footprint was seen to stay, an eighth of what the tags are for: stores of data are not known to be smaller.
inline constexpr std::uint64_t kTagsOfUnseenStore = 8;

}  // namespace chasescope::statistics
