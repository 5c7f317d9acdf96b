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
  std::uint64_t pages = 0;  ///< that were visited in turn
  double rate = 0;          ///< 0 to 1
  std::string run;          ///< the run that shows it
};

struct TlbLevel {
  std::string subject;                                            ///< "l1_tlb"
  std::optional<std::uint64_t> page_bytes, entries, reach_bytes;  ///< what is not known is empty
  std::optional<std::uint64_t> contiguous_bytes;                  ///< neighbouring pages that stay without a miss
  std::vector<std::uint64_t> ways;                                ///< of each set; empty: not known
  std::optional<double> penalty;                                  ///< cycles that a miss costs
  std::string penalty_data;                                       ///< the subject that all data came from meanwhile
  QString why_not;                                                ///< why something of it can't be told; empty if all is known
  std::vector<TlbRatePoint> rates;                                ///< ascending
  QString why_no_rates;                                           ///< what the probe says of it, where there are none
  std::vector<PublishedRate> published;                           ///< miss rates that a paper's figure has; ascending
  std::vector<std::string> evidence;
  bool equalSets() const;
  /// Memory that it is known to cover: its reach, or what neighbouring pages showed.
  std::optional<std::uint64_t> covers() const { return reach_bytes ? reach_bytes : contiguous_bytes; }
};

struct TlbLevels {
  std::vector<TlbLevel> levels;               ///< nearest first; where some were chosen, those
  std::vector<TlbLevel> all;                  ///< where some were chosen, all: what one of them does not cover another may
  std::optional<std::uint64_t> window_bytes;  ///< page tables are active for aligned windows of this size
  QString why_nothing;                        ///< why no TLB was seen, if one was looked for
  bool empty() const { return levels.empty(); }
  /// What of them is drawn: how far all reach and each level, or the levels alone.
  enum class Shown { all, levels } shown = Shown::all;
  /// All of them, whichever were chosen.
  const std::vector<TlbLevel>& reaches() const { return all.empty() ? levels : all; }
  /// Leaves that one among `levels`.
  void choose(const std::string& subject);
};

/// Of several findings of one quantity the last one counts. `device`: the name of the card, for what was published of it.
TlbLevels gatherTlbs(std::span<const Finding> findings, std::string_view device = {});

/// "16 entries in one set · pages of 2 MiB · reach 32 MiB · a miss costs 288 cycles"; what is not known is a "?".
QString tlbFacts(const TlbLevel& level);

/// Why there is no miss rate: what the probe says, or what it lacked, or but that nobody asked.
QString rateReason(const TlbLevel& level);

/// "7 sets: one of 17 ways, six of 8", "4 sets of 16 ways".
QString tlbSets(const TlbLevel& level);

}  // namespace chasescope
