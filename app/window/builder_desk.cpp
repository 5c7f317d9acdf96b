#include "app/window/builder_desk.h"

#include <QEvent>
#include <QMenu>
#include <QMenuBar>

#include "app/builder/cache_builder.h"
#include "app/documents/own_models.h"
#include "app/window/main_window.h"
#include "app/tabs/view_tabs.h"
#include "engine/output/output_file.h"
#include "widgets/shell/device_list.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {

BuilderDesk::BuilderDesk(MainWindow& window, const Theme& theme) : QObject(&window), window_(window), theme_(theme) {
  window_.installEventFilter(this);
  QAction* action = window_.actions().newCache;
  connect(action, &QAction::triggered, this, &BuilderDesk::open);
  QAction* before = window_.actions().open;
  for (QAction* top : window_.menuBar()->actions())
    if (top->menu() != nullptr && top->menu()->actions().contains(before)) top->menu()->insertAction(before, action);
  const QStringList own = OwnModels::paths();
  for (const QString& path : own) list(path);
}

void BuilderDesk::open() {
  if (builder_ == nullptr) {
    builder_ = new CacheBuilder(theme_, &window_);
    connect(builder_, &CacheBuilder::saved, this, &BuilderDesk::saved);
    connect(builder_, &CacheBuilder::stepRequested, this, &BuilderDesk::step);
  }
  builder_->show();
  builder_->raise();
  builder_->activateWindow();
}

bool BuilderDesk::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Close && builder_ != nullptr && builder_->hasUnsaved() &&
      !builder_->close()) {
    event->ignore();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

void BuilderDesk::list(const QString& path) {
  auto* devices = window_.findChild<DeviceList*>();
  std::vector<DeviceEntry> entries = devices->devices();
  DeviceEntry entry = OwnModels::entryOf(path);
  for (DeviceEntry& known : entries)
    if (known.id == entry.id) {
      entry.state = known.state;
      known = entry;
      return devices->setDevices(entries);
    }
  entries.push_back(entry);
  devices->setDevices(entries);
}

void BuilderDesk::saved(const QString& path) {
  OwnModels::remember(path);
  list(path);
  window_.findChild<LogPanel*>()->add(LogPanel::Level::good, tr("Saved %1. It is in the list of devices.").arg(path));
}

void BuilderDesk::step(const QString& file, quint64 bytes, quint64 stride) {
  QString path = builder_->savedAs();
  if (path.isEmpty()) {
    // Each step gets a new file: the device that is open now may be one of the earlier files.
    path = unsaved_.filePath(QStringLiteral("built-%1.json").arg(++stepped_));
    OutputFile output(path.toStdString());
    output.put(file.toStdString());
    if (const auto fault = output.commit()) return warn(QString::fromStdString(*fault));
  }
  chaseWhenOpen(QStringLiteral("file:") + path, bytes, stride);
}

void BuilderDesk::chaseWhenOpen(const QString& device, quint64 bytes, quint64 stride) {
  // The settings that suit a device come into the form once it is open, and the settings that were asked for here are set after
  // that. The suited settings of an earlier opening may still be on their way, so they are waited for only once the device is open.
  auto* once = new QObject(this);
  Explorer& explorer = window_.explorer();
  connect(&explorer, &Explorer::deviceOpened, once, [this, once, device, bytes, stride] {
    connect(&window_.explorer(), &Explorer::chaseSuited, once, [this, once, device, bytes, stride] {
      once->deleteLater();
      if (window_.explorer().deviceId() != device) return;
      window_.views().setCurrentWidget(&window_.views().of<StepView>());
      emit window_.views().probeRequested(
          QStringLiteral("fine-grained"),
          {{"space", build::kSpace}, {"bytes", std::to_string(bytes)}, {"stride", std::to_string(stride)}});
    });
  });
  connect(&explorer, &Explorer::deviceFailed, once, [once] { once->deleteLater(); });
  connect(&explorer, &Explorer::deviceClosed, once, [once] { once->deleteLater(); });
  window_.openDevice(device);
  if (!explorer.opening()) {  // the person chose to keep what is open
    once->deleteLater();
    return;
  }
  window_.raise();
  window_.activateWindow();
}

void BuilderDesk::warn(const QString& sentence) { window_.findChild<LogPanel*>()->add(LogPanel::Level::error, sentence); }

}  // namespace chasescope

#include "moc_builder_desk.cpp"
