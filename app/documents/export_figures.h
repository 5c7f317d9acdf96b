// Exports one figure in several formats, for the window's dialog and the command line.
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
  std::vector<SessionPtr> others;  ///< the cards beside the session's card, or on one axis with it
  QString folder;                  ///< made if it does not exist
  QString name;                    ///< name of the files, without an ending; empty: fileNameOf()
  QStringList formats;
  FigureOptions options;                             ///< `csv` depends on the formats
  bool force = false;                                ///< replace existing files with other contents; else such a file is an error
  nlohmann::json origin = nlohmann::json::object();  ///< further members of the JSON beside the figure: the command and its options
};

/// "geforce-gtx-560-ti-set-map-l2-tlb": what the figure shows, and of which device, in letters that every system takes; of several
/// devices "…-footprint-latency-with-geforce-gtx-780", or how many where there are more than two.
QString fileNameOf(const Session& session, const QString& figure, const FigureChoice& choice,
                   std::span<const SessionPtr> others = {});

/// A figure by its name, for the window and the command line: with the other cards (makeFigureOfCards()), and a memory diagram of a
/// model with its assumed numbers marked.
FigureOutcome figureOf(const Session& session, const QString& figure, const FigureChoice& choice = {},
                       std::span<const SessionPtr> others = {});

/// Writes FOLDER/NAME.FORMAT for each format with data and provenance, all files or none. Existing files with equal bytes are
/// written again.
ExportOutcome exportFigures(const Session& session, const FigureJob& job);

/// A figure for standard output, or why there is none.
struct PrintedFigure {
  QByteArray bytes;
  QString error;
};

/// The job's figure in the first of its formats, without files beside it. \pre the job has a format
PrintedFigure printedFigure(const Session& session, const FigureJob& job);

/// The files of the sessions behind an export. Sessions without a file have empty texts.
struct FigureFiles {
  QString session;
  QStringList others;  ///< in the order of FigureJob::others
};

/// The JSON members "command", "arguments" and "version", with paths relative to the job's folder, as the command line writes them.
/// If a card is in no file, "command_missing" says so instead.
nlohmann::json figure_origin(const FigureJob& job, const FigureFiles& files);

}  // namespace chasescope
