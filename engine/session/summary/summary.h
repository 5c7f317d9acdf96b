// The card on one screen: a session's findings in the order of the hierarchy, what is not known and what would tell it, and how it
// all compares with what others published.
//
//   const Summary summary = summarise(session);
//   if (!summary.empty()) print(summary_text(summary, {.width = 80}));
//
// A pure function. Each number names the findings that it is (or, for sums and shares, that it is worked out from), so nothing
// stands here that no finding says.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/document/session.h"
#include "engine/session/published/published.h"

namespace chasescope {

/// A number of the screen, in the unit of its finding: "bytes", "cycles", "bytes/s", "1"; or worked out: "ns", "%".
struct SummaryNumber {
  enum class Bound { none, at_least, at_most, about };
  double value = 0;
  std::optional<double> to;  ///< of a range: several findings from `value` to this
  std::string unit;
  Bound bound = Bound::none;
  std::optional<double> low, high;    ///< the interval of its finding
  bool reported = false;              ///< the vendor's interface says so
  std::string worked_out;             ///< "sets x ways x line"; empty: a finding's own value, or its bound
  std::vector<std::size_t> findings;  ///< places in the session's findings
};

/// Words under or behind a row; the numbers in them are those of the findings that they name.
struct SummaryNote {
  std::string text;
  std::vector<std::size_t> findings;
};

struct SummaryRow {
  std::string id;    ///< stable: "l1_data", "l2.own_half"
  std::string name;  ///< "L1 data"
  int depth = 0;     ///< 1: a part of the row above
  std::optional<SummaryNumber> size, latency, ns, read, read_share, write, write_share;
  bool adds = false;                                          ///< the latency comes on top of a hit: "+10"
  bool aside = false;                                         ///< a latency that a screen of text tells among the notes above it
  std::vector<std::pair<std::string, SummaryNumber>> series;  ///< instead of columns: ("2-way", 25 cycles), …
  std::vector<SummaryNote> notes;
};

struct SummarySection {
  std::string id;     ///< "sm", "chip", "translation", "conflicts", "requests"
  std::string title;  ///< "Each SM"
  std::vector<SummaryRow> rows;
};

/// Something that is not known.
struct SummaryUnknown {
  std::string what;     ///< "L2: line, sets, ways"
  std::string why;      ///< in a few words
  std::string command;  ///< what may tell it; empty: nothing is known to
  double seconds = 0;   ///< about how long that takes on a card; 0 without a command
  std::vector<std::size_t> findings;
};

/// What was published of a number of the screen.
struct SummaryOther {
  double value = 0;    ///< in the unit of the number
  std::string source;  ///< in little room: "MT4G"
  std::string cited;   ///< in full
  std::string note;    ///< "median"; may be empty
};

struct SummaryComparison {
  std::string what;  ///< "L1 data, hit"
  SummaryNumber here;
  std::vector<SummaryOther> others;
  bool agrees = false;     ///< all within the interval, or within 2 %
  std::string why;         ///< why they differ; empty if they agree, or if no reason is known
  std::string why_source;  ///< where that was shown
  std::string why_of;      ///< whose number differs most, and which `why` explains, as in `others`
  bool can_be_run = false;  ///< that source is a program, which could be run on this card, too
};

struct Summary {
  std::string device;              ///< its name, as it says it
  std::vector<SummaryNote> facts;  ///< "132 SMs", "compute capability 9.0", "1,980 MHz"
  std::vector<SummaryNote> state;  ///< sentences: how long it took, what the clock did, what kept it from being whole
  std::vector<SummarySection> sections;
  std::vector<SummaryUnknown> unknown;
  std::vector<SummaryComparison> published;  ///< the largest differences first, then what agrees

  /// Nothing that was found has a row: a trace, say.
  bool empty() const { return sections.empty(); }
};

Summary summarise(const Session& session);
/// The same beside other published values than those that come with the program.
Summary summarise(const Session& session, const std::vector<PublishedValue>& published, const PublishedReasons& reasons);

/// "256 KiB", ">= 64 KiB", "189.2-204.2 cycles": as everywhere in the program, with a short size.
std::string number_words(const SummaryNumber& number);
/// The same without its unit.
std::string bare_words(const SummaryNumber& number);
/// Why a comparison's numbers differ, and where nobody knows that, what would tell; "agrees".
std::string why_words(const SummaryComparison& one);

/// What stands above what is not known: whether commands stand below.
std::string unknown_title(const Summary& summary);

/// The same screen as a program takes it: docs/reports.md, resources/schemas/summary.schema.json. Ends with a newline.
/// `spread`: of several discoveries (summary_spread.h), or null.
std::string summary_json(const Summary& summary, const Session& session, const nlohmann::json& spread = {});

}  // namespace chasescope
