#include "widgets/shell/offer_button.h"

#include "engine/trace/quantity_text.h"
#include "widgets/document/run_store.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

namespace {

/// "Footprint N = 52 B, Stride s = 4 B": the names are those of the settings, the sizes those of the sentences of the window.
QString valuesText(const ProbeInfo& probe, const ParameterValues& values) {
  QStringList parts;
  for (const Parameter& parameter : probe.parameters) {
    const auto value = values.find(parameter.key);
    if (value == values.end()) continue;
    const auto bytes = parameter.kind == ParameterKind::bytes ? parse_bytes(value->second) : std::nullopt;
    parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(parameter.label),
                                           QString::fromStdString(bytes ? format_bytes(*bytes) : value->second));
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace

OfferButton::OfferButton(const ProbeInfo& probe, const RunStore& store, QWidget* parent, const ParameterValues& values)
    : QPushButton(tr("Run %1").arg(QString::fromStdString(probe.title)), parent),
      store_(store),
      name_(QString::fromStdString(probe.name)),
      tip_(QStringLiteral("%1 (%2)").arg(QString::fromStdString(probe.summary), QString::fromStdString(probe.reference))) {
  if (const QString with = valuesText(probe, values); !with.isEmpty()) tip_ = tr("%1. Runs with %2").arg(tip_, with);
  setAutoDefault(false);
  connect(&store_, &RunStore::canMeasureChanged, this, &OfferButton::refresh);
  refresh();
}

void OfferButton::refresh() {
  const QString why = store_.whyNot({name_});
  const QString tip = why.isEmpty() ? tip_ : tr("%1. %2").arg(tip_, why);
  setEnabled(why.isEmpty());
  setToolTip(why.isEmpty() ? tip : QStringLiteral("<p>%1</p>").arg(tip.toHtmlEscaped()));  // Qt wraps only tooltips of rich text
  setAccessibleDescription(tip);
}

WhyNotNote::WhyNotNote(const RunStore& store, QWidget* parent) : QLabel(parent), store_(store) {
  looking<QLabel>(this, "quiet");
  setAlignment(Qt::AlignCenter);
  setWordWrap(true);
  setTextFormat(Qt::PlainText);
  connect(&store, &RunStore::canMeasureChanged, this, &WhyNotNote::refresh);
  refresh();
}

void WhyNotNote::setProbes(const QStringList& probes) {
  probes_ = probes;
  refresh();
}

void WhyNotNote::refresh() {
  setText(store_.whyNot(probes_));
  setVisible(!text().isEmpty());
}

}  // namespace chasescope

#include "moc_offer_button.cpp"
