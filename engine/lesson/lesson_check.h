// Whether a lesson can be played: what it names is there, and what it says of a number is what is measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/lesson/answer.h"
#include "engine/lesson/lesson.h"
#include "engine/lesson/lesson_text.h"

namespace chasescope::lesson {

/// Devices, probes, parameters, views and findings that are not there, step by step. `views`: the ids of all views.
/// Files that the lesson names are opened, cards and programs are not.
std::vector<Fault> check_words(const Lesson& lesson, const std::vector<std::string>& views);

/// All that is wrong with the words of a lesson, in the order of its lines: what can't be read, and what check_words() finds.
/// Nothing is run.
std::vector<Fault> faults_of_words(const Reading& reading, const std::vector<std::string>& views);

/// "mine.md, line 7: there is no view 'scop'; … And 2 more." `name`: of the file. Empty where nothing is wrong.
std::string first_of(const std::vector<Fault>& faults, const std::string& name);

/// Measures what a stage asks for, as the window would.
using Measure = std::function<Outcome<Session>(const Stage& stage)>;

/// Hears the answer of a step's question, for whoever wants to read it.
using HearAnswer = std::function<void(const Step& step, const Answer& answer)>;

/// Runs every step that runs something, and asks every question: an answer that can't be had, an answer that is none of the options
/// offered, a run in front that there is not. A device that is a card, a program or another machine is left out.
std::vector<Fault> check_runs(const Lesson& lesson, const Measure& measure, const HearAnswer& hear = {});

/// A path within a device's id ("file:cards/mine.json", "recording:trace.json") as seen from `folder`, the lesson's own.
std::string device_from(const std::string& id, const std::string& folder);

}  // namespace chasescope::lesson
