// chasescope lesson list | show LESSON | check FILE… | play LESSON
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/lesson_terminal.h"
#include "app/measurement/failure.h"
#include "engine/lesson/lesson_check.h"
#include "engine/lesson/library.h"
#include "engine/lesson/outside_devices.h"
#include "engine/output/outgoing_text.h"
#include "widgets/registry/view_list.h"

namespace chasescope {
namespace {

int list_lessons() {
  for (const std::string& id : lesson::lesson_ids()) {
    const auto opened = lesson::open_lesson(id);
    if (!opened) return fail(opened.error());
    const lesson::Lesson& lesson = opened->reading.lesson;
    std::printf("%-24s %2d min  %2zu steps  %s\n%s", id.c_str(), lesson.minutes, lesson.steps.size(),
                printable(lesson.title).c_str(),
                ("                          " + printable(lesson.about) +
                 (lesson.paper.empty() ? "" : " (" + printable(lesson.paper) + ")") + "\n")
                    .c_str());
  }
  std::printf(
      "\nOne of your own: docs/lessons.md tells how to write it; 'chasescope lesson check FILE' says whether it is right.\n");
  return 0;
}

int show_lesson(const std::string& name) {
  const auto text = lesson::lesson_text(name);
  if (!text) return fail(text.error());
  print_bytes(*text);
  return 0;
}

/// Prints "FILE:LINE: what is wrong" for each fault. \return the number of faults.
std::size_t check_one(const std::string& name, std::vector<lesson::Fault> faults) {
  std::stable_sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
  for (const lesson::Fault& fault : faults)
    std::fprintf(stderr, "%s:%d: %s\n", printable(name).c_str(), fault.line, printable(fault.sentence).c_str());
  return faults.size();
}

int check_lessons(const LessonOptions& options) {
  std::size_t wrong = 0;
  for (const std::string& name : options.files) {
    const auto opened = lesson::open_lesson(name);
    if (!opened) {
      fail(opened.error());
      ++wrong;
      continue;
    }
    const lesson::Lesson& lesson = opened->reading.lesson;
    std::vector<lesson::Fault> faults = lesson::faults_of_words(opened->reading, allViewIds());
    // Only a lesson whose text has no fault can be run.
    std::string answers;
    const auto hear = [&](const lesson::Step& step, const lesson::Answer& answer) {
      answers +=
          "  line " + std::to_string(step.line) + ": " + step.headline + " " + lesson::truth_words(*step.question, answer) + "\n";
    };
    if (faults.empty()) faults = lesson::check_runs(lesson, measure_stage, hear);
    if (check_one(name, std::move(faults)) > 0) {
      ++wrong;
      continue;
    }
    const auto asked =
        std::count_if(lesson.steps.begin(), lesson.steps.end(), [](const lesson::Step& step) { return step.question.has_value(); });
    std::printf("%s: right; %zu steps, %lld of them with a question\n", printable(name).c_str(), lesson.steps.size(),
                static_cast<long long>(asked));
    std::fflush(stdout);
    print_text(answers);
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int lesson_command(const LessonOptions& options, int argc, char** argv) {
  switch (options.what) {
    case LessonOptions::What::list: return list_lessons();
    case LessonOptions::What::show: return show_lesson(options.files.front());
    case LessonOptions::What::check: return check_lessons(options);
    case LessonOptions::What::play: break;
  }
  const auto opened = lesson::open_lesson(options.files.front());
  if (!opened) return fail(opened.error());
  // A faulty lesson is refused before it begins, and not at its ninth step, in front of a class. If its file is changed while it is
  // played, the new faults are shown beside the step.
  if (const auto faults = lesson::faults_of_words(opened->reading, allViewIds()); !faults.empty())
    return fail("The lesson can't be played: " + lesson::first_of(faults, options.files.front()));
  if (there_is_a_display() && !options.terminal) {
    WindowOptions window;
    window.lesson = options.files.front();
    return window_command(window, argc, argv);
  }
  const auto outside = lesson::outside_devices(opened->reading.lesson);
  if (!outside.empty() && !options.may_start) {
    std::string ids;
    for (const std::string& id : outside) ids += (ids.empty() ? "" : ", ") + id;
    return fail("The lesson starts " + ids + ". If you trust whoever wrote it, give --start-programs.");
  }
  return play_in_terminal(opened->reading.lesson, std::cin, isatty(STDIN_FILENO) != 0);
}

}  // namespace chasescope
