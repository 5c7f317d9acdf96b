#include "app/programs/own_programs.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "app/programs/program_dialog.h"
#include "app/programs/program_template.h"

namespace chasescope {
namespace {

bool isProgram(const QString& id) { return id.startsWith(QLatin1String("exec:")); }

DeviceEntry::Kind kindOf(const OwnProgram& program) {
  if (program.kind == OwnProgram::Kind::machine) return DeviceEntry::Kind::remote;
  if (program.kind == OwnProgram::Kind::program) return DeviceEntry::Kind::external;
  const QString id = program.id();
  return id.startsWith(QLatin1String("recording:")) ? DeviceEntry::Kind::recording
         : id.startsWith(QLatin1String("mystery:")) ? DeviceEntry::Kind::mystery
                                                    : DeviceEntry::Kind::model;
}

}  // namespace

OwnPrograms::OwnPrograms(Window window) : QObject(window.widget), window_(std::move(window)) {
  connect(window_.open, &QAction::triggered, this, &OwnPrograms::ask);
  connect(window_.restart, &QAction::triggered, this, &OwnPrograms::restart);
  connect(&window_.explorer, &Explorer::deviceOpened, this, &OwnPrograms::opened);
  connect(&window_.explorer, &Explorer::deviceOpening, this, [this](const QString& id) {
    if (!isProgram(id)) watch_.setFiles({});
    refresh();
  });
  connect(&window_.explorer, &Explorer::deviceFailed, this, [this](const QString& id) {
    runsOn_ = false;
    // The person may mend a program that can't be started. A change of one of its files starts it again.
    if (isProgram(id)) watch_.setFiles(filesOfCommand(id.mid(5)));
    refresh();
  });
  connect(&window_.explorer, &Explorer::deviceClosed, this, &OwnPrograms::refresh);
  connect(&watch_, &FileWatch::changed, this, &OwnPrograms::fileChanged);
  list();
  refresh();
}

void OwnPrograms::list() {
  std::vector<DeviceEntry> entries = window_.devices.devices();
  const std::vector<DeviceEntry> before = entries;
  std::erase_if(entries, [this](const DeviceEntry& entry) { return added_.contains(entry.id); });
  added_.clear();
  for (const OwnProgram& program : ownPrograms()) {
    DeviceEntry entry{program.id(), program.name, program.command, kindOf(program)};
    if (std::any_of(entries.begin(), entries.end(), [&](const DeviceEntry& listed) { return listed.id == entry.id; })) continue;
    added_ << entry.id;
    for (const DeviceEntry& known : before)
      if (known.id == entry.id) entry.state = known.state;
    entries.push_back(entry);
  }
  const QString current = window_.devices.current();
  window_.devices.setDevices(entries);
  window_.devices.setCurrent(current);
}

QString OwnPrograms::nameOf(const QString& id) const {
  for (const OwnProgram& program : ownPrograms())
    if (program.id() == id) return program.name;
  return id.mid(5);
}

void OwnPrograms::ask() {
  ProgramDialog dialog(window_.theme, window_.widget);
  if (const QString id = window_.explorer.deviceId(); isProgram(id) || id.startsWith(QLatin1String("ssh:")))
    dialog.setProgram(isProgram(id) ? OwnProgram{nameOf(id), id.mid(5)} : ownProgramOf(id));
  connect(&dialog, &ProgramDialog::forgotten, this, &OwnPrograms::list);
  connect(&dialog, &ProgramDialog::templateWanted, this, [this, &dialog](const QString& suffix) { saveTemplate(suffix, dialog); });
  if (dialog.exec() == QDialog::Accepted) open(dialog.program());
}

void OwnPrograms::saveTemplate(const QString& suffix, ProgramDialog& dialog) {
  const QString path = QFileDialog::getSaveFileName(&dialog, tr("Save a template"), QStringLiteral("cache_device.") + suffix,
                                                    suffix == QLatin1String("py") ? tr("Python (*.py)") : tr("C++ (*.cpp)"));
  if (path.isEmpty()) return;
  const QString fault = writeTemplate(suffix, path);
  if (!fault.isEmpty()) {
    dialog.say(fault);
    return window_.log.add(LogPanel::Level::error, fault);
  }
  const TemplateUse use = useOfTemplate(suffix, path);
  window_.log.add(LogPanel::Level::good,
                  tr("Wrote %1.").arg(path) + (use.sentence.isEmpty() ? QString() : QLatin1Char(' ') + use.sentence));
  dialog.setProgram({QFileInfo(path).completeBaseName(), use.command});
  if (!use.sentence.isEmpty()) dialog.say(use.sentence);
}

void OwnPrograms::open(const OwnProgram& program) {
  rememberProgram(program);
  list();
  window_.openDevice(program.id());
}

void OwnPrograms::opened(const QString& id) {
  watch_.setFiles(isProgram(id) ? filesOfCommand(id.mid(5)) : QStringList());
  refresh();
  if (std::exchange(runsOn_, false)) window_.freeRun.setActive(true);
}

void OwnPrograms::restart() {
  const QString id = window_.explorer.deviceId();
  if (!isProgram(id)) return;
  runsOn_ = window_.freeRun.active();
  window_.openDevice(id);
  if (!window_.explorer.opening()) runsOn_ = false;  // the person chose to keep the measurements
}

void OwnPrograms::fileChanged(const QString& file) {
  const QString id = window_.explorer.deviceId();
  if (!isProgram(id)) return;
  const QString name = QFileInfo(file).fileName();
  // Starting the program anew begins a new document, and unsaved measurements are not thrown away for that.
  if (window_.explorer.hasUnsavedRuns())
    return window_.log.add(
        LogPanel::Level::info,
        tr("%1 has changed. Choose Session → Restart program to go on with it; what has been measured is not saved yet.")
            .arg(name));
  window_.log.add(LogPanel::Level::info, tr("%1 has changed: %2 is started anew.").arg(name, nameOf(id)));
  restart();
}

void OwnPrograms::refresh() { window_.restart->setEnabled(isProgram(window_.explorer.deviceId())); }

}  // namespace chasescope

#include "moc_own_programs.cpp"
