// All figures, by name.
#pragma once

#include <QString>
#include <QStringList>
#include <span>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The names of all figures of one card: "scope", "miss-pattern", …
QStringList figureNames();
/// The names of the figures that need two cards or more: "generations".
QStringList cardFigureNames();
/// The title of a figure in a few words, for a list: "Latency by access".
QString figureTitle(const QString& name);
/// Whether a figure shows one of several caches and TLBs, so that FigureChoice::cache applies to it.
bool figureChoosesCache(const QString& name);
/// The possible values of FigureChoice::cache for a figure: caches, TLBs and other levels, by their subjects in findings.
std::vector<std::string> cachesOfFigure(const QString& name);
/// Whether a figure shows one run, or the findings with one run as evidence, so that FigureChoice::run applies to it.
bool figureChoosesRun(const QString& name);
/// The way to fill a figure, as the end of a sentence: "run the probes sets and line first (chasescope figure set-map …)". For a
/// recording (known by the environment's device_id): the command that draws all figures it has data for.
QString whatFills(const QString& figure, const Session& session, const QString& cache = {});

/// The entry of a figure; null for an unknown name.
const FigureEntry* findFigure(const QString& name);
/// As in figure_entry.h, of the figure of that name.
Outcome<std::vector<FigureProbe>> probesToRun(const QString& figure, const std::string& cache, const ParameterValues& given);
QStringList probesOf(const QString& figure, const std::string& cache = {});

/// Makes a figure with its default settings, for the command line. If its data were not measured yet, the error names the probes
/// that measure them and the command that runs these probes.
FigureOutcome makeFigure(const QString& name, const Session& session, const FigureChoice& choice = {});

/// The number of cards that the figure can show.
FigureCards figureCards(const QString& name);
/// Why the figure can't show this many cards, as a sentence that names figures which can; empty if it can.
QString cardsProblem(const QString& name, std::size_t cards);
/// Makes the figure of all these cards. A figure of FigureCards::any shows the cards on one axis, each in a style of its own. If
/// one card lacks the data, the error names the card and the command that measures them. For a single card, the result is
/// makeFigure()'s.
FigureOutcome makeFigureOfCards(const QString& name, std::span<const Session> sessions, const FigureChoice& choice = {});

}  // namespace chasescope
