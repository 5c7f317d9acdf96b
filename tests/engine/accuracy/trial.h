// One random card put before the probes: they measure it blind, and what they find is judged.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/accuracy/judge.h"

namespace chasescope::accuracy {

/// The probes that together say all that is expected, in the order in which they run.
const std::vector<std::string>& probe_names();

struct TrialOptions {
  std::uint64_t seed = 1;
  bool noise = false;               ///< the standard jitter, outliers and drift
  std::vector<std::string> probes;  ///< which ones to run
  /// What capacity, line, sets and replacement tell of one look at the caches, as discover takes it: each of them alone would look
  /// again, which takes four times as long.
  bool together = false;
  std::function<const Probe*(std::string_view)> find = find_probe;
  /// Card K is of family K modulo their number (families/families.h); empty: the cards are ordinary ones.
  std::vector<std::string> families{};
  /// Card K is of machine family K modulo their number (machines/machines.h), the second generator. \pre families is empty.
  bool machines = false;
};

struct ProbeOutcome {
  std::string probe;
  bool exists = true;
  std::string error;  ///< the device's or the probe's sentence; empty if it ended well
  double seconds = 0;
  std::size_t runs = 0;
  std::uint64_t accesses = 0;  ///< that its chases and trials made
};

struct CardResult {
  std::uint64_t number = 0;
  std::string family;              ///< also of machines; empty: an ordinary card
  std::vector<Expected> expected;  ///< required only where one of the probes that ran has the task
  Judgement judgement;
  std::vector<ProbeOutcome> probes;
  std::vector<Finding> findings;
};

/// Card file `number` of the series.
nlohmann::json trial_card(std::uint64_t number, const TrialOptions& options);

/// Card `number` of the series before the probes. Each probe (or, together, look at the caches) gets a device of its own, as a
/// person would start it alone, and no parameters.
CardResult try_card(std::uint64_t number, const TrialOptions& options);

}  // namespace chasescope::accuracy
