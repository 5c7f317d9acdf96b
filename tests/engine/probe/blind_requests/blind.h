// Cards with hidden banks and request tables, and a judge who compares the findings with the hidden values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/spec/card.h"
#include "engine/probe/probe.h"

namespace chasescope::blind {

/// A card whose shared memory, request table and L2 are drawn from the seed; odd seeds have noise.
model::Card hidden_card(std::uint64_t seed);

/// The hidden values as text: "16 banks of 8 B, modes 4+8, …".
std::string banks_text(const model::Card& card);
std::string table_text(const model::Card& card);
std::string noise_text(const model::Card& card);

/// One finding beside the truth.
struct Verdict {
  std::string quantity;  ///< with the conditions that matter
  std::string found;     ///< "32", "8 to 10", or "–" if it was not measurable
  std::string truth;
  std::string reason;  ///< why it was not measured
  bool measured = false;
  bool wrong = false;  ///< a measured value or a bound that excludes the truth
};

std::vector<Verdict> judge_banks(const model::Card& card, const std::vector<Finding>& findings);
std::vector<Verdict> judge_requests(const model::Card& card, const std::vector<Finding>& findings);
std::vector<Verdict> judge_copies(const model::Card& card, const std::vector<Finding>& findings);

/// Runs the probe on the card with its defaults. \throws std::runtime_error if it fails.
ProbeReport probe(const char* name, const model::Card& card, std::uint64_t seed, const ParameterValues& values = {});

}  // namespace chasescope::blind
