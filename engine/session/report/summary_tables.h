// The card on one screen (engine/session/summary) as the beginning of a report.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// Its tables, each after an empty line; empty where a session has nothing to sum up.
std::string markdown_summary(const Session& session);
/// A tabular for \input, with what is not known as a list; empty likewise.
std::string latex_summary(const Session& session);

}  // namespace chasescope
