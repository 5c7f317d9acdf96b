// One random card and the probes: they measure it blind, and their findings are judged.
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

/// The probes whose tasks together cover all expected quantities, in the order in which they run.
const std::vector<std::string>& probe_names();

struct TrialOptions {
  std::uint64_t seed = 1;
  bool noise = false;               ///< the standard jitter, outliers and drift
  std::vector<std::string> probes;  ///< names of the probes to run
  /// The probes capacity, line, sets and replacement share one set of measurements of the caches, as in a discovery. If each probe
  /// measures the caches itself, that takes four times as long.
  bool together = false;
  std::function<const Probe*(std::string_view)> find = find_probe;
  /// Card K is of family K modulo the number of families (families/families.h). Empty: the cards are ordinary ones.
  std::vector<std::string> families{};
  /// The second generator: card K is of machine family K modulo the number of those (machines/machines.h). \pre families is empty.
  bool machines = false;
};

struct ProbeOutcome {
  std::string probe;
  bool exists = true;
  std::string error;  ///< the error text of the device or the probe; empty if the probe ended well
  double seconds = 0;
  std::size_t runs = 0;
  std::uint64_t accesses = 0;  ///< the accesses of its chases and trials
};

struct CardResult {
  std::uint64_t number = 0;
  std::string family;              ///< a family of either generator; empty for an ordinary card
  std::vector<Expected> expected;  ///< a quantity is required only if one of the probes that ran has the task
  Judgement judgement;
  std::vector<ProbeOutcome> probes;
  std::vector<Finding> findings;
};

/// Card file `number` of the series.
nlohmann::json trial_card(std::uint64_t number, const TrialOptions& options);

/// Runs the probes on card `number` of the series. Each probe gets a device of its own, as if a person had started it alone, and no
/// parameters. With `together`, the probes of caches share one device.
CardResult try_card(std::uint64_t number, const TrialOptions& options);

}  // namespace chasescope::accuracy
