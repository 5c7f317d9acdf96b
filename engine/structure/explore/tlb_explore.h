// Everything about translation: the TLBs behind a memory space, nearest first.
#pragma once

#include "engine/structure/replacement/policy_solver.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/outgrown_pages.h"
#include "engine/structure/translation/tlb_miss_rates.h"
#include "engine/structure/translation/tlb_penalty.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

struct TlbReport {
  std::string subject;                ///< "l1_tlb", …
  std::string data_level;             ///< the subject whose lines were read
  std::string how;                    ///< how data misses were kept out, in words
  TranslationLevel hit, miss;         ///< what an access takes if this TLB answers, and if what is behind it does
  CacheShape shape;                   ///< its line is the page
  MissRates rates;                    ///< over neighbouring pages; empty unless the shape is decided
  std::optional<PolicyFound> policy;  ///< only where the shape is decided
  std::string policy_undecided;
  std::string undecided;
  std::optional<OutgrownPages> neighbours;  ///< where the shape is not decided, on a card
  std::optional<TlbPenalty> penalty;        ///< in noise; without it the levels tell
  std::string penalty_undecided;
  bool contested = false;  ///< two kinds of walk do not agree on it, so that not even its penalty is told
  bool decided() const { return !shape.ways.empty(); }
};

struct TranslationReport {
  Setting setting;
  Survey survey;          ///< of the data levels
  bool in_noise = false;  ///< latencies were told apart in spite of noise
  TlbSurvey translation;
  std::vector<TlbReport> tlbs;  ///< nearest first
  std::string undecided;        ///< why no translation could be looked at
};

/// Looks at translation through the lab's space: with data from its nearest cache, and with data from memory. What both tell must
/// agree.
TranslationReport explore_translation(Lab& lab);

}  // namespace chasescope::structure
