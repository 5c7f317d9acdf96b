// Exports one figure in several formats: what the window's dialog and the command line share.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/session/session.h"
#include "widgets/plot/figure_export.h"

namespace chasescope {

struct FigureJob {
  QString figure;
  QString runId;   ///< empty: the last run
  QString folder;  ///< made if it does not exist
  QStringList formats;
  double widthMm = 88.9;
  int dpi = 300;
};

/// Writes FOLDER/FIGURE.FORMAT for each format, and the data and provenance beside it. Stops at the first failure.
ExportOutcome exportFigures(const Session& session, const FigureJob& job);

}  // namespace chasescope
