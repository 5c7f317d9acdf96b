// The session of a device in which all probes that fill figures have run. It is made once for each device in a run of the tests.
#pragma once

#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// Every bundled device, by its id: the software GPUs and the recordings.
std::vector<std::string> bundledDevices();

/// A whole discovery, the sweeps, a series of footprints that overflow the nearest cache, the replacement of that cache, and a
/// trace. Probes that the device refuses are left out. Throws a runtime_error with a sentence where there is no such device.
const Session& wholeSession(const std::string& device);

struct NamedFigure {
  QString name;  ///< "set-map", "set-map.l2_tlb", "miss-pattern.footprints"
  FigureOutcome outcome;
};
/// Every figure of the session, also those of single caches, and the miss pattern of all footprints.
std::vector<NamedFigure> allFigures(const Session& session);
/// Every figure of a device, and three memory diagrams as the program draws them: with the numbers that a model assumes, and beside
/// another card.
std::vector<NamedFigure> allFigures(const std::string& device);

/// The session of a device in which one probe has run, as the command line runs it.
Session probeSession(const std::string& device, const std::string& probe);

}  // namespace chasescope
