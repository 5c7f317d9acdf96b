#include "app/mystery/budget_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>

#include "app/mystery/mystery_picture.h"
#include "engine/mystery/question.h"
#include "engine/probe/discovery/registry.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kBarSteps = 1000;
constexpr qsizetype kNamed = 5;  // locked probes that are named; the tooltip names all
constexpr int kPictureHeight = 96, kCompactHeight = 52;

QLabel* wrapped(QLabel* label) {
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

/// The titles of probes. Discovery, which answers every question, comes first; a name of no probe stays as it is.
QStringList titles(const std::vector<std::string>& names) {
  QStringList titles;
  for (const std::string& name : names) {
    const Probe* probe = find_probe(name);
    const QString title = shownText(probe == nullptr ? name : probe->info().title);
    name == "discover" ? titles.prepend(title) : titles.append(title);
  }
  return titles;
}

}  // namespace

BudgetBox::BudgetBox(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      level_(wrapped(new QLabel)),
      left_(new QLabel),
      of_(looking(new QLabel, "quiet")),
      rule_(wrapped(looking(new QLabel, "quiet"))),
      locked_(wrapped(looking(new QLabel, "quiet"))),
      bar_(new QProgressBar),
      picture_(new MysteryPicture(theme)) {
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Accesses left"));
  rule_->setText(tr("Warm-up counts, too. If half of them are left, all %1 points are earned.").arg(mystery::kAccessPoints));
  for (QWidget* widget : {static_cast<QWidget*>(bar_), static_cast<QWidget*>(left_), static_cast<QWidget*>(of_)})
    widget->setToolTip(rule_->text());
  auto* numbers = new QHBoxLayout;
  numbers->addWidget(left_);
  numbers->addStretch();
  numbers->addWidget(of_, 0, Qt::AlignBottom);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(picture_);
  layout->addWidget(level_);
  layout->addWidget(looking(new QLabel(tr("Accesses left")), "quiet"));
  layout->addLayout(numbers);
  layout->addWidget(bar_);
  layout->addWidget(rule_);
  layout->addWidget(locked_);
  layout->addStretch();
  connect(&theme, &Theme::themeChanged, this, &BudgetBox::restyle);
  restyle();
}

void BudgetBox::restyle() {
  left_->setFont(theme_.number(compact_ ? 20 : 24, Weight::semiBold));
  bar_->setFixedHeight(theme_.scaled(10));
  picture_->setFixedHeight(theme_.scaled(compact_ ? kCompactHeight : kPictureHeight));
}

void BudgetBox::setCompact(bool compact) {
  compact_ = compact;
  rule_->setVisible(!compact);  // the numbers' tooltip says it, too
  restyle();
}

void BudgetBox::setMystery(const mystery::MysteryFile& file) {
  budget_ = file.budget;
  level_->setText(tr("Level %1, card %2")
                      .arg(QString::fromStdString(std::string(to_string(file.card.level))),
                           QString::fromStdString(fingerprint(file.card)).left(8)));
  level_->setToolTip(tr("Tells this card from others: %1").arg(QString::fromStdString(fingerprint(file.card))));
  const QStringList locked = titles(file.locked);
  const QString named = locked.mid(0, kNamed).join(QStringLiteral(", "));
  locked_->setText(locked.isEmpty() ? tr("No probe is locked.")
                   : locked.size() <= kNamed + 1
                       ? tr("Locked by the lecturer: %1.").arg(locked.join(QStringLiteral(", ")))
                       : tr("Locked by the lecturer: %1 and %2 more.").arg(named).arg(locked.size() - kNamed));
  locked_->setToolTip(locked.join(QStringLiteral(", ")));
  setSpent(0);
}

void BudgetBox::setSpent(std::uint64_t spent) {
  const std::uint64_t left = budget_ - std::min(spent, budget_);
  left_->setText(QString::fromStdString(format_count(left)));
  of_->setText(tr("of %1").arg(QString::fromStdString(format_count(budget_))));
  bar_->setValue(static_cast<int>(static_cast<double>(left) / static_cast<double>(budget_) * kBarSteps));
}

}  // namespace chasescope

#include "moc_budget_box.cpp"
