// Compares what probes found with the truth about a card.
//
//   const Judgement judgement = judge(truth_of(card), findings);
//
// A finding that says `measured` is right or wrong; one that says it can't tell is none. Sizes, counts, sets and policies must be
// exact: the truth inside the interval of a wrong value does not help. Sets may be listed and ways numbered in any order.
// Latencies are right within 2 %, or if the truth lies in an interval not wider than 4 % to either side. Probabilities are right
// within 0.03 each. Of what the vocabulary has no word for, to say that it can't be told is right. A level that the card does not
// have is wrong, whatever is said about it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "tests/engine/accuracy/truth.h"

namespace chasescope::accuracy {

inline constexpr double kLatencyTolerance = 0.02;
inline constexpr double kWidestInterval = 0.04;
inline constexpr double kProbabilityTolerance = 0.03;

enum class Verdict { right, wrong, missing };

struct Judged {
  Verdict verdict = Verdict::missing;
  std::string found;  ///< what was said, for people: a value, or why it can't be told; empty if nothing was said
};

/// Something measured that is not there.
struct Phantom {
  std::string quantity;
  std::string said;  ///< "l3 capacity_bytes = 4096 {"space":"global.ca"}: the card has no l3"
};

struct Judgement {
  std::vector<Judged> judged;  ///< one per expected, in order
  std::vector<Phantom> phantoms;
};

Judgement judge(const std::vector<Expected>& expected, const std::vector<Finding>& findings);

/// Whether `finding` says `truth`. Latencies with several true values (a list) are right if one of them is said, those with a range
/// ({"low": 200, "high": 225}) if they lie within it, give or take as much as others may be off. Nothing says what is null.
bool says(const Finding& finding, const nlohmann::json& truth);

}  // namespace chasescope::accuracy
