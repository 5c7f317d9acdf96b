// Explains each kind of access of a spectrum: which data level it hit, and which level of translation held its page (2014 paper,
// table 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/levels/access_classes.h"
#include "engine/probe/sweeps/spectrum_pattern.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

/// A kind explained, or why it is not.
struct ExplainedKind {
  std::string data;         ///< "l1_data", "l2", "dram"; empty: not explained
  std::string translation;  ///< "l1_tlb", "l2_tlb", "l3_tlb", "walk", "window", "any"; kBeyondFirstTlb; empty: not explained
  std::string place;        ///< "near", "far": the part of the data level; empty where it has no two parts
  std::string why_not;      ///< a sentence, where it is not explained
  bool explained() const { return why_not.empty(); }
};

/// The translation of an access that missed the nearest TLB, if it is not known whether a farther TLB or a page walk answered.
inline constexpr const char* kBeyondFirstTlb = "beyond_l1_tlb";

/// The facts on which the explanation rests.
struct SpectrumKnowledge {
  const SweptSpace* space = nullptr;
  std::size_t translation_levels = 0;
  bool starts_cold = true;  ///< whether untouched lines are in no cache, and untouched pages in no TLB
};

/// One entry per kind of the legend. A kind is explained only if its place in the pattern determines what it must have hit, and if
/// its latency agrees with the survey's latency of that level.
std::vector<ExplainedKind> explain_kinds(const std::vector<AccessKind>& legend, const inference::AccessSpectrum& spectrum,
                                         const SpectrumKnowledge& knowledge);

/// "l2+l2_tlb", "l2+l2_tlb+near"; empty if it is not explained.
std::string path_of(const ExplainedKind& kind);

/// "The L1 TLB misses, the L2 TLB knows the page; the line is in L2."
std::string path_in_words(const ExplainedKind& kind);

}  // namespace chasescope
