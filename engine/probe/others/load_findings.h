// A level under load as probe `load` measures it, and what is told of it.
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

inline constexpr const char* kLoadReference = "topology thesis §6.1; Little's law";
inline constexpr double kLoadOutliers = 0.01;  ///< of a lone chase's latencies, the longest: another's work, an interrupt

inline constexpr std::array kToldOfLoad{quantity::lone_latency_cycles, quantity::saturating_threads, quantity::saturating_bytes,
                                        quantity::loaded_latency_cycles};

/// The mean of what loads take alone, and where the true one lies with 99 % confidence.
struct Lone {
  double mean = 0, low = 0, high = 0;
  double answered = 0;  ///< share of memory's lines that a cache still had; they are left out
  std::string run;
};

/// One width of a load, from few threads to many.
struct Width {
  std::vector<inference::CrowdPoint> points;
  std::vector<std::string> runs;
};

struct LevelUnderLoad {
  SweptLevel level;
  bool asked = false;  ///< for itself; else it tells what a thread does alone
  std::optional<Lone> lone;
  std::uint64_t array = 0;
  std::string refusal;  ///< why it can't be measured; a sentence
  std::map<unsigned, Width> widths = {};
};

/// What is told of a level that can't be measured: what its `refusal` says.
std::vector<Finding> refused_findings(const LevelUnderLoad& one);

/// \pre the lone chase was made
Finding lone_finding(const LevelUnderLoad& one);

/// The threads of each width that keep the level busy, and of the width that moves most the bytes under way and the latency.
/// \param limit what the device said of the first point that it refused; empty if it refused none
/// \param thread_with what threads with a width do, if that is known
std::vector<Finding> load_findings(const LevelUnderLoad& one, std::uint64_t sms, const std::string& limit,
                                   const std::function<std::optional<inference::ThreadCost>(unsigned width)>& thread_with);

}  // namespace chasescope
