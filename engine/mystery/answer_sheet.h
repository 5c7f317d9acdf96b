// An answer file (*.answers): what one student says of one mystery card.
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
  std::string value;              ///< as tidy_answer() writes it; empty: not answered yet
  std::string because;            ///< the student's reasoning
  std::vector<std::string> runs;  ///< ids of the runs that show it ("run-3")
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
  std::string handed_in;    ///< time (UTC, ISO 8601); empty: a draft
  std::map<Question, Answer> answers;
  std::map<std::string, ChaseRequest> requests;  ///< what attached runs asked, by their ids, so that who grades can look at them
  std::string mark;                              ///< as read: holds all that the file says together

  bool is_draft() const { return handed_in.empty(); }
  /// Questions of the level that have a value.
  std::size_t answered() const;
  friend bool operator==(const AnswerSheet&, const AnswerSheet&) = default;
};

inline constexpr FileKind kAnswerFile{"answer file", "chasescope-answers", 1};

AnswerSheet begin_sheet(const MysteryFile& mystery, const std::string& student);

/// Why this sheet is none of that card, in words that follow the name of a file; empty if it is one.
std::string fault_of_sheet(const AnswerSheet& sheet, const CardName& card);

/// Whether the sheet says what the program wrote for that card: student, answers, runs, budget, what was spent, and when it was
/// handed in. What this can't prevent is in docs/mystery.md.
bool mark_holds(const AnswerSheet& sheet, const CardName& card);

/// JSON; resources/schemas/answers.schema.json explains each member.
std::string sheet_text(const AnswerSheet& sheet, const CardName& card);

/// Reads one. What can't be read, or was cut short or changed so that it means nothing, is `invalid_request` in one sentence.
Outcome<AnswerSheet> read_sheet(const std::filesystem::path& path);

/// Writes one, whole or not at all. \return a sentence if that failed.
std::optional<std::string> write_sheet(const AnswerSheet& sheet, const CardName& card, const std::filesystem::path& path);

}  // namespace chasescope::mystery
