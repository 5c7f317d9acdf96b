// What was found of a cache's replacement, ready to be drawn: the verdict, the share of each way (2014 paper, figure 8), and the
// miss rate over the footprint beside what LRU, FIFO and random lines would do (figure 9). Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/findings/found_sets.h"
#include "engine/inference/replacement/replacement.h"
#include "widgets/document/published_values.h"

namespace chasescope {

/// A warm chase of one footprint.
struct MissPoint {
  std::uint64_t bytes = 0;
  double rate = 0, low = 0, high = 0;  ///< shares, with the 95 % interval
  QString run;                         ///< the run that shows it
};

struct ReplacementFacts {
  FoundSets cache;
  QString verdict;                              ///< "Not LRU: weighted ways"; empty if nobody asked
  QString explanation;                          ///< what such a policy does, or why it can't be told
  QString evidence;                             ///< what the verdict rests on: "Set of 4 ways; 9,876 replacements seen; …"
  std::vector<inference::WayProbability> ways;  ///< least often replaced first; only where ways differ
  std::vector<MissPoint> points;                ///< by footprint
  std::uint64_t stride = 0;                     ///< of all points
  std::vector<MissPoint> lru;                   ///< what LRU would miss, by the sets that were found
  QString whyNoLru;
  std::vector<MissPoint> fifo, random;   ///< the same of FIFO and of lines that go by chance, run through a cache of that shape
  bool fifoIsLru = false;                ///< in every point: a chase in order brings lines in as it uses them
  std::vector<PublishedRate> published;  ///< what a paper's figure has

  /// Whether the curve between a point and the next was seen: within one way, or an eighth of the footprint, a miss rate has no
  /// room to rise and fall unseen.
  bool joined(std::size_t point) const;
  bool empty() const { return verdict.isEmpty(); }
  bool intervals() const;
};

/// `device`: the name of the card, for what was published of it. `findings`: all of them, for the miss rates are the device's. Only footprints that were chased warm, through the cache's own
/// space and under the same switches count, and only where no other cache lies in front.
ReplacementFacts gatherReplacement(const FoundSets& cache, const std::vector<Finding>& findings, std::string_view device = {});

}  // namespace chasescope
