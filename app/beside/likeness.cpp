#include "app/beside/likeness.h"

#include <QHBoxLayout>
#include <QLabel>

#include "app/measurement/explorer.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/compare/comparison.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr int kMost = 4;  // of each in one line

/// "L1 data cache, capacity"; of the device as a whole the quantity alone.
QString thing(const Finding& finding) {
  const QString quantity = QString::fromStdString(quantity_words(finding.quantity)).toLower();
  return finding.subject == subject::device
             ? quantity
             : QString::fromStdString(subject_words(finding.subject)) + QStringLiteral(" ") + quantity;
}

QString joined(const QStringList& parts, int most) {
  QString text = parts.mid(0, most).join(QStringLiteral("; "));
  if (parts.size() > most) text += Likeness::tr("; and %1 more").arg(parts.size() - most);
  return text;
}

}  // namespace

LikenessWords likeness_words(const Session& a, const Session& b, int most) {
  QStringList alike, different;
  for (const Compared& row : compare_sessions(a, b).rows) {
    // A period of one access is that of any trace of one height; and classes of latency are no pairs, as each card has its own.
    const std::string& what = row.either().quantity;
    if (what == quantity::period_accesses || what == quantity::access_latency_cycles) continue;
    if (!row.a || !row.b || row.a->status != FindingStatus::measured || row.b->status != FindingStatus::measured) continue;
    const QString first = QString::fromStdString(value_words(*row.a)), second = QString::fromStdString(value_words(*row.b));
    if (row.verdict == Agreement::agrees) alike << QStringLiteral("%1 %2").arg(thing(*row.a), first);
    if (row.verdict == Agreement::differs) different << Likeness::tr("%1 %2 and %3").arg(thing(*row.a), first, second);
  }
  return {joined(alike, most), joined(different, most)};
}

Likeness::Likeness(Explorer& first, Explorer& second, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      first_(first),
      second_(second),
      theme_(theme),
      alike_(elidedLabel(this, "plain")),
      different_(elidedLabel(this, "plain")) {
  setAccessibleName(tr("Similarities and differences"));
  auto* row = new QHBoxLayout(this);  // beside each other: what stands above needs the height
  row->setContentsMargins(8, 0, 8, 4);
  row->setSpacing(16);
  row->addWidget(different_, 1);
  row->addWidget(alike_, 1);
  for (Explorer* one : {&first_, &second_}) connect(one, &Explorer::documentChanged, this, &Likeness::refresh);
  connect(&theme_, &Theme::themeChanged, this, &Likeness::restyle);
  hide();
  restyle();
}

void Likeness::setShown(bool shown) {
  shown_ = shown;
  refresh();
}

void Likeness::setCovered(bool covered) {
  covered_ = covered;
  refresh();
}

void Likeness::showEvent(QShowEvent* event) {
  restyle();
  QWidget::showEvent(event);
}

void Likeness::restyle() {
  for (QLabel* label : {alike_, different_}) label->setFont(theme_.text(14));
  refresh();
}

void Likeness::refresh() {
  const LikenessWords words = likeness_words(first_.session(), second_.session(), kMost);
  alike_->setText(words.alike.isEmpty() ? QString() : tr("Alike: %1").arg(words.alike));
  different_->setText(words.different.isEmpty() ? QString() : tr("Different: %1").arg(words.different));
  alike_->setVisible(!words.alike.isEmpty());
  different_->setVisible(!words.different.isEmpty());
  setVisible(shown_ && !covered_ && !(words.alike.isEmpty() && words.different.isEmpty()));
}

}  // namespace chasescope

#include "moc_likeness.cpp"
