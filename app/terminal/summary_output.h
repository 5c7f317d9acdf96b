// The summary of a session on standard output: in colours on a terminal that wants them, plain in a pipe.
#pragma once

#include <cstddef>
#include <string>

#include "engine/session/document/session.h"
#include "engine/session/summary/summary_spread.h"

namespace chasescope {

struct SummaryOutput {
  std::size_t width = 0;                  ///< columns; 0: the terminal's, or 80 where there is none
  std::string file;                       ///< where all of it is written; empty: nowhere
  bool told_all = false;                  ///< every finding was printed before it
  const SummarySpread* spread = nullptr;  ///< of several discoveries; null: it was one
};

/// Whether there is anything to sum up; a session of traces has nothing.
bool has_summary(const Session& session);
void print_summary_text(const Session& session, const SummaryOutput& output);
void print_summary_json(const Session& session, const SummarySpread* spread);

}  // namespace chasescope
