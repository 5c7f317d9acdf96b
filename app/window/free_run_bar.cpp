#include "app/window/free_run_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/measurement/explorer.h"
#include "app/measurement/free_run.h"
#include "app/window/window_actions.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

FreeRunBar::FreeRunBar(FreeRun& mode, Explorer& explorer, const Theme& theme, WindowActions& actions, QWidget* parent)
    : QWidget(parent),
      mode_(mode),
      explorer_(explorer),
      theme_(theme),
      actions_(actions),
      average_(new QComboBox(this)),
      says_(elidedLabel(this, "quiet")) {
  setObjectName(QStringLiteral("freeRunBar"));
  setAccessibleName(tr("Free run"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 6, 0, 0);
  row->setSpacing(4);
  for (QAction* action : {actions_.hold, actions_.single, actions_.trigger}) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
  }
  row->addSpacing(8);
  auto* label = looking(new QLabel(tr("&Average"), this), "quiet");
  label->setBuddy(average_);
  row->addWidget(label);
  for (const int traces : {1, 4, 16, 64}) average_->addItem(traces == 1 ? tr("off") : tr("%1 traces").arg(traces), traces);
  average_->setAccessibleName(tr("Average"));
  average_->setToolTip(
      tr("Show the average of several traces, access by access: noise fades, and the pattern stays. What is kept and saved is the "
         "last trace"));
  row->addWidget(average_);
  row->addSpacing(12);
  says_->setAccessibleName(tr("What the free run does"));
  row->addWidget(says_, 1);
  connectMode();
  refresh();
}

void FreeRunBar::connectMode() {
  connect(actions_.hold, &QAction::triggered, &mode_, &FreeRun::setHeld);
  connect(actions_.single, &QAction::triggered, &mode_, &FreeRun::single);
  connect(actions_.trigger, &QAction::toggled, &mode_, &FreeRun::setTrigger);
  connect(average_, &QComboBox::currentIndexChanged, this,
          [this] { explorer_.setAverage(static_cast<unsigned>(average_->currentData().toInt())); });
  connect(&mode_, &FreeRun::activeChanged, this, [this] {
    says_->clear();
    refresh();
  });
  connect(&mode_, &FreeRun::heldChanged, this, [this](bool held, const QString& why) {
    says_->setText(!held ? QString() : why.isEmpty() ? tr("Held.") : why);
    // Large type, as the class waits for what the trigger saw.
    says_->setFont(held && !why.isEmpty() ? theme_.text(20, Weight::bold) : theme_.small());
    refresh();
  });
  connect(&mode_, &FreeRun::rateChanged, this, [this](double rate) {
    if (!mode_.held()) says_->setText(tr("%1 traces/s").arg(rate, 0, 'f', 1));
  });
  connect(&explorer_, &Explorer::deviceOpened, this, &FreeRunBar::refresh);
  connect(&explorer_, &Explorer::deviceOpening, this, &FreeRunBar::refresh);
}

void FreeRunBar::refresh() {
  setVisible(mode_.active());
  actions_.hold->setEnabled(mode_.active());
  actions_.hold->setChecked(mode_.held());
  actions_.single->setEnabled(explorer_.device() && !explorer_.recording());
}

QString FreeRunBar::says() const { return says_->text(); }

}  // namespace chasescope

#include "moc_free_run_bar.cpp"
