#include "widgets/shell/probe_list.h"

#include <QStackedLayout>

#include "widgets/shell/empty_state.h"
#include "widgets/shell/section_list.h"
#include "widgets/style/theme.h"

namespace chasescope {

ProbeList::ProbeList(const Theme& theme, QWidget* parent) : QWidget(parent), list_(new SectionList(theme, this)) {
  setAccessibleName(tr("Probes"));
  list_->setAccessibleName(tr("Probes"));
  stack_ = new QStackedLayout(this);
  empty_ = new EmptyState(theme, QStringLiteral("probe"), tr("No probe"),
                          tr("Open a device: the probes that it can serve are listed here."), this);
  stack_->addWidget(empty_);
  stack_->addWidget(list_);
  setFocusProxy(list_);
  connect(list_, &SectionList::chosen, this, &ProbeList::probeSelected);
  connect(list_, &SectionList::entered, this, &ProbeList::probeActivated);
}

void ProbeList::setProbes(std::vector<ProbeInfo> probes) {
  probes_ = std::move(probes);
  refill();
}

void ProbeList::setState(const QString& name, State state) {
  states_[name] = state;
  refill();
}

void ProbeList::clearStates() {
  states_.clear();
  refill();
}

void ProbeList::setUnavailable(const QHash<QString, QString>& reasons) {
  unavailable_ = reasons;
  refill();
}

QString ProbeList::current() const { return list_->currentId(); }
void ProbeList::setCurrent(const QString& name) { list_->setCurrentId(name); }

void ProbeList::refill() {
  std::vector<SectionRow> rows;
  QString group;
  for (const ProbeInfo& probe : probes_) {
    if (const QString heading = QString::fromStdString(probe.group); heading != group) {
      group = heading;
      rows.push_back({{}, heading, {}, {}, {}, {}, SectionRow::Tone::quiet, true});
    }
    const QString name = QString::fromStdString(probe.name), reason = unavailable_.value(name);
    const QString about = QString::fromStdString(probe.summary) + QLatin1Char('\n') + QString::fromStdString(probe.reference);
    SectionRow row{name,
                   QString::fromStdString(probe.title),
                   reason.isEmpty() ? about : reason,
                   {},
                   {},
                   {},
                   SectionRow::Tone::quiet,
                   reason.isEmpty()};
    switch (states_.value(name, State::idle)) {
      case State::idle: break;
      case State::running:
        row.badge = tr("running");
        row.tone = SectionRow::Tone::live;
        break;
      case State::done:
        row.badge = tr("done");
        row.badgeIcon = QStringLiteral("check");
        row.tone = SectionRow::Tone::good;
        break;
      case State::told_nothing: row.badge = tr("can’t tell"); break;
      case State::failed:
        row.badge = tr("failed");
        row.tone = SectionRow::Tone::bad;
        break;
    }
    rows.push_back(row);
  }
  list_->setRows(rows);
  stack_->setCurrentWidget(rows.empty() ? static_cast<QWidget*>(empty_) : list_);
}

}  // namespace chasescope

#include "moc_probe_list.cpp"
