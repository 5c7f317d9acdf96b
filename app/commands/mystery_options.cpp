#include <CLI/CLI.hpp>
#include <limits>

#include "app/commands/mystery_commands.h"
#include "app/commands/option_words.h"
#include "engine/device/mystery/mystery_file.h"
#include "engine/mystery/export/variants.h"

namespace chasescope {
namespace {

constexpr const char* kKeyHelp = "may be repeated";

WordCheck any_seed() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

void add_new(CLI::App& parent, MysteryNewOptions& o, std::function<int()>& chosen) {
  CLI::App* make = parent.add_subcommand("new", "Draw a card and seal it in a file");
  make->callback([&] { chosen = [&o] { return mystery_new_command(o); }; });
  CLI::Option* seed =
      make->add_option("--seed", o.seed,
                       "The number that the card is drawn from, which grading needs; without one a large number is drawn and told")
          ->check(any_seed());
  make->add_option("--seeds", o.seeds, "A CSV file of student,seed: a card for each, in the folder that -o names")->excludes(seed);
  make->add_option("--level,-l", o.level, std::string("What is asked: ") + mystery::kLevelWords)
      ->required()
      ->check(format_of(mystery::kLevelWords, "level"));
  make->add_option("--budget", o.budget, "Accesses, timed and warm-up, that may be spent; by default what suits the level")
      ->check(whole_number(1, mystery::kMostBudget));
  make->add_option("--lock", o.lock, "Probes to lock besides, by name, comma-separated; all: every one but the chases")
      ->delimiter(',');
  make->add_option("--unlock", o.unlock, "Probes to leave open, by name, comma-separated; all: lock none")->delimiter(',');
  make->add_option("--output,-o", o.output, "The file to write (.mystery); with --seeds, the folder")->required();
  set_examples(*make,
               "chasescope mystery new --level hard -o lab3.mystery\n"
               "chasescope mystery new --seed 730214886412 --level hard -o lab3.mystery\n"
               "chasescope mystery new --seeds class.csv --level medium --budget 50000 -o cards\n"
               "chasescope mystery new --level easy --unlock spectrum,latency -o first.mystery");
}

void add_answer(CLI::App& parent, MysteryAnswerOptions& o, std::function<int()>& chosen) {
  CLI::App* answer =
      parent.add_subcommand("answer", "Write answers about a mystery card into an answer file, or change those in it");
  answer->callback([&] { chosen = [&o] { return mystery_answer_command(o); }; });
  answer->add_option("FILE", o.mystery, "The mystery file")->required();
  answer->add_option("--student", o.student, "Who answers; by default the name of the answer file");
  answer->add_option("--set,-s", o.answers, std::string("An answer, question=value (capacity=24KiB, sets_ways=32x6); ") + kKeyHelp)
      ->allow_extra_args(false);
  answer->add_option("--because", o.because, std::string("The reasoning, question=words; ") + kKeyHelp)->allow_extra_args(false);
  answer
      ->add_option("--run", o.runs,
                   std::string("Runs that show it, question=run-3,run-4, of the sessions named with --session; ") + kKeyHelp)
      ->allow_extra_args(false);
  answer->add_option("--session", o.sessions, std::string("A session of the card that holds runs (probe … -o FILE); ") + kKeyHelp)
      ->allow_extra_args(false);
  CLI::Option* hand_in = answer->add_flag("--hand-in", o.hand_in, "Hand it in; it can't be changed afterwards");
  answer->add_flag("--incomplete", o.incomplete, "Hand it in also where questions are open")->needs(hand_in);
  answer->add_option("--output,-o", o.output, "The answer file (.answers)")->required();
  set_examples(*answer,
               "chasescope probe fine-grained --device mystery:lab3.mystery --set bytes=8KiB --set stride=64 -o chase.json\n"
               "chasescope mystery answer lab3.mystery --set line=64 --because line=\"each second load misses\" "
               "-o s-101.answers\n"
               "chasescope mystery answer lab3.mystery --run line=run-1 --session chase.json -o s-101.answers\n"
               "chasescope mystery answer lab3.mystery --set capacity=16KiB --hand-in --incomplete -o s-101.answers");
}

void add_grade(CLI::App& parent, MysteryGradeOptions& o, std::function<int()>& chosen) {
  CLI::App* grade = parent.add_subcommand("grade", "Grade answer files");
  grade->callback([&] { chosen = [&o] { return mystery_grade_command(o); }; });
  grade->add_option("FILES", o.files, "Answer files, or folders of them")->required();
  CLI::Option* seed = grade->add_option("--seed", o.seed, "The seed of the card")->check(any_seed());
  grade->add_option("--seeds", o.seeds, "A CSV file of student,seed, where each student has a card")->excludes(seed);
  grade->add_option("--csv", o.csv, "Write the grades to this file, too");
  grade->add_option("--markdown", o.markdown, "Write a summary for people to this file, in Markdown");
  set_examples(*grade,
               "chasescope mystery grade s-101.answers s-102.answers --seed 730214886412\n"
               "chasescope mystery grade answers --seeds class.csv --csv grades.csv --markdown grades.md");
}

void add_export(CLI::App& parent, MysteryExportOptions& o, std::function<int()>& chosen) {
  CLI::App* variants = parent.add_subcommand("export", "Write variants of a question on paper, with keys, for a learning platform");
  variants->callback([&] { chosen = [&o] { return mystery_export_command(o); }; });
  variants->add_option("--format,-f", o.format, std::string("One of ") + mystery::kExportWords)
      ->required()
      ->check(format_of(mystery::kExportWords));
  variants->add_option("--count,-n", o.count, "How many variants")
      ->capture_default_str()
      ->check(whole_number(1, mystery::kMostVariants));
  variants->add_option("--seed", o.seed, "What they are drawn from: the same seed gives the same variants")
      ->required()
      ->check(any_seed());
  variants->add_option("--level,-l", o.level, std::string("What is asked: ") + mystery::kLevelWords)
      ->required()
      ->check(format_of(mystery::kLevelWords, "level"));
  variants->add_option("--output,-o", o.output, "QTI: a folder, or a package that ends in .zip; Moodle: a file")->required();
  set_examples(*variants,
               "chasescope mystery export --format moodle --count 100 --seed 5 --level hard -o quiz.xml\n"
               "chasescope mystery export --format qti --count 20 --seed 5 --level medium -o quiz.zip");
}

}  // namespace

void add_mystery_commands(CLI::App& app, MysteryOptions& options, std::function<int()>& chosen) {
  CLI::App* mystery = app.add_subcommand("mystery", "Cards that are to be found out: make, answer, grade, export");
  mystery->require_subcommand(1);
  set_examples(*mystery,
               "chasescope mystery new --seed 730214886412 --level hard -o lab3.mystery\n"
               "chasescope mystery answer lab3.mystery --set capacity=16KiB -o s-101.answers\n"
               "chasescope mystery answer lab3.mystery --set line=64 --hand-in --incomplete -o s-101.answers\n"
               "chasescope mystery grade answers --seed 730214886412 --csv grades.csv\n"
               "chasescope mystery export --format moodle --count 100 --seed 5 --level hard -o quiz.xml");
  add_new(*mystery, options.make, chosen);
  add_answer(*mystery, options.answer, chosen);
  add_grade(*mystery, options.grade, chosen);
  add_export(*mystery, options.export_variants, chosen);
}

}  // namespace chasescope
