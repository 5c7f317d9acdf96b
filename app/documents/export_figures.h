// Exports one figure in several formats: what the window's dialog and the command line share.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_export.h"

namespace chasescope {

inline constexpr const char* kExportFormats = "pdf, svg, png, csv";

struct FigureJob {
  QString figure;
  FigureChoice choice;
  std::shared_ptr<const Session> other;  ///< of the memory diagram: the card beside it; null for none
  QString folder;                        ///< made if it does not exist
  QStringList formats;
  double widthMm = 88.9;
  int dpi = 300;
};

/// A figure by name as the window and the command line draw it: the memory diagram with another card beside it where there is one,
/// and with the marks of assumed numbers where a model was measured.
FigureOutcome figureOf(const Session& session, const QString& figure, const FigureChoice& choice = {},
                       const Session* other = nullptr);

/// Writes FOLDER/FIGURE.FORMAT for each format, and the data and provenance beside it. Stops at the first failure.
ExportOutcome exportFigures(const Session& session, const FigureJob& job);

}  // namespace chasescope
