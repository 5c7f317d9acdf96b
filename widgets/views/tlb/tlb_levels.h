// What the findings say of the TLBs, level by level: entries in their sets, pages, reach, penalties and the miss rate over N.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"
#include "widgets/document/published_values.h"

namespace chasescope {

/// The miss rate at one footprint.
struct TlbRatePoint {
  std::uint64_t bytes = 0;  ///< N
  std::uint64_t pages = 0;  ///< number of pages that the chase visits in turn
  double rate = 0;          ///< 0 to 1
  std::string run;          ///< the run that shows it
};

struct TlbLevel {
  std::string subject;                                            ///< "l1_tlb"
  std::optional<std::uint64_t> page_bytes, entries, reach_bytes;  ///< empty where not known
  std::optional<std::uint64_t> contiguous_bytes;                  ///< footprint of neighbouring pages that all hit
  std::vector<std::uint64_t> ways;                                ///< of each set; empty: not known
  std::optional<double> penalty;                                  ///< cycles that a miss costs
  std::string penalty_data;  ///< the cache or memory that the data came from while the penalty was measured
  QString why_not;           ///< why some of these numbers are not known; empty if all are
  std::vector<TlbRatePoint> rates;                                ///< ascending
  QString why_no_rates;                                           ///< the probe's reason, where no miss rates were measured
  std::vector<PublishedRate> published;                           ///< miss rates from a figure of a paper; ascending
  std::vector<std::string> evidence;
  bool equalSets() const;
  /// Bytes that the TLB is known to cover: its reach, or the footprint of neighbouring pages that all hit.
  std::optional<std::uint64_t> covers() const { return reach_bytes ? reach_bytes : contiguous_bytes; }
};

struct TlbLevels {
  std::vector<TlbLevel> levels;  ///< nearest first; only the chosen level, where one was chosen
  std::vector<TlbLevel> all;     ///< all levels, where one was chosen: another level may cover other pages
  std::optional<std::uint64_t> window_bytes;  ///< page tables are active for aligned windows of this size
  QString why_nothing;                        ///< why no TLB was found, if a probe searched for TLBs
  bool empty() const { return levels.empty(); }
  /// What is drawn: the axis with the reach of all TLBs and each level, or the levels alone.
  enum class Shown { all, levels } shown = Shown::all;
  /// All levels, also where one was chosen.
  const std::vector<TlbLevel>& reaches() const { return all.empty() ? levels : all; }
  /// Leaves only this level in `levels`.
  void choose(const std::string& subject);
};

/// Of several findings of one quantity the last one counts. `device`: the card's name, by which published values are found.
TlbLevels gatherTlbs(std::span<const Finding> findings, std::string_view device = {});

/// "16 entries in one set · pages of 2 MiB · reach 32 MiB · a miss costs 288 cycles"; what is not known is a "?".
QString tlbFacts(const TlbLevel& level);

/// Why there is no miss rate: the probe's reason, the number that it lacked, or that nobody ran the probe.
QString rateReason(const TlbLevel& level);

/// "7 sets: one of 17 ways, six of 8", "4 sets of 16 ways".
QString tlbSets(const TlbLevel& level);

}  // namespace chasescope
