#include "widgets/figure/figure_faults.h"

#include <QStringList>
#include <algorithm>

#include "engine/trace/number_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// "1 KiB", "400 cycles".
QString placeText(double at, const QString& unit) {
  if (unit == tr("bytes")) return sizeText(at);
  return QStringLiteral("%1 %2").arg(QString::fromStdString(number_text(at)), unit);
}

/// Why the chosen part of an axis would show nothing; empty if it shows data.
QString partFault(const AxisLimits& part, const AxisLimits& data, const QString& unit) {
  const bool beside = data.from && data.to && ((part.from && *part.from > *data.to) || (part.to && *part.to < *data.from));
  if (!beside) return {};
  return tr("The data lie between %1 and %2, and that part of the axis shows none of them; choose limits around them.")
      .arg(placeText(*data.from, unit), placeText(*data.to, unit));
}

/// The fault of the chosen axes as a sentence; empty if there is none.
QString axisFault(const FigureContent& figure, const FigureSight& sight) {
  const FigureTraits traits = figure.traits();
  if (sight.sized && !traits.x_unit.isEmpty() && traits.x_unit != tr("bytes"))
    return tr("The horizontal axis of %1 is in %2, and a place on it was given as a size; write numbers of %2.")
        .arg(figure.title(), traits.x_unit);
  if (const QString fault = partFault(sight.x, traits.x_data, traits.x_unit); !fault.isEmpty()) return fault;
  if (const QString fault = partFault(sight.y, traits.y_data, traits.y_unit); !fault.isEmpty()) return fault;
  if (sight.log_x && !traits.log_x)
    return tr("The horizontal axis of %1 can't be logarithmic; leave that out.").arg(figure.title());
  if (sight.log_y && !traits.log_y) return tr("The vertical axis of %1 can't be logarithmic; leave that out.").arg(figure.title());
  if ((sight.log_x && sight.x.from.value_or(1) <= 0) || (sight.log_y && sight.y.from.value_or(1) <= 0))
    return tr("A logarithmic axis begins above 0; choose another lower limit.");
  return {};
}

}  // namespace

QString choiceProblem(const FigureContent& figure, const FigureChoice& choice) {
  const FigureTraits traits = figure.traits();
  const bool limited = !choice.sight.x.whole() || !choice.sight.y.whole();
  if (limited && choice.panel < 0 && traits.panels.size() > 1 && traits.x_unit.isEmpty() && traits.y_unit.isEmpty())
    return tr("The panels of %1 have axes of their own; choose one of them (--panel) to show a part of it.").arg(figure.title());
  if (!choice.sight.x.whole() && traits.x_unit.isEmpty())
    return tr("%1 has no horizontal axis of which a part could be shown; leave the limits out.").arg(figure.title());
  if (!choice.sight.y.whole() && traits.y_unit.isEmpty())
    return tr("%1 has no vertical axis of which a part could be shown; leave the limits out.").arg(figure.title());
  if (const QString fault = axisFault(figure, choice.sight); !fault.isEmpty()) return fault;
  if (const QString fault = cursorProblem(figure, choice.sight); !fault.isEmpty()) return fault;
  if (!choice.sight.colouring.isEmpty() && !traits.colourings.contains(choice.sight.colouring))
    return tr("%1 can't be coloured by %2; leave that out.").arg(figure.title(), choice.sight.colouring);
  if (choice.panel >= static_cast<int>(traits.panels.size()))
    return traits.panels.size() < 2 ? tr("%1 is one picture without panels; leave the panel out.").arg(figure.title())
                                    : tr("%1 has %2 panels: %3.")
                                          .arg(figure.title())
                                          .arg(traits.panels.size())
                                          .arg(traits.panels.join(QStringLiteral(", ")));
  return {};
}

QString partsProblem(const FigureContent& figure, const FigureOptions& options) {
  const FigureTraits traits = figure.traits();
  if (options.letters && traits.panels.size() < 2)
    return tr("%1 is one picture without panels; leave the letters out.").arg(figure.title());
  const auto& can = traits.legends;
  if (options.legend == LegendPlace::own || std::find(can.begin(), can.end(), options.legend) != can.end()) return {};
  if (can.empty()) return tr("%1 has no legend: its words stand where they belong; leave its place out.").arg(figure.title());
  QStringList places;
  for (const LegendName& known : legendPlaces())
    if (std::find(can.begin(), can.end(), known.place) != can.end()) places << QLatin1String(known.name);
  return tr("The legend of %1 can't stand there; it can be: %2.").arg(figure.title(), places.join(QStringLiteral(", ")));
}

}  // namespace chasescope
