// Curves of several cards over each other, as a figure.
#pragma once

#include <span>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"
#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

/// What curves are read from, for one card of a session.
CardData cardData(const Session& session);

/// Cards without such a curve are named as having none.
/// \param kind    the id of one of curveKinds()
/// \param variant which curve of each card; empty: the variant that most cards have
/// \return a sentence where there is no such kind, no card has such a curve, or the cards' curves have no axis in common
FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& kind, const QString& variant = {},
                            const FigureSight& sight = {});

/// The same with the choice's variant, sight and panel. `all`: curves of caches or TLBs have a panel for each of those that all
/// cards have.
FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& kind, const FigureChoice& choice, bool all);

/// The first session without the curve that the other sessions have, which has to be measured first; null where all have it.
const Session* lackingCurve(std::span<const Session> sessions, const CurveKind& kind, const QString& variant = {});

/// The variant that the choice asks for, by name or by its cache.
/// \return a sentence in `problem` where no card has that variant, or where the choice asks for something that figures of several
/// cards don't have
QString variantOf(std::span<const Session> sessions, const CurveKind& kind, const FigureChoice& choice, QString& problem);

}  // namespace chasescope
