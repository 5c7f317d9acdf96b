// Writes runs in the form of a session file.
#pragma once

#include <span>

#include "engine/findings/run.h"
#include "engine/session/document/document_writer.h"

namespace chasescope {

/// Writes one element of a session's `runs`. \pre its result fits its request (check_session()).
void write_run(const Run& run, DocumentWriter& out);

/// Writes all elements of the array of runs that is open in `out`. Small runs are written by several threads, as the discovery of a
/// card has ten thousand of them. \pre as write_run().
void write_runs(std::span<const RunPtr> runs, DocumentWriter& out);

}  // namespace chasescope
