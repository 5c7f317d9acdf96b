// A lesson: steps that set the window up, say a few sentences, and may ask before they show the answer. Written as Markdown in a
// text editor (docs/lessons.md); this is what such a file says.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope::lesson {

/// How a guess is made: a number, one of the options, a click on a word of the array, or a curve drawn over the footprint.
enum class Ask { number, choice, word, curve };

/// What the answer is, and where it comes from: of the run wherever a run can tell.
struct Truth {
  enum class Kind { misses, accesses, finding, number, option, word, measured };
  Kind kind = Kind::number;
  std::string subject, quantity;  ///< of a finding
  double number = 0;              ///< a number, or of a word its place in the array
  std::string option;             ///< the words of an option
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// What is hidden until there is a guess: the whole view, or parts of the view `chase`.
enum class Cover { view, cache, array, pass };

struct Question {
  Ask ask = Ask::number;
  Truth truth;
  std::vector<std::string> options;  ///< of a choice; of a number, what a room is offered to vote for
  std::string unit;                  ///< the words behind a number: "of 13"; `bytes` takes and shows sizes
  double within = 0;                 ///< how far a number may be off, in its unit or, with `within_share`, as a share of the truth
  bool within_share = false;
  std::vector<Cover> cover;
  std::string trace;  ///< label of the run that it asks of; empty: the last one

  bool of_bytes() const { return unit == "bytes"; }
  friend bool operator==(const Question&, const Question&) = default;
};

/// What the window shows and measures. A step has everything of the step before it that it does not change.
struct Stage {
  std::string device;      ///< device id
  std::string beside;      ///< a second one with the same settings; empty: none
  std::string probe;       ///< empty: nothing is run
  ParameterValues values;  ///< of the probe; what is missing has its default
  std::string view;        ///< id of the view in front; empty: whichever is
  std::string cache;       ///< subject of findings that the view shows; empty: its own choice
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// A row of the report: what is told of, and what is told ("l1_data", "replacement_policy").
struct ReportRow {
  std::string subject, quantity;
  friend bool operator==(const ReportRow&, const ReportRow&) = default;
};

enum class Running { nothing, once, freely };

struct Step {
  int line = 0;  ///< of its headline, from 1
  std::string headline;
  Stage stage;
  std::string trace;  ///< label of the run that is in front; empty: the last one
  std::optional<ReportRow> row;  ///< where the report is opened
  Running running = Running::nothing;
  std::string text;  ///< Markdown, before the answer
  std::optional<Question> question;
  std::string why;                   ///< Markdown, with the answer
  std::map<std::string, int> lines;  ///< where each of its own settings stands, for what a check has to say
};

struct Lesson {
  std::string title, about, paper;
  int minutes = 0;
  std::vector<Step> steps;
};

/// One thing that is wrong, and where.
struct Fault {
  int line = 0;
  std::string sentence;
  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace chasescope::lesson
