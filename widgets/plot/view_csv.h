// What the scope and the step player show, as CSV lines: figures and the clipboard take the same.
#pragma once

#include <QByteArray>
#include <functional>

#include "engine/device/chase.h"
#include "engine/inference/latency_levels.h"
#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

struct StepPicture;

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
