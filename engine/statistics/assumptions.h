// The constants that statistical decisions rest on, each defined once and with the reason for its value.
#pragma once

#include <cstdint>

namespace chasescope::statistics {

/// The tolerated probability that a finding is wrong by chance. One in a million: a discovery makes some hundred findings, so that
/// about one card in ten thousand would get a wrong one by chance.
inline constexpr double kWrong = 1e-6;

/// The share by which clock drift may raise or lower the latencies within one chase: two percent, because boost clocks change by as
/// much within a second or two.
inline constexpr double kDrift = 0.02;

/// The standard error of a median, as a multiple of the standard error of the mean: the root of pi / 2, if deviations are normal.
inline constexpr double kErrorOfMedian = 1.2533;

/// The relative error that the measured standard deviation of the jitter may have. It is measured with 2,048 accesses to one
/// element, which gives it a relative standard error of a fortieth.
inline constexpr double kSigmaKnown = 0.05;

/// The relative error that the latencies of a chase may still have after the drift was removed.
inline constexpr double kDriftLeft = 0.003;

/// If a cache holds a number of neighbouring lines, it holds this share of that number wherever the lines lie, as long as their
/// sets have room. Closer to its capacity, a data store behind the tags evicts lines although their sets have room, and other ones
/// each time.
inline constexpr double kOfStaying = 0.75;

/// If no footprint was seen to stay, the data store is assumed to hold one in this many of the lines that the tags are for. No
/// smaller data stores are known.
inline constexpr std::uint64_t kTagsOfUnseenStore = 8;

}  // namespace chasescope::statistics
