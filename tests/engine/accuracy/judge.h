// Compares what probes found with the truth about a card.
//
//   const Judgement judgement = judge(truth_of(card), findings);
//
// A finding with the status `measured` is right or wrong. A finding that can't tell is neither. A required quantity that is called
// absent is wrong. Sizes, counts, sets and policies must be exact: a wrong value stays wrong even if its interval contains the
// truth. Sets may be listed and ways numbered in any order. Latencies are right within 2 %, or if the truth lies in an interval
// that is not wider than 4 % to either side. Probabilities are right within 0.03 each. If the vocabulary has no word for a
// quantity, the finding that it can't be told is right. Any measured finding about a level that the card does not have is wrong.
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
  std::string found;  ///< the finding as text: a value, or why it can't be told; empty if there was none
};

/// A measured finding about a level that the card does not have.
struct Phantom {
  std::string quantity;
  std::string said;  ///< "l3 capacity_bytes = 4096 {"space":"global.ca"}: the card has no l3"
};

struct Judgement {
  std::vector<Judged> judged;  ///< one per expected quantity, in order
  std::vector<Phantom> phantoms;
};

Judgement judge(const std::vector<Expected>& expected, const std::vector<Finding>& findings);

/// Whether the value of `finding` is `truth`. If `truth` is a list of latencies, any of them will do. If it is a range ({"low":
/// 200, "high": 225}), the value must lie within it, with the usual tolerance. No value equals null.
bool says(const Finding& finding, const nlohmann::json& truth);

}  // namespace chasescope::accuracy
