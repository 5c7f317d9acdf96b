// What a device tells when all probes that fill figures have asked it: one session a device, made once in a run of the tests.
#pragma once

#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// Every bundled device, by its id: the software GPUs and the recording.
std::vector<std::string> bundledDevices();

/// A whole discovery, the sweeps, a series of footprints that overflow the nearest cache, how that replaces its lines, and a trace.
/// What the device refuses is left out. Throws a runtime_error with a sentence where there is no such device.
const Session& wholeSession(const std::string& device);

struct NamedFigure {
  QString name;  ///< "set-map", "set-map.l2_tlb", "miss-pattern.footprints"
  FigureOutcome outcome;
};
/// Every figure of the session, also those of each cache by itself, and of all footprints.
std::vector<NamedFigure> allFigures(const Session& session);
/// Those of a device, and as the program draws it with what it knows of models and of two cards: the memory diagram with what a
/// model assumes, and beside that of another card.
std::vector<NamedFigure> allFigures(const std::string& device);

/// What one probe tells of a device, as the command line asks it.
Session probeSession(const std::string& device, const std::string& probe);

}  // namespace chasescope
