#include "app/start/year_line.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/device/generation.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

const char* icon_of(Origin origin) {
  return origin == Origin::hardware ? "card" : origin == Origin::recording ? "recording" : "model";
}

/// A name without its brand, short enough for a column: "GTX 560 Ti" for "GeForce GTX 560 Ti".
QString brief(const QString& name) {
  QString words = name;
  for (const char* prefix : {"NVIDIA ", "GeForce ", "Tesla ", "Quadro ", " cache"}) words.remove(QLatin1String(prefix));
  return words.section(QLatin1Char('('), 0, 0).trimmed();
}

}  // namespace

YearLine::YearLine(const DeviceListing& listing, const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), about_(elidedLabel(this, "quiet")) {
  setAccessibleName(tr("Devices, by generation"));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->setSpacing(2);
  const auto column = [&](const QString& name, const QString& year, const auto& belongs) {
    std::vector<const CatalogueEntry*> held;
    for (const CatalogueEntry& entry : listing.devices)
      if (belongs(entry)) held.push_back(&entry);
    if (held.empty()) return;
    auto* box = new QWidget(this);
    auto* below = new QVBoxLayout(box);
    below->setContentsMargins(0, 14, 0, 0);
    below->setSpacing(0);
    auto* head = new QLabel(box);
    head->setMinimumWidth(theme_.scaled(60));
    heads_.push_back({head, name, year});
    below->addWidget(head);
    for (const CatalogueEntry* entry : held) {
      auto* button = new QToolButton(box);
      bindIcon(button, theme_, QString::fromLatin1(icon_of(entry->origin)), 16);
      const QString full = shownText(entry->name);
      button->setText(brief(full));
      button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      button->setFocusPolicy(Qt::StrongFocus);
      button->setMinimumWidth(theme_.scaled(64));  // in a narrow window the tooltip has the rest
      button->setAccessibleName(full);
      button->setToolTip(shownText(entry->summary));
      button->setProperty("about", QStringLiteral("%1: %2").arg(full, shownText(entry->summary)));
      button->installEventFilter(this);
      connect(button, &QToolButton::clicked, this, [this, id = QString::fromStdString(entry->id)] { emit chosen(id); });
      below->addWidget(button, 0, Qt::AlignLeft);
    }
    below->addStretch(1);
    row->addWidget(box, 1);
    columns_.push_back(box);
  };
  column(tr("Classroom"), {}, [](const CatalogueEntry& entry) { return generation_of(entry.compute_capability) == nullptr; });
  for (const Generation& generation : all_generations())
    column(QString::fromLatin1(generation.name), QString::number(generation.year),
           [&](const CatalogueEntry& entry) { return generation_of(entry.compute_capability) == &generation; });
  outer->addLayout(row, 1);
  outer->addWidget(about_);
  connect(&theme_, &Theme::themeChanged, this, &YearLine::restyle);
}

void YearLine::restyle() {
  for (QLabel* label : findChildren<QLabel*>()) label->setFont(theme_.text(14));
  for (QToolButton* button : findChildren<QToolButton*>()) button->setFont(theme_.text(13));
  about_->setText(tr("Rest the mouse on a device to read what it is."));
  update();
}

// Narrow columns show no year; they stay in the order of the years.
void YearLine::resizeEvent(QResizeEvent* event) {
  const int each = width() / std::max(1, static_cast<int>(columns_.size()));
  for (const Head& head : heads_)
    head.label->setText(each < theme_.scaled(108) ? QStringLiteral("<b>%1</b>").arg(head.name)
                                                  : QStringLiteral("<b>%1</b> %2").arg(head.name, head.year));
  QWidget::resizeEvent(event);
}

void YearLine::showEvent(QShowEvent* event) {
  restyle();
  QWidget::showEvent(event);
}

bool YearLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) about_->setText(watched->property("about").toString());
  return QWidget::eventFilter(watched, event);
}

void YearLine::paintEvent(QPaintEvent*) {
  if (columns_.size() < 2) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& colours = theme_.colours();
  const double y = columns_[1]->y() + 6;
  painter.setPen(QPen(colours.outline, 2));
  painter.drawLine(QPointF(columns_[1]->x() + 6, y), QPointF(width(), y));
  painter.setBrush(colours.card);
  for (std::size_t i = 1; i < columns_.size(); ++i) painter.drawEllipse(QPointF(columns_[i]->x() + 6, y), 5, 5);
}

}  // namespace chasescope

#include "moc_year_line.cpp"
