// A lesson: steps that set up the window, have a few sentences, and may ask a question before they show the answer. A lesson is a
// Markdown file, written in a text editor (docs/lessons.md); these structures hold the content of such a file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope::lesson {

/// How a guess is made: a number, one of the options, a click on a word of the array, or a curve drawn over the footprint.
enum class Ask { number, choice, word, curve };

/// The right answer and its source: a measurement of the run if a run can tell it, or a value in the lesson's file.
struct Truth {
  enum class Kind { misses, accesses, finding, number, option, word, measured };
  Kind kind = Kind::number;
  /// Subject and quantity of the finding that has the answer.
  std::string subject, quantity;
  double number = 0;              ///< the number, or the place of a word in the array
  std::vector<double> also = {};  ///< the places of other words that are right, too
  std::string option;             ///< the text of the right option
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// The parts of the window that are hidden until there is a guess: the whole view, or parts of the view `chase`.
enum class Cover { view, cache, array, pass };

struct Question {
  Ask ask = Ask::number;
  Truth truth;
  /// The options of a choice; of a number, the values that a classroom can vote for.
  std::vector<std::string> options;
  std::string unit;  ///< the words after a number: "of 13"; with `bytes`, sizes such as "24 KiB" are typed and shown
  /// The largest error of a right number: in the unit of the number, or with `within_share` as a share of the truth.
  double within = 0;
  bool within_share = false;
  std::vector<Cover> cover;
  std::string trace;  ///< label of the run that the question is about; empty: the last run

  bool of_bytes() const { return unit == "bytes"; }
  friend bool operator==(const Question&, const Question&) = default;
};

/// The settings of the window and the measurement of a step. A step inherits all settings of the step before it that it does not
/// change.
struct Stage {
  std::string device;      ///< device id
  std::string beside;      ///< id of a second device that runs with the same settings; empty: none
  std::string probe;       ///< name of the probe; empty: nothing is run
  /// Parameters of the probe; a missing one has its default.
  ParameterValues values;
  std::string view;  ///< id of the view in front; empty: no change
  /// Subject of the findings that the view shows; empty: the view chooses.
  std::string cache;
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// A row of the report: the subject and the quantity of a finding ("l1_data", "replacement_policy").
struct ReportRow {
  std::string subject, quantity;
  friend bool operator==(const ReportRow&, const ReportRow&) = default;
};

enum class Running { nothing, once, freely };

struct Step {
  int line = 0;  ///< line of its headline, from 1
  std::string headline;
  Stage stage;
  std::string trace;  ///< label of the run that is in front; empty: the last one
  std::optional<ReportRow> row;  ///< the row at which the report opens
  Running running = Running::nothing;
  std::string text;  ///< Markdown, shown before the answer
  std::optional<Question> question;
  std::string why;  ///< Markdown, shown with the answer
  /// The line of each of this step's own settings, for messages of a check.
  std::map<std::string, int> lines;
};

struct Lesson {
  std::string title, about, paper;
  int minutes = 0;
  std::vector<Step> steps;
};

/// One fault of a lesson, and its line.
struct Fault {
  int line = 0;
  std::string sentence;
  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace chasescope::lesson
