// The summary of a card (engine/session/summary) as the beginning of a report.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// The tables of the summary, each after an empty line. Empty if the session has no summary.
std::string markdown_summary(const Session& session);
/// A tabular for \input, with the unknown quantities as a list. Empty if the session has no summary.
std::string latex_summary(const Session& session);

}  // namespace chasescope
