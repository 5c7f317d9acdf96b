// Figures that compare several cards.
#include <QCoreApplication>

#include "engine/output/outgoing_text.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/comparison/figure_generations.h"
#include "widgets/views/memory/figure_memory.h"
#include "widgets/views/overlay/figure_overlay.h"

namespace chasescope {
namespace {

QString say(const char* text) { return QCoreApplication::translate("Figure", text); }

bool isRecording(const Session& session) {
  if (!session.environment.is_object()) return false;
  const auto id = session.environment.find("device_id");
  return id != session.environment.end() && id->is_string() && id->get<std::string>().starts_with("recording:");
}

FigureOutcome curvesOfCards(const QString& name, const CurveKind& kind, std::span<const Session> sessions,
                            const FigureChoice& choice) {
  QString problem;
  const QString variant = variantOf(sessions, kind, choice, problem);
  if (!problem.isEmpty()) return {nullptr, problem};
  if (const Session* lacks = lackingCurve(sessions, kind, variant))
    return {nullptr,
            say("%1 has not measured the curve that is to be drawn (%2); choose another curve%3 %4.")
                .arg(QString::fromStdString(one_line(lacks->device.name)), variant.isEmpty() ? kindText(kind.title) : variant,
                     isRecording(*lacks) ? QStringLiteral(":") : say(", or"), whatFills(name, *lacks, choice.cache))};
  FigureChoice chosen = choice;
  chosen.variant = variant;
  return overlayFigure(sessions, QString::fromLatin1(kind.id), chosen, variant.isEmpty());
}

}  // namespace

FigureCards figureCards(const QString& name) {
  const FigureEntry* figure = findFigure(name);
  return figure == nullptr ? FigureCards::one : figure->cards;
}

QString cardsProblem(const QString& name, std::size_t cards) {
  const FigureCards most = figureCards(name);
  if (cards < 2 || most == FigureCards::any || (most == FigureCards::two && cards == 2)) return {};
  QStringList several;
  for (const QString& each : figureNames() + cardFigureNames())
    if (figureCards(each) == FigureCards::any) several << each;
  const QString able = several.join(QStringLiteral(", "));
  return most == FigureCards::two ? say("%1 shows two cards at the most; figures of any number are %2.").arg(name, able)
                                  : say("%1 shows one card; figures of several are %2, and memory-diagram of two.").arg(name, able);
}

FigureOutcome makeFigureOfCards(const QString& name, std::span<const Session> sessions, const FigureChoice& choice) {
  if (sessions.size() == 1) return makeFigure(name, sessions.front(), choice);
  if (sessions.empty() || findFigure(name) == nullptr) return makeFigure(name, {}, choice);
  if (const QString problem = cardsProblem(name, sessions.size()); !problem.isEmpty()) return {nullptr, problem};
  if (figureCards(name) == FigureCards::two) return memoryComparisonFigure(sessions[0], sessions[1]);
  if (const CurveKind* kind = kindOfFigure(name)) return curvesOfCards(name, *kind, sessions, choice);
  return generationsFigure(sessions, choice.variant.isEmpty() ? firstQuantity() : choice.variant);
}

}  // namespace chasescope
