// What leaves the program as CSV: the cells of all tables of figures, and what the scope and the step player show, line by line, as
// figures and the clipboard take it. Cells are for programs: numbers have no thousands separators and no unit, whatever they look like
// in the picture (number_text.h).
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/device/chase.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

struct StepPicture;

/// "1245", "33.25": the shortest text that is read as the same number.
QByteArray csvNumber(float cycles);
/// "1048576".
QByteArray csvNumber(std::uint64_t count);
/// A name, as it is: it may come from a stranger's file.
QByteArray csvText(const std::string& name);
/// What is said in words, without thousands separators, quoted where it has to be: 3,072 × 16 as 3072 × 16.
QByteArray csvWords(const QString& words);

/// "1" of a miss, "0" of a hit; empty where nobody can tell.
QByteArray missWord(step::Verdict verdict);

/// access, pass, position, offset_bytes, cycles, level, miss of the accesses begin … end - 1, with a heading. Levels count from 0, the
/// lowest; pass, position and offset are empty where the order is not known. `write` answers false when it can't go on.
void writeScopeCsv(const LatencyTrace& trace, const AccessOrder& order, const inference::LatencyLevels& levels,
                   const step::LatencyVerdicts& verdicts, std::size_t begin, std::size_t end,
                   const std::function<bool(const QByteArray&)>& write);

/// way, before, after of the set that the access went to: what each way held. Empty where no set is known.
QByteArray stepCsv(const StepPicture& picture);

}  // namespace chasescope
