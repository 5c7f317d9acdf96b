// Checks whether a lesson can be played: all devices, probes and views that it names exist, and its answers can be measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/lesson/answer.h"
#include "engine/lesson/lesson.h"
#include "engine/lesson/lesson_text.h"

namespace chasescope::lesson {

/// Reports devices, probes, parameters, views and findings that don't exist, step by step. `views`: the ids of all views. Files
/// that the lesson names are opened; cards and programs are not.
std::vector<Fault> check_words(const Lesson& lesson, const std::vector<std::string>& views);

/// All faults in the words of a lesson, in the order of its lines: those of reading the file, and those of check_words(). Nothing
/// is run.
std::vector<Fault> faults_of_words(const Reading& reading, const std::vector<std::string>& views);

/// "mine.md, line 7: there is no view 'scop'; … And 2 more." `name`: the name of the file. Empty if there are no faults.
std::string first_of(const std::vector<Fault>& faults, const std::string& name);

/// Runs the measurement of a stage, as the window would run it.
using Measure = std::function<Outcome<Session>(const Stage& stage)>;

/// Called with the answer of a step's question, for a caller that wants to show it.
using HearAnswer = std::function<void(const Step& step, const Answer& answer)>;

/// Runs the measurement of each step that has one, and works out the answer of each question. Faults: no answer, an answer that is
/// none of the options, a label that no run has. Steps whose device is a card, a program or another machine are skipped.
std::vector<Fault> check_runs(const Lesson& lesson, const Measure& measure, const HearAnswer& hear = {});

/// Turns a relative path in a device's id ("file:cards/mine.json", "recording:trace.json") into one that starts at `folder`, the
/// folder of the lesson.
std::string device_from(const std::string& id, const std::string& folder);

}  // namespace chasescope::lesson
