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

constexpr int kMost = 4;  // the most parts that one line names

/// The part and the quantity, such as "L1 data cache capacity"; for the device as a whole the quantity alone.
QString thing(const Finding& finding) {
  const QString quantity = QString::fromStdString(quantity_words(finding.quantity)).toLower();
  return finding.subject == subject::device
             ? quantity
             : QString::fromStdString(subject_words(finding.subject)) + QStringLiteral(" ") + quantity;
}

/// "period none and 129 accesses", where the trace of one card repeats itself and that of the other never does. A period of one
/// access is left out: every trace of a single latency has it.
QString periods(const Compared& row) {
  if (!row.a || !row.b) return {};
  const auto repeats = [](const Finding& one) { return one.status == FindingStatus::measured && one.value != 1; };
  const auto never = [](const Finding& one) { return one.status == FindingStatus::absent; };
  if (!(repeats(*row.a) && never(*row.b)) && !(never(*row.a) && repeats(*row.b))) return {};
  const auto words = [&](const Finding& one) {
    return never(one) ? Likeness::tr("none") : QString::fromStdString(value_words(one));
  };
  return Likeness::tr("%1 %2 and %3").arg(thing(*row.a), words(*row.a), words(*row.b));
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
    // Classes of latency are not paired, as each card has its own.
    const std::string& what = row.either().quantity;
    if (what == quantity::access_latency_cycles) continue;
    if (what == quantity::period_accesses) {
      if (const QString words = periods(row); !words.isEmpty()) different << words;
      continue;
    }
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
  auto* row = new QHBoxLayout(this);  // side by side, as the views above need the height
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
