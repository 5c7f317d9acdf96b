// A run as a session's document has it.
#pragma once

#include <span>

#include "engine/findings/run.h"
#include "engine/session/document/document_writer.h"

namespace chasescope {

/// Writes one element of a session's `runs`. \pre its result fits its request (check_session()).
void write_run(const Run& run, DocumentWriter& out);

/// Writes all elements of the array of runs that is open in `out`. Many small ones are written by several threads: a discovery of a
/// card has ten thousand. \pre as write_run().
void write_runs(std::span<const RunPtr> runs, DocumentWriter& out);

}  // namespace chasescope
