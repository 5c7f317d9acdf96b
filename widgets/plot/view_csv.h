// CSV for figures and the clipboard: cells of the figures' tables, and the contents of the scope and of the step player, line by
// line. Cells are for programs: numbers have no thousands separators and no units, however they are shown in the picture
// (number_text.h).
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
/// A name as one cell, whatever characters it holds: it may come from a stranger's file.
QByteArray csvText(const std::string& name);
/// Text for a cell: thousands separators are removed, and it is quoted where necessary. 3,072 × 16 becomes 3072 × 16.
QByteArray csvWords(const QString& words);

/// "1" for a miss, "0" for a hit; empty where it is not known.
QByteArray missWord(step::Verdict verdict);

/// access, pass, position, offset_bytes, cycles, level, miss of the accesses begin … end - 1, with a heading. Levels count from 0, the
/// lowest; pass, position and offset are empty where the order is not known. `write` answers false when it can't go on.
void writeScopeCsv(const LatencyTrace& trace, const AccessOrder& order, const inference::LatencyLevels& levels,
                   const step::LatencyVerdicts& verdicts, std::size_t begin, std::size_t end,
                   const std::function<bool(const QByteArray&)>& write);

/// The columns way, before and after: the line in each way of the accessed set before and after the access. Empty where no set is
/// known.
QByteArray stepCsv(const StepPicture& picture);

}  // namespace chasescope
