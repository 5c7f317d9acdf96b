// An answer file (*.answers): the answers of one student about one mystery card.
//
//   AnswerSheet sheet = begin_sheet(mystery, "s-101");
//   sheet.answers[Question::capacity] = {.value = "24 KiB", .because = "First misses at 24,704 B.", .runs = {"run-3"}};
//   sheet.spent = *spent_on(mystery, path);
//   write_sheet(sheet, mystery.card, "s-101.answers");
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/error.h"
#include "engine/device/mystery/mystery_file.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

struct Answer {
  std::string value;              ///< in the form that tidy_answer() gives it; empty: not answered yet
  std::string because;            ///< the student's reasoning
  std::vector<std::string> runs;  ///< ids of the runs that support the answer ("run-3")
  bool empty() const { return value.empty() && because.empty() && runs.empty(); }
  friend bool operator==(const Answer&, const Answer&) = default;
};

struct AnswerSheet {
  std::string student;
  std::string card;             ///< fingerprint of the card
  std::uint64_t generator = 0;  ///< version of the generator
  Level level = Level::easy;
  std::uint64_t budget = 0;
  std::uint64_t spent = 0;  ///< accesses, timed and warm-up
  std::string handed_in;    ///< time (UTC, ISO 8601); empty for a draft
  std::map<Question, Answer> answers;
  /// The requests of attached runs, by the runs' ids, so that the person who grades can look at the runs.
  std::map<std::string, ChaseRequest> requests;
  std::string mark;  ///< the mark as it was read: a checksum of the contents, keyed with the card

  bool is_draft() const { return handed_in.empty(); }
  /// The number of questions that have a value.
  std::size_t answered() const;
  friend bool operator==(const AnswerSheet&, const AnswerSheet&) = default;
};

inline constexpr FileKind kAnswerFile{"answer file", "chasescope-answers", 1};

AnswerSheet begin_sheet(const MysteryFile& mystery, const std::string& student);

/// Why this sheet does not belong to that card, in words that follow the name of a file; empty if it does.
std::string fault_of_sheet(const AnswerSheet& sheet, const CardName& card);

/// Whether the sheet is unchanged since the program wrote it for that card: student, answers, runs, budget, spent accesses, and the
/// time of handing in. docs/mystery.md says which kinds of cheating this can't prevent.
bool mark_holds(const AnswerSheet& sheet, const CardName& card);

/// JSON; resources/schemas/answers.schema.json explains each member.
std::string sheet_text(const AnswerSheet& sheet, const CardName& card);

/// Reads an answer file. The error is `invalid_request` with one sentence if the file can't be read, is cut short, or has no valid
/// contents.
Outcome<AnswerSheet> read_sheet(const std::filesystem::path& path);

/// Writes an answer file, whole or not at all. \return a sentence if that failed.
std::optional<std::string> write_sheet(const AnswerSheet& sheet, const CardName& card, const std::filesystem::path& path);

}  // namespace chasescope::mystery
