// A level under load, as probe `load` measures it, and the findings about it.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/load_curve.h"
#include "engine/probe/others/swept_level.h"

namespace chasescope {

/// The value of the parameter `width` that stands for 16, 8 and 4 bytes.
inline constexpr const char* kLoadWide = "wide";
inline constexpr const char* kLoadReference = "topology thesis §6.1; Little's law";
/// The share of a lone chase's longest latencies that is left out: other programs and interrupts cause them.
inline constexpr double kLoadOutliers = 0.01;

inline constexpr std::array kToldOfLoad{quantity::lone_latency_cycles, quantity::saturating_threads, quantity::saturating_bytes,
                                        quantity::loaded_latency_cycles};

/// The mean latency of lone loads, with its 99 % confidence interval.
struct Lone {
  double mean = 0, low = 0, high = 0;
  double answered = 0;  ///< share of memory's lines that a cache still held; they are left out of the mean
  std::string run;
};

/// The measurements with one load width, from few threads to many.
struct Width {
  std::vector<inference::CrowdPoint> points;
  std::vector<std::string> runs;
  std::string limit;  ///< the device's message for the first point that it refused; empty if it refused none
};

struct LevelUnderLoad {
  SweptLevel level;
  bool asked = false;  ///< whether the user asked for the level; if not, it only serves to compute the cost of a lone thread
  std::optional<Lone> lone;
  std::uint64_t array = 0;
  std::string refusal;  ///< why it can't be measured; a sentence
  std::map<unsigned, Width> widths = {};
};

/// The findings about a level that can't be measured, with its `refusal` as the reason.
std::vector<Finding> refused_findings(const LevelUnderLoad& one);

/// \pre the lone chase was made
Finding lone_finding(const LevelUnderLoad& one);

/// Makes the findings about a level: for each width the threads that keep the level busy, and for the width with the highest rate
/// the bytes in flight and the latency.
/// \param thread_with the cost of a thread with loads of a width, if it is known
std::vector<Finding> load_findings(const LevelUnderLoad& one, std::uint64_t sms,
                                   const std::function<std::optional<inference::ThreadCost>(unsigned width)>& thread_with);

}  // namespace chasescope
