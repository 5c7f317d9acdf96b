// The columns of the screen: as wide as what stands in them, and left out where nothing does.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/session/summary/summary.h"

namespace chasescope {

/// How many columns of a terminal a text takes: code points, for all that the program writes itself is one column wide.
std::size_t columns_of(const std::string& text);
/// Blanks from one column to another; two where that lies behind.
std::string padding(std::size_t from, std::size_t to);
/// At the right end of so many columns.
std::string right(const std::string& text, std::size_t columns);
/// In capitals, as a terminal has titles.
std::string upper(std::string title);
/// In lines of words, none of which is a unit alone: the first may be shorter than the others. Not empty.
std::vector<std::string> broken(const std::string& text, std::size_t first, std::size_t others);

/// Of a size that nobody measured; where sizes are marked instead, the note is left out.
inline constexpr const char* kReportedNote = "size as reported";
std::vector<SummaryNote> notes_beside_marks(const SummaryRow& row);

class SummaryColumns {
 public:
  enum { kSize, kCycles, kNs, kRead, kReadShare, kWrite, kWriteShare, kColumns };
  SummaryColumns(const Summary& summary, std::size_t width);

  std::string heads() const;
  /// "THE CHIP"; "EACH SM, TB/s OF ALL" where a bandwidth is that of all SMs together.
  std::string title_of(const SummarySection& section) const;
  /// What stands behind a row's name; empty for a row of words.
  std::string cells(const SummaryRow& row) const;
  /// The same one by one; empty where a row has none.
  std::array<std::string, kColumns> texts_of(const SummaryRow& row) const;
  /// What a mark behind sizes means; empty where none has one.
  std::string meaning_of_mark() const { return marks_ ? "Sizes with * are as reported, not measured." : std::string(); }
  /// What stands above a column; empty for one that is left out.
  std::string head(std::size_t column) const { return widths_[column] > 0 ? heads_[column] : std::string(); }
  std::size_t name_width() const { return name_width_; }
  /// Where the columns of bandwidths begin: words that stand behind numbers begin there, if there is room.
  std::size_t before_bandwidth() const { return before_bandwidth_; }

 private:
  double bandwidth_unit_ = 1e12;  // bytes/s
  std::string unit_words_;        // "TB/s"
  bool marks_ = false;            // a size that nobody measured is marked
  std::array<std::string, kColumns> heads_;
  std::array<std::size_t, kColumns> widths_{};  // with the gap before them; 0: left out
  std::size_t name_width_ = 0, before_bandwidth_ = 0;
};

}  // namespace chasescope
