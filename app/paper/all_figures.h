// Every figure that one card can show: measures what they need, and chooses the run that each of them shows.
#pragma once

#include <QStringList>
#include <vector>

#include "app/measurement/probe_session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// Runs a discovery, and then the probes for the figures that still lack data, each probe once. Probes that the card refuses are
/// left out.
Outcome<Session> measure_all_figures(const DeviceChoice& device);

/// A figure of a session, or the reason why the session does not show it.
struct AllFigure {
  QString name;
  FigureChoice choice;  ///< the run that it shows, where it shows one
  FigurePtr figure;     ///< null: it can't be shown
  QString why;          ///< why not, as a sentence
};

/// All figures in the order of the list. A picture of one run takes a chase that somebody asked for, never one of the thousands of
/// a discovery.
std::vector<AllFigure> all_figures(const Session& session);

}  // namespace chasescope
