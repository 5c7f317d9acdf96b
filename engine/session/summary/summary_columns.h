// The columns of the screen: as wide as their widest text; empty columns are left out.
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
/// The text, right-aligned in so many columns.
std::string right(const std::string& text, std::size_t columns);
/// A title in capitals, as terminals show titles.
std::string upper(std::string title);
/// A text broken into lines; a unit never stands alone in a line. `first`: the width of the first line. Never empty.
std::vector<std::string> broken(const std::string& text, std::size_t first, std::size_t others);

/// The note on a size that was reported, not measured; left out if such sizes carry a mark.
inline constexpr const char* kReportedNote = "size as reported";
std::vector<SummaryNote> notes_beside_marks(const SummaryRow& row);

class SummaryColumns {
 public:
  enum { kSize, kCycles, kNs, kRead, kReadShare, kWrite, kWriteShare, kColumns };
  SummaryColumns(const Summary& summary, std::size_t width);

  std::string heads() const;
  /// "THE CHIP"; "EACH SM, TB/s OF ALL" where a bandwidth is that of all SMs together.
  std::string title_of(const SummarySection& section) const;
  /// The cells behind a row's name, as one text; empty for a row of words.
  std::string cells(const SummaryRow& row) const;
  /// The texts of the single cells; empty for cells without a value.
  std::array<std::string, kColumns> texts_of(const SummaryRow& row) const;
  /// The meaning of the mark behind sizes; empty if no size is marked.
  std::string meaning_of_mark() const { return marks_ ? "Sizes with * are as reported, not measured." : std::string(); }
  /// The head of a column; empty for a column that is left out.
  std::string head(std::size_t column) const { return widths_[column] > 0 ? heads_[column] : std::string(); }
  std::size_t name_width() const { return name_width_; }
  /// Where the columns of bandwidths begin: words that stand behind numbers begin there, if there is room.
  std::size_t before_bandwidth() const { return before_bandwidth_; }

 private:
  double bandwidth_unit_ = 1e12;  // bytes/s
  std::string unit_words_;        // "TB/s"
  bool marks_ = false;            // whether sizes that were not measured are marked
  std::array<std::string, kColumns> heads_;
  std::array<std::size_t, kColumns> widths_{};  // with the gap before them; 0: left out
  std::size_t name_width_ = 0, before_bandwidth_ = 0;
};

}  // namespace chasescope
