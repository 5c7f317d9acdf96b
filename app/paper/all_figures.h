// Every figure that one card can show: what is measured for them, once, and which runs each of them shows.
#pragma once

#include <QStringList>
#include <vector>

#include "app/measurement/probe_session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// A discovery, and then what figures lack, each probe once for all of them. What a card refuses is left out.
Outcome<Session> measure_all_figures(const DeviceChoice& device);

/// A figure as far as a session has it.
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
