// Exports one figure in several formats: what the window's dialog and the command line share.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>
#include <span>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_export.h"

namespace chasescope {

inline constexpr const char* kExportFormats = "pdf, svg, png, csv, eps, tex, py";

using SessionPtr = std::shared_ptr<const Session>;

struct FigureJob {
  QString figure;
  FigureChoice choice;
  std::vector<SessionPtr> others;  ///< the cards beside it, or over one axis with it
  QString folder;                  ///< made if it does not exist
  QString name;                    ///< of the files, without an ending; empty: fileNameOf()
  QStringList formats;
  FigureOptions options;  ///< `csv` goes by the formats
  bool force = false;     ///< files that are there and differ are replaced; else that is a failure
  nlohmann::json origin = nlohmann::json::object();  ///< what the JSON beside it tells of who asked for it: the command, its words
};

/// "geforce-gtx-560-ti-set-map-l2-tlb": what the figure shows, and of which device, in letters that every system takes; of several
/// devices "…-footprint-latency-with-geforce-gtx-780", or how many where there are more than two.
QString fileNameOf(const Session& session, const QString& figure, const FigureChoice& choice,
                   std::span<const SessionPtr> others = {});

/// A figure by name as the window and the command line draw it: with the other cards that there are (makeFigureOfCards()), and the
/// memory diagram with the marks of assumed numbers where a model was measured.
FigureOutcome figureOf(const Session& session, const QString& figure, const FigureChoice& choice = {},
                       std::span<const SessionPtr> others = {});

/// Writes FOLDER/NAME.FORMAT for each format, and the data and provenance beside it: all of them, or nothing. A file that is there
/// with the same bytes is written again.
ExportOutcome exportFigures(const Session& session, const FigureJob& job);

/// Where the data of an export lie. Cards without a file are empty texts.
struct FigureFiles {
  QString session;
  QStringList others;  ///< as FigureJob::others
};

/// "command", "arguments" and "version", with paths as they are seen from the job's folder, as the command line writes them. Where
/// a card is in no file, "command_missing" says so instead.
nlohmann::json figure_origin(const FigureJob& job, const FigureFiles& files);

}  // namespace chasescope
