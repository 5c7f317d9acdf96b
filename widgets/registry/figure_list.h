// All figures, by name.
#pragma once

#include <QString>
#include <QStringList>
#include <span>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The figures that there are of a card: "scope", "miss-pattern", …
QStringList figureNames();
/// Those that take two cards or more: "generations".
QStringList cardFigureNames();
/// What a figure shows, in a few words for a list: "Latency by access".
QString figureTitle(const QString& name);
/// Whether a figure shows one of several caches and TLBs, so that FigureChoice::cache means something to it.
bool figureChoosesCache(const QString& name);
/// What may be chosen of it: caches and TLBs, by their subjects in findings, and levels that are none.
std::vector<std::string> cachesOfFigure(const QString& name);
/// Whether a figure shows one run, or what one run is evidence of, so that FigureChoice::run means something to it.
bool figureChoosesRun(const QString& name);
/// What would fill a figure, as the end of a sentence: "run the probes sets and line first (chasescope figure set-map …)"; of a
/// recording (the environment's device_id tells), which figures it has instead.
QString whatFills(const QString& figure, const Session& session, const QString& cache = {});

/// The entry of a figure, or null.
const FigureEntry* findFigure(const QString& name);
/// As in figure_entry.h, of the figure of that name.
Outcome<std::vector<FigureProbe>> probesToRun(const QString& figure, const std::string& cache, const ParameterValues& given);
QStringList probesOf(const QString& figure, const std::string& cache = {});

/// The figure of that name with its default settings, for the command line. Where it was not measured yet, the sentence says which
/// probes fill it, and the command that runs them.
FigureOutcome makeFigure(const QString& name, const Session& session, const FigureChoice& choice = {});

/// How many cards the figure can show.
FigureCards figureCards(const QString& name);
/// Why it can't show so many, as a sentence that names figures which can; empty if it can.
QString cardsProblem(const QString& name, std::size_t cards);
/// The figure of all of these cards: those of FigureCards::any on one axis, each in a style of its own. Where one of them lacks
/// what the others show, the sentence names it and the command that measures it. One card alone: makeFigure().
FigureOutcome makeFigureOfCards(const QString& name, std::span<const Session> sessions, const FigureChoice& choice = {});

}  // namespace chasescope
