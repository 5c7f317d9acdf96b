// The card on one screen: a session's findings in the order of the hierarchy, the unknowns with the commands that may resolve them,
// and a comparison with published numbers.
//
//   const Summary summary = summarise(session);
//   if (!summary.empty()) print(summary_text(summary, {.width = 80}));
//
// A pure function. Each number names the findings that it shows (or, for sums and shares, from which it is computed), so no number
// stands here without a finding.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/document/session.h"
#include "engine/session/published/published.h"

namespace chasescope {

/// A number of the screen, in the unit of its finding: "bytes", "cycles", "bytes/s", "1"; or, if computed: "ns", "%".
struct SummaryNumber {
  enum class Bound { none, at_least, at_most, about };
  double value = 0;
  std::optional<double> to;  ///< upper end of a range over several findings, which begins at `value`
  std::string unit;
  Bound bound = Bound::none;
  std::optional<double> low, high;    ///< the interval of its finding
  bool reported = false;              ///< the vendor's interface reported the number; it was not measured
  std::string worked_out;             ///< the formula: "sets x ways x line"; empty: a finding's own value, or its bound
  std::vector<std::size_t> findings;  ///< indices of the session's findings
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
  bool aside = false;  ///< a latency that the text version prints among the notes of the row above
  std::vector<std::pair<std::string, SummaryNumber>> series;  ///< instead of columns: ("2-way", 25 cycles), …
  std::vector<SummaryNote> notes;
};

struct SummarySection {
  std::string id;     ///< "sm", "chip", "translation", "conflicts", "requests"
  std::string title;  ///< "Each SM"
  std::vector<SummaryRow> rows;
};

/// A property of the card that is not known.
struct SummaryUnknown {
  std::string what;     ///< "L2: line, sets, ways"
  std::string why;      ///< in a few words
  std::string command;  ///< the command that may find it out; empty: no such command is known
  double seconds = 0;   ///< about how long the command takes on a card; 0 without a command
  std::vector<std::size_t> findings;
};

/// A published value of a number of the screen.
struct SummaryOther {
  double value = 0;    ///< in the unit of the number
  std::string source;  ///< short name: "MT4G"
  std::string cited;   ///< full citation
  std::string note;    ///< "median"; may be empty
};

struct SummaryComparison {
  std::string what;  ///< "L1 data, hit"
  SummaryNumber here;
  std::vector<SummaryOther> others;
  bool agrees = false;     ///< all published values lie within the interval of `here`, or within 2 %
  std::string why;         ///< why they differ; empty if they agree, or if no reason is known
  std::string why_source;  ///< the page that shows this reason
  std::string why_of;      ///< the source whose number differs most; `why` explains its difference. Named as in `others`
  bool can_be_run = false;  ///< `why_of` is a program, which could be run on this card, too
};

struct Summary {
  std::string device;              ///< the name that the device reports
  std::vector<SummaryNote> facts;  ///< "132 SMs", "compute capability 9.0", "1,980 MHz"
  std::vector<SummaryNote> state;  ///< sentences: duration of the discovery, what the clock did, why parts are missing
  std::vector<SummarySection> sections;
  std::vector<SummaryUnknown> unknown;
  std::vector<SummaryComparison> published;  ///< the largest differences first, then what agrees
  bool is_software_gpu = false;              ///< the device is no card: its numbers come from a card file

  /// Whether no finding has a row here, as in a session that holds only a trace.
  bool empty() const { return sections.empty(); }
};

Summary summarise(const Session& session);
/// The same, compared with the given published values instead of those that come with the program.
Summary summarise(const Session& session, const std::vector<PublishedValue>& published, const PublishedReasons& reasons);

/// "256 KiB", ">= 64 KiB", "189.2-204.2 cycles": in the words of the whole program, with sizes in their short form.
std::string number_words(const SummaryNumber& number);
/// The same without its unit.
std::string bare_words(const SummaryNumber& number);
/// A sentence to stand below the comparison with published numbers; empty if there is nothing to say. For a software GPU the
/// sentence says that its numbers come from publications.
std::string published_words(const Summary& summary);
/// Why the numbers of a comparison differ; if the reason is unknown, what would show it; "agrees" if they agree.
std::string why_words(const SummaryComparison& one);

/// About how long the command takes: "4 s on a card". Of a software GPU "4 s on a card, up to a minute here", or the limit of time
/// that the command has. Empty without a command.
std::string time_words(const Summary& summary, const SummaryUnknown& one);

/// The title above the unknowns. It depends on whether any of them has a command.
std::string unknown_title(const Summary& summary);

/// The same screen for programs, as JSON: docs/reports.md, resources/schemas/summary.schema.json. Ends with a newline.
/// `spread`: the spread over several discoveries (summary_spread.h), or null.
std::string summary_json(const Summary& summary, const Session& session, const nlohmann::json& spread = {});

}  // namespace chasescope
