#include "app/window/window_centre.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <utility>

#include "app/presenter/presenter_strip.h"
#include "app/recovery/recovery_bar.h"
#include "app/tabs/view_tabs.h"
#include "app/window/free_run_bar.h"
#include "widgets/shell/answer_bar.h"

namespace chasescope {

WindowCentre make_centre(const CentreParts& parts, ViewTabs& views, std::function<Restored(const Session&)> restore) {
  WindowCentre made;
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(8, 0, 8, 8);
  made.strip = new PresenterStrip(parts.explorer, parts.form, parts.theme);
  layout->addWidget(made.strip);
  made.answer = new AnswerBar(parts.theme);
  layout->addWidget(new FreeRunBar(parts.freeRun, parts.explorer, parts.theme, parts.actions));
  layout->addWidget(made.answer);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  made.cards = new QSplitter(Qt::Horizontal);
  made.cards->setChildrenCollapsible(false);
  made.cards->setHandleWidth(8);
  auto* first = new QWidget;
  auto* below = new QVBoxLayout(first);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(4);
  below->addWidget(&views, 1);
  made.cards->addWidget(first);
  row->addWidget(made.cards, 1);
  layout->addLayout(row, 1);
  made.column = layout;
  made.row = row;
  made.pages = new QStackedWidget;
  made.pages->addWidget(centre);
  made.widget = new QWidget;
  auto* stack = new QVBoxLayout(made.widget);
  stack->setContentsMargins(0, 0, 0, 0);
  stack->setSpacing(0);
  made.recovery = new RecoveryBar(std::move(restore), parts.log, parts.theme);
  stack->addWidget(made.recovery);
  stack->addWidget(made.pages, 1);
  return made;
}

}  // namespace chasescope
