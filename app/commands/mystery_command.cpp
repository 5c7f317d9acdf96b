// chasescope mystery new|answer|grade (docs/mystery.md)
#include <QDateTime>
#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

#include "app/commands/mystery_commands.h"
#include "app/measurement/failure.h"
#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_value.h"
#include "engine/mystery/class_grades.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "engine/session/session_file.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using mystery::AnswerSheet;
using mystery::MysteryFile;
using mystery::Question;

bool holds(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The probes to lock, in the order in which all probes are listed. An error names a word that is no probe.
Outcome<std::vector<std::string>> locks_of(const MysteryNewOptions& options) {
  for (const auto* words : {&options.lock, &options.unlock})
    for (const std::string& word : *words)
      if (word != "all" && find_probe(word) == nullptr)
        return DeviceError{ErrorCode::invalid_request, "There is no probe '" + word + "' to lock; 'chasescope probes' lists them."};
  std::vector<std::string> locked;
  for (const auto& probe : all_probes()) {
    const std::string& name = probe->info().name;
    const bool chases = name == "fine-grained" || name == "miss-pattern";
    bool lock = holds(mystery::answering_probes(), name) || holds(options.lock, name) || (holds(options.lock, "all") && !chases);
    if (holds(options.unlock, name) || holds(options.unlock, "all")) lock = holds(options.lock, name);
    if (lock) locked.push_back(name);
  }
  return locked;
}

std::string file_name_of(const std::string& student) {
  std::string name = shortened(one_line(student), 60);
  for (char& c : name)
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  if (!name.empty() && name.front() == '.') name.front() = '_';
  return name + ".mystery";
}

/// Why a file is not written: it holds another card. Students may have that card, and its seed, if it was drawn, does not come
/// again. Empty if there is no reason.
std::string fault_of_other_card(const MysteryFile& file, const std::string& path) {
  const auto there = mystery::read_mystery(path);
  if (!there || fingerprint(there->card) == fingerprint(file.card)) return {};
  return path + " holds another card, " + fingerprint(there->card) +
         ", so nothing was changed. Choose another name (-o), or delete the file first.";
}

/// Writes a card for each student of the list: all of them, or none.
int write_class(const MysteryNewOptions& options, const MysteryFile& pattern) {
  const auto seeds = mystery::read_seeds(options.seeds);
  if (!seeds) return fail(seeds.error().message);
  std::error_code fault;
  std::filesystem::create_directories(options.output, fault);
  if (!std::filesystem::is_directory(options.output, fault))
    return fail("'" + options.output + "' is no folder and can't be made one.");
  std::vector<OutputFile> files;
  std::map<std::string, std::string> students;  // by the name of their file
  for (const auto& [student, seed] : *seeds) {
    MysteryFile file = pattern;
    file.card.seed = seed;
    const std::string name = file_name_of(student), path = (std::filesystem::path(options.output) / name).string();
    if (const auto [other, is_new] = students.emplace(name, student); !is_new)
      return fail("The cards of " + shortened(printable(other->second), 60) + " and " + shortened(printable(student), 60) +
                  " would both be in " + name + ", so none was written. Name one of them otherwise.");
    if (const std::string why = fault_of_other_card(file, path); !why.empty()) return fail(why);
    files.emplace_back(path);
    files.back().put(mystery::mystery_text(file));
  }
  if (const auto wrong = commit_all(files)) return fail(*wrong);
  print_text(format_count(files.size()) + " cards of level " + options.level + " are in " + options.output + ".\n");
  return 0;
}

std::uint64_t drawn_seed() {
  std::random_device source;  // a seed is a secret, so it comes from the system; all other random numbers here can be repeated
  return std::uint64_t{source()} << 32 | source();
}

struct KeyedWords {
  Question question;
  std::string words;
};

/// Splits the value of an option, such as "capacity=24KiB". An error if the level does not ask that question.
Outcome<KeyedWords> keyed(const std::string& option, const std::string& text, mystery::Level level) {
  const std::size_t equals = text.find('=');
  const auto question = mystery::question_from(text.substr(0, equals));
  const auto& asked = mystery::asked_at(level);
  const bool known = question && std::any_of(asked.begin(), asked.end(),
                                             [&](const mystery::AskedQuestion& one) { return one.question == *question; });
  if (known && equals != std::string::npos) return KeyedWords{*question, text.substr(equals + 1)};
  std::string names;
  for (const mystery::AskedQuestion& one : asked)
    names += (names.empty() ? "" : ", ") + std::string(mystery::words_of(one.question).id);
  const std::string named = option + " " + shortened(printable(text), 60) + ": ", at = "level " + std::string(to_string(level));
  if (equals == std::string::npos)
    return DeviceError{ErrorCode::invalid_request, named + "write question=…; " + at + " asks " + names + "."};
  return DeviceError{ErrorCode::invalid_request, named + at + " doesn't ask '" + shortened(printable(text.substr(0, equals)), 40) +
                                                     "'; it asks " + names + "."};
}

std::vector<std::string> split_runs(const std::string& text) {
  std::vector<std::string> runs;
  std::string run;
  for (const char c : text + ",") {
    if (c != ',' && c != ' ') {
      run += c;
    } else if (!run.empty()) {
      runs.push_back(std::exchange(run, {}));
    }
  }
  return runs;
}

/// The requests of runs, by the runs' ids.
using Requests = std::map<std::string, ChaseRequest>;

/// The chases in the sessions. An error names a session that can't be read or is of another device, or a run whose request differs
/// from that of the run with the same id in another session.
Outcome<Requests> chases_in(const std::vector<std::string>& sessions) {
  Requests chases;
  for (const std::string& path : sessions) {
    const auto session = read_session(path);
    if (!session) return session.error();
    const std::string named = "The session " + shortened(printable(path), 60);
    if (session->device.name != mystery::kMysteryName)
      return DeviceError{ErrorCode::invalid_request,
                         named + " is of " + shortened(printable(session->device.name), 60) + ", which is no mystery card."};
    for (const RunPtr& run : data_runs(session->runs)) {
      if (run->chase() == nullptr) continue;
      const auto [known, is_new] = chases.emplace(run->id, run->chase()->request);
      if (!is_new && !(known->second == run->chase()->request))
        return DeviceError{ErrorCode::invalid_request,
                           named + " has a " + shortened(printable(run->id), 40) +
                               " that asks something else than that of another session; name one of them."};
    }
  }
  return chases;
}

/// "there are run-1, run-2", for a sentence on a run that is not there.
std::string held_words(const Requests& known, const std::vector<std::string>& sessions) {
  constexpr std::size_t kMost = 12;
  if (known.empty() && sessions.empty())
    return "no runs are known: name the session that holds them with --session FILE (probe … -o FILE saves one)";
  if (known.empty()) return "there are no chases in the sessions named";
  std::string ids;
  std::size_t count = 0;
  for (const auto& [id, request] : known) {
    if (count++ == kMost) break;
    ids += (ids.empty() ? "" : ", ") + shortened(printable(id), 40);
  }
  if (known.size() > kMost) ids += " and " + std::to_string(known.size() - kMost) + " more";
  return known.size() == 1 ? "there is " + ids : "there are " + ids;
}

/// Attaches runs to their answers, with the runs' requests, so that whoever grades can look at them.
std::optional<DeviceError> attach(AnswerSheet& sheet, const MysteryAnswerOptions& options) {
  auto known = chases_in(options.sessions);
  if (!known) return known.error();
  known->insert(sheet.requests.begin(), sheet.requests.end());  // the runs that were attached before
  for (const std::string& text : options.runs) {
    const auto pair = keyed("--run", text, sheet.level);
    if (!pair) return pair.error();
    std::vector<std::string> runs = split_runs(pair->words);
    for (const std::string& id : runs)
      if (!known->contains(id))
        return DeviceError{ErrorCode::invalid_request, "--run " + shortened(printable(text), 60) + ": there is no run " +
                                                           shortened(printable(id), 40) + "; " +
                                                           held_words(*known, options.sessions) + "."};
    sheet.answers[pair->question].runs = std::move(runs);
  }
  Requests kept;
  for (const auto& [question, answer] : sheet.answers)
    for (const std::string& id : answer.runs)
      if (const auto request = known->find(id); request != known->end()) kept.insert(*request);
  sheet.requests = std::move(kept);
  return std::nullopt;
}

/// Writes the answers, reasons and runs of the command line into the sheet.
std::optional<DeviceError> fill_in(AnswerSheet& sheet, const MysteryAnswerOptions& options) {
  for (const std::string& text : options.answers) {
    const auto pair = keyed("--set", text, sheet.level);
    if (!pair) return pair.error();
    auto value = mystery::tidy_answer(pair->question, pair->words);
    if (!value) return value.error();
    sheet.answers[pair->question].value = *std::move(value);
  }
  for (const std::string& text : options.because) {
    const auto pair = keyed("--because", text, sheet.level);
    if (!pair) return pair.error();
    sheet.answers[pair->question].because = pair->words;
  }
  return attach(sheet, options);
}

/// The sheet that is there already, or an empty one.
Outcome<AnswerSheet> sheet_to_change(const MysteryAnswerOptions& options, const MysteryFile& file) {
  std::error_code ignored;
  const std::filesystem::path path(options.output);
  if (!std::filesystem::exists(path, ignored))
    return mystery::begin_sheet(file, options.student.empty() ? path.stem().string() : options.student);
  auto sheet = mystery::read_sheet(path);
  if (!sheet) return DeviceError{ErrorCode::internal, sheet.error().message};
  const std::string named = mystery::named_file(mystery::kAnswerFile, path) + " ";
  if (sheet->card != fingerprint(file.card))
    return DeviceError{ErrorCode::internal, named + "is about another card than " + options.mystery + "."};
  if (!sheet->is_draft())
    return DeviceError{ErrorCode::internal, named + "was handed in at " + printable(sheet->handed_in) + " and can't be changed."};
  if (!options.student.empty()) sheet->student = options.student;
  return sheet;
}

/// The questions that the sheet does not answer, as "policy and index".
std::string open_questions(const AnswerSheet& sheet) {
  std::vector<std::string> open;
  for (const mystery::AskedQuestion& one : mystery::asked_at(sheet.level)) {
    const auto answer = sheet.answers.find(one.question);
    if (answer == sheet.answers.end() || answer->second.value.empty()) open.emplace_back(mystery::words_of(one.question).id);
  }
  std::string names;
  for (std::size_t i = 0; i < open.size(); ++i) names += (i == 0 ? "" : i + 1 == open.size() ? " and " : ", ") + open[i];
  return names;
}

}  // namespace

int mystery_new_command(const MysteryNewOptions& options) {
  const auto locked = locks_of(options);
  if (!locked) return fail(locked.error());
  const mystery::Level level = *mystery::level_from(options.level);
  MysteryFile file{{options.seed ? *options.seed : drawn_seed(), level, mystery::kGenerator},
                   options.budget.value_or(mystery::usual_budget(level)),
                   *locked};
  if (!options.seeds.empty()) return write_class(options, file);
  if (const std::string fault = fault_of_other_card(file, options.output); !fault.empty()) return fail(fault);
  if (const auto wrong = mystery::write_mystery(file, options.output)) return fail(*wrong);
  print_text("Card " + fingerprint(file.card) + ", level " + options.level + ", " + format_count(file.budget) +
             " accesses, is in " + options.output + ".\n" +
             (options.seed ? "" : "Its seed is " + std::to_string(file.card.seed) + ": keep it, grading needs it.\n"));
  return 0;
}

int mystery_answer_command(const MysteryAnswerOptions& options) {
  const auto file = mystery::read_mystery(options.mystery);
  if (!file) return fail(file.error().message);
  auto sheet = sheet_to_change(options, *file);
  if (!sheet) return fail(sheet.error().message);
  if (const auto wrong = fill_in(*sheet, options)) return misunderstood(wrong->message);
  if (const std::string open = open_questions(*sheet); options.hand_in && !options.incomplete && !open.empty())
    return fail("Nothing was written or handed in, for " + open + (open.find(' ') == std::string::npos ? " is" : " are") +
                " still open. Answer first, or hand in as it is with --incomplete; it can't be changed afterwards.");
  const auto spent = mystery::spent_on(*file, options.mystery);
  if (!spent) return fail(spent.error().message);
  sheet->spent = *spent;
  if (options.hand_in) sheet->handed_in = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  if (const auto wrong = mystery::write_sheet(*sheet, file->card, options.output)) return fail(*wrong);
  print_text(printable(sheet->student) + ": " + std::to_string(sheet->answered()) + " of " +
             std::to_string(mystery::asked_at(sheet->level).size()) + " answered, " + format_count(sheet->spent) + " of " +
             format_count(sheet->budget) + " accesses spent, " + (sheet->is_draft() ? "a draft" : "handed in") + ".\n");
  return 0;
}

int mystery_grade_command(const MysteryGradeOptions& options) {
  if (!options.seed && options.seeds.empty()) return misunderstood("Say which card it was: --seed N, or --seeds FILE.");
  mystery::Seeds seeds = options.seed.value_or(0);
  if (!options.seeds.empty()) {
    auto list = mystery::read_seeds(options.seeds);
    if (!list) return fail(list.error().message);
    seeds = *std::move(list);
  }
  const mystery::ClassGrades result = mystery::grade_files({options.files.begin(), options.files.end()}, seeds);
  notes(result.notes);
  int code = 0;
  for (const mystery::Refused& refused : result.refused) code = fail(refused.sentence);
  const auto write = [&](const std::string& path, std::string (*text)(const mystery::ClassGrades&)) {
    if (path.empty()) return;
    OutputFile out(path);
    out.put(text(result));
    if (const auto wrong = out.commit())
      code = fail(*wrong);
    else
      notes({"Saved to " + printable(std::filesystem::absolute(path).string()) + "."});
  };
  write(options.csv, mystery::grades_csv);
  write(options.markdown, mystery::grades_markdown);
  print_text(mystery::grades_text(result.grades));
  const std::size_t missing = result.grades.size() - result.graded();
  if (const std::size_t graded = result.graded(), not_graded = result.refused.size(); graded + not_graded > 1)
    print_text("\n" + format_count(graded + not_graded) + " files: " + format_count(graded) + " graded" +
               (not_graded > 0 ? ", " + format_count(not_graded) + " not" : "") + ".\n");
  if (missing > 0)
    print_text("\n" + format_count(missing) + " of the " + format_count(result.grades.size()) + " students of " +
               printable(options.seeds) + " handed in nothing that could be graded: 0 points each, in the mean of all.\n");
  return code;
}

}  // namespace chasescope
