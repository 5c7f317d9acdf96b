// The findings of a cache's replacement, ready to be drawn: the verdict, the share of each way (2014 paper, figure 8), and the miss
// rate over the footprint beside the rates of LRU, FIFO and random replacement (figure 9). Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/findings/found_sets.h"
#include "engine/inference/replacement/replacement.h"
#include "widgets/document/published_values.h"

namespace chasescope {

/// The miss rate of a warm chase at one footprint.
struct MissPoint {
  std::uint64_t bytes = 0;
  double rate = 0, low = 0, high = 0;  ///< shares, with the 95 % interval
  QString run;                         ///< the run that shows it
};

struct ReplacementFacts {
  FoundSets cache;
  QString verdict;      ///< "Not LRU: weighted ways"; empty if no probe asked
  QString explanation;  ///< how such a policy works, or why the policy is not known
  QString evidence;     ///< the observations behind the verdict: "Set of 4 ways; 9,876 replacements seen; …"
  std::vector<inference::WayProbability> ways;  ///< the way that is replaced least often comes first; empty unless ways differ
  bool in_turn = false;           ///< the ways are replaced in turn, without chance, so that their shares have no intervals
  std::vector<MissPoint> points;  ///< by footprint; without interval where a trace repeats exactly
  std::uint64_t stride = 0;                     ///< stride of all points
  std::vector<MissPoint> lru;                   ///< the rates of LRU, computed from the sets that were found
  QString whyNoLru;
  std::vector<MissPoint> fifo, random;  ///< the rates of FIFO and of random replacement, simulated in a cache of that shape
  bool fifoIsLru = false;  ///< FIFO and LRU agree at every point: a chase in order loads lines in the order in which it uses them
  std::vector<PublishedRate> published;  ///< from a paper's figure

  /// Whether a line may join a point to the next: if both are within one way, or an eighth of the footprint, the miss rate can't
  /// have risen and fallen between them unseen.
  bool joined(std::size_t point) const;
  bool empty() const { return verdict.isEmpty(); }
  /// The sentence that stands in place of the intervals of shares; empty if they may have some.
  QString sayInTurn() const;
  bool intervals() const;
};

/// `device`: the card's name, by which published values are found. `findings`: all findings, as miss rates are findings of the
/// device. Only footprints of warm chases through the cache's own memory space under the same settings count, and only if no other
/// cache lies in front.
ReplacementFacts gatherReplacement(const FoundSets& cache, const std::vector<Finding>& findings, std::string_view device = {});

}  // namespace chasescope
