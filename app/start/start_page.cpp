#include "app/start/start_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/start/door.h"
#include "app/start/live_band.h"
#include "app/start/year_line.h"
#include "engine/lesson/library.h"

namespace chasescope {

StartPage::StartPage(Explorer& explorer, FreeRun& freeRun, ParameterForm& form, const Theme& theme, QWidget* parent)
    : QWidget(parent), band_(new LiveBand(explorer, freeRun, form, theme, this)) {
  setObjectName(QStringLiteral("startPage"));
  setAccessibleName(tr("Start"));
  const DeviceListing listing = list_devices();
  QString card;
  for (const CatalogueEntry& entry : listing.devices)
    if (card.isEmpty() && entry.origin == Origin::hardware) card = QString::fromStdString(entry.id);
  const auto lessons = lesson::lesson_ids();
  auto* doors = new QHBoxLayout;
  doors->setSpacing(16);
  doors->addWidget(new Door(tr("Learn"),
                            tr("%n lessons of ten minutes: predict first, then see. No card and no network needed.", nullptr,
                               static_cast<int>(lessons.size())),
                            {{tr("Start lesson 1"),
                              [this, lessons] {
                                lessons.empty() ? emit lessonsWanted() : emit lessonChosen(QString::fromStdString(lessons.front()));
                              }},
                             {tr("All lessons"), [this] { emit lessonsWanted(); }}},
                            paintChaseDoor, theme),
                   1);
  std::vector<Door::Way> ways{{card.isEmpty() ? tr("Discover it") : tr("Discover this card"), [this, card] {
                                 if (!card.isEmpty()) emit deviceChosen(card);
                                 emit discoverWanted();
                               }}};
  ways.push_back({tr("Recorded H100"), [this] { emit deviceChosen(QStringLiteral("recording:h100")); }});
  ways.push_back({tr("Look around"), [this] { emit exploreWanted(); }});
  doors->addWidget(new Door(tr("Explore a card"), tr("Every level, its size and latency on one screen, found by timing loads."),
                            std::move(ways), paintLevelsDoor, theme),
                   1);
  doors->addWidget(
      new Door(
          tr("Make a figure"), tr("A measurement at the journal's width: vector, with its numbers and settings beside it."),
          {{tr("Of the loads above"), [this] { emit figureWanted(); }}, {tr("From a session …"), [this] { emit sessionWanted(); }}},
          paintFigureDoor, theme),
      1);
  auto* line = new YearLine(listing, theme, this);
  connect(line, &YearLine::chosen, this, &StartPage::deviceChosen);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 8);
  column->setSpacing(14);
  column->addWidget(band_, 3);
  auto* rest = new QVBoxLayout;
  rest->setContentsMargins(32, 0, 32, 0);
  rest->setSpacing(14);
  rest->addLayout(doors, 3);
  rest->addWidget(line, 2);
  column->addLayout(rest, 5);
  first_ = doors->itemAt(0)->widget();
}

// The first door has the focus, so that Enter begins the first lesson.
void StartPage::showEvent(QShowEvent* event) {
  first_->setFocus();
  QWidget::showEvent(event);
}

}  // namespace chasescope

#include "moc_start_page.cpp"
