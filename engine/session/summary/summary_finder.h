// Chooses, of a session's findings, the one that a row of the screen shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/document/session.h"
#include "engine/session/summary/summary.h"

namespace chasescope {

/// The condition of a finding that holds for one carve-out.
inline constexpr const char* kCarveout = "carveout_percent";

class SummaryFinder {
 public:
  /// \pre `session` outlives this.
  explicit SummaryFinder(const Session& session) : session_(session) {}

  const Session& session() const { return session_; }
  const Finding& at(std::size_t place) const { return session_.findings[place]; }

  using Fits = std::function<bool(const Finding&)>;
  /// The indices of all findings of this subject and quantity that have a value and fit.
  std::vector<std::size_t> all(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  /// Of all() the finding with the fewest conditions besides its space; a measured finding is preferred to a reported one.
  std::optional<std::size_t> best(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  /// best() as a number, if it is one.
  std::optional<SummaryNumber> number(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  SummaryNumber number(std::size_t place) const;
  /// The size of a cache: the measured capacity; else the size of its sets (or the largest footprint that fits where the sets were
  /// found, which may be smaller than the tags allow); else the reported size; else a lower bound.
  std::optional<SummaryNumber> size(std::string_view subject) const;
  /// The size that the tags of all its sets cover: the product of ways and line.
  std::optional<SummaryNumber> size_of_sets(std::string_view subject) const;
  /// The size at the carve-out that gives an L1 the most, as its capacity or as the largest footprint that fits; empty if no size
  /// was measured at a carve-out.
  std::optional<SummaryNumber> size_at_largest(std::string_view subject) const;
  /// Bounds of the size, if the size itself could not be measured.
  std::optional<SummaryNumber> bound_of_size(std::string_view subject) const;
  /// Whether any finding is about the subject, even one that it can't be measured.
  bool mentions(std::string_view subject) const;
  /// A bandwidth as a share of `most`, in %; empty if it would exceed 100 %.
  static std::optional<SummaryNumber> share_of(const SummaryNumber& bandwidth, const std::optional<SummaryNumber>& most);
  /// A value that the device reports, as a finding or in its description: sm_count, memory_clock_khz, memory_bus_bits.
  std::optional<SummaryNumber> fact(std::string_view quantity) const;
  /// The clock of the SMs in kHz: measured, else as reported.
  std::optional<SummaryNumber> clock() const;
  /// Cycles of that clock in ns.
  std::optional<SummaryNumber> in_ns(const SummaryNumber& cycles) const;
  /// The product of all numbers; empty if one of them is missing.
  static std::optional<SummaryNumber> product(const std::vector<std::optional<SummaryNumber>>& numbers, std::string unit,
                                              std::string words, double factor = 1);

 private:
  std::optional<SummaryNumber> store_of(const SummaryNumber& tags, std::string_view subject) const;

  const Session& session_;
};

/// Whether a finding has a measured or reported value.
bool is_told(const Finding& finding);
/// A note of one finding: `before` its value `after`. Numbers as in the program's other words.
SummaryNote note_of(const SummaryFinder& finder, std::size_t place, const std::string& before, const std::string& after = {});

}  // namespace chasescope
