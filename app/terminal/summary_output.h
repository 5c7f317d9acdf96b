// The summary of a session on standard output: in colours on a terminal that wants them, plain in a pipe.
#pragma once

#include <cstddef>
#include <string>

#include "engine/session/document/session.h"
#include "engine/session/summary/summary_spread.h"

namespace chasescope {

struct SummaryOutput {
  std::size_t width = 0;                  ///< columns; 0: the terminal's, or 80 where there is none
  std::string device;                     ///< its id as a person gave it; empty: it is not known
  std::string file;                       ///< the file with all findings; empty: none
  bool told_all = false;                  ///< every finding was printed before the summary
  const SummarySpread* spread = nullptr;  ///< from several discoveries; null: there was one
};

/// Columns of the terminal on standard output, as far as lines are easy to follow; 80 where there is none.
std::size_t terminal_width();
/// Whether the session has anything to summarise; a session of traces alone has nothing.
bool has_summary(const Session& session);
void print_summary_text(const Session& session, const SummaryOutput& output);
void print_summary_json(const Session& session, const SummaryOutput& output);

}  // namespace chasescope
