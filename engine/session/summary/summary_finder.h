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

/// The condition of a finding that was made at a carve-out of its own.
inline constexpr const char* kCarveout = "carveout_percent";

class SummaryFinder {
 public:
  /// \pre `session` outlives this.
  explicit SummaryFinder(const Session& session) : session_(session) {}

  const Session& session() const { return session_; }
  const Finding& at(std::size_t place) const { return session_.findings[place]; }

  using Fits = std::function<bool(const Finding&)>;
  /// The places of all findings of this subject and quantity with a value, that fit.
  std::vector<std::size_t> all(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  /// Of these the one under the fewest conditions beside its space; a measured one before one that was reported.
  std::optional<std::size_t> best(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  /// best() as a number, if it is one.
  std::optional<SummaryNumber> number(std::string_view subject, std::string_view quantity, const Fits& fits = {}) const;
  SummaryNumber number(std::size_t place) const;
  /// What a cache holds: as measured, as its sets hold (or as what fits where these were found, which may be less than they have
  /// tags for), as reported, or as much as it holds at least.
  std::optional<SummaryNumber> size(std::string_view subject) const;
  /// What all its sets have tags for: the product of ways and line.
  std::optional<SummaryNumber> size_of_sets(std::string_view subject) const;
  /// Between what the size lies, where nobody could tell it.
  std::optional<SummaryNumber> bound_of_size(std::string_view subject) const;
  /// Whether anything is said of the subject, be it that it can't be told.
  bool mentions(std::string_view subject) const;
  /// "%": how much of `most` a bandwidth is; nothing where it would be more than all of it.
  static std::optional<SummaryNumber> share_of(const SummaryNumber& bandwidth, const std::optional<SummaryNumber>& most);
  /// What the device says of itself, as a finding or in its description: sm_count, memory_clock_khz, memory_bus_bits.
  std::optional<SummaryNumber> fact(std::string_view quantity) const;
  /// The clock of the SMs in kHz: while measuring, else as reported.
  std::optional<SummaryNumber> clock() const;
  /// Cycles of that clock in ns.
  std::optional<SummaryNumber> in_ns(const SummaryNumber& cycles) const;
  /// The numbers of both multiplied; nothing without one of them.
  static std::optional<SummaryNumber> product(const std::vector<std::optional<SummaryNumber>>& numbers, std::string unit,
                                              std::string words, double factor = 1);

 private:
  std::optional<SummaryNumber> store_of(const SummaryNumber& tags, std::string_view subject) const;

  const Session& session_;
};

/// A finding with a value that was measured or reported.
bool is_told(const Finding& finding);
/// A condition that is a whole number; `otherwise` where there is none of that name.
std::int64_t number_in(const Finding& finding, const char* condition, std::int64_t otherwise);
/// A condition that is a word; empty where there is none of that name.
std::string word_in(const Finding& finding, const char* condition);
/// A note of one finding: `before` its value `after`. Numbers as in the program's other words.
SummaryNote note_of(const SummaryFinder& finder, std::size_t place, const std::string& before, const std::string& after = {});

}  // namespace chasescope
