// Explores translation: the TLBs behind a memory space, nearest first.
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
  std::string data_level;             ///< the subject of the level that data came from
  std::string how;                    ///< how data misses were kept out, in words
  TranslationLevel hit, miss;         ///< latency of an access that hits this TLB, and of one that misses it
  CacheShape shape;                   ///< its line is the page
  MissRates rates;                    ///< over neighbouring pages; empty unless the shape is known
  std::optional<PolicyFound> policy;  ///< only if the shape is known
  std::string policy_undecided;
  std::string undecided;
  std::optional<OutgrownPages> neighbours;  ///< if the shape is not known, on a card
  std::optional<TlbPenalty> penalty;        ///< in noise; without noise the levels give it
  std::string penalty_undecided;
  bool contested = false;  ///< two kinds of walk do not agree on this TLB, so that not even its penalty is reported
  bool decided() const { return !shape.ways.empty(); }
};

struct TranslationReport {
  Setting setting;
  Survey survey;          ///< of the data levels
  bool in_noise = false;  ///< levels were told apart in spite of noise
  TlbSurvey translation;
  std::vector<TlbReport> tlbs;  ///< nearest first
  std::string undecided;        ///< why translation could not be explored
};

/// Explores translation through the lab's space: with data from its nearest cache, and with data from memory. Both must agree.
TranslationReport explore_translation(Lab& lab);

}  // namespace chasescope::structure
