// chasescope mystery new|answer|grade|export: cards that students find out, their answers and their grades.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace chasescope {

struct MysteryNewOptions {
  std::optional<std::uint64_t> seed;
  std::string seeds;  ///< a list of students and seeds; then `output` is a folder
  std::string level;
  std::optional<std::uint64_t> budget;
  std::vector<std::string> lock, unlock;  ///< probes by name, or "all"
  std::string output;
};
int mystery_new_command(const MysteryNewOptions& options);

struct MysteryAnswerOptions {
  std::string mystery;
  std::string student;                              ///< empty: the student of the answer file, or else the file's name
  std::vector<std::string> answers, because, runs;  ///< each as "capacity=24KiB"
  std::vector<std::string> sessions;                ///< files that hold the runs
  bool hand_in = false;
  bool incomplete = false;  ///< hand in although questions are open
  std::string output;
};
int mystery_answer_command(const MysteryAnswerOptions& options);

struct MysteryGradeOptions {
  std::vector<std::string> files;
  std::optional<std::uint64_t> seed;
  std::string seeds;
  std::string csv;       ///< file; empty: no table for programs
  std::string markdown;  ///< file; empty: no summary
};
int mystery_grade_command(const MysteryGradeOptions& options);

struct MysteryExportOptions {
  std::string format;
  std::uint64_t count = 100;
  std::uint64_t seed = 0;
  std::string level;
  std::string output;
};
int mystery_export_command(const MysteryExportOptions& options);

struct MysteryOptions {
  MysteryNewOptions make;
  MysteryAnswerOptions answer;
  MysteryGradeOptions grade;
  MysteryExportOptions export_variants;
};

/// Adds `mystery` and its subcommands. Parsing the command line sets `chosen` to a function that runs the given one.
void add_mystery_commands(CLI::App& app, MysteryOptions& options, std::function<int()>& chosen);

}  // namespace chasescope
