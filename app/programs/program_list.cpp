#include "app/programs/program_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <algorithm>

#include "engine/device/catalogue/catalogue.h"

namespace chasescope {
namespace {

constexpr std::size_t kMost = 20;
const QString kPrograms = QStringLiteral("ownPrograms");

QString say(const char* text) { return QCoreApplication::translate("OwnPrograms", text); }

constexpr const char* kKinds[] = {"program", "machine", "file"};

OwnProgram::Kind kindNamed(const QString& name) {
  for (std::size_t i = 0; i < std::size(kKinds); ++i)
    if (name == QLatin1String(kKinds[i])) return static_cast<OwnProgram::Kind>(i);
  return OwnProgram::Kind::program;  // older settings have only programs, and no kinds
}

/// The kind of device in a file: "file:" for a software GPU, "mystery:" for a sealed one, and "recording:" for a session.
QString kindOfFile(const QString& path) {
  if (path.endsWith(QLatin1String(".mystery"))) return QStringLiteral("mystery:");
  QFile file(path);
  constexpr qint64 kHead = 400;  // bytes, in which the first members of the file lie
  const bool isModel = file.open(QIODevice::ReadOnly) && file.read(kHead).contains("chasescope-model");
  return isModel ? QStringLiteral("file:") : QStringLiteral("recording:");
}

void keep(const std::vector<OwnProgram>& programs) {
  QSettings settings;
  settings.beginWriteArray(kPrograms, static_cast<int>(programs.size()));
  for (std::size_t i = 0; i < programs.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("name"), programs[i].name);
    settings.setValue(QStringLiteral("command"), programs[i].command);
    settings.setValue(QStringLiteral("kind"), QLatin1String(kKinds[static_cast<int>(programs[i].kind)]));
  }
  settings.endArray();
}

}  // namespace

QString OwnProgram::id() const {
  switch (kind) {
    case Kind::program: return QStringLiteral("exec:") + command;
    case Kind::machine: return QStringLiteral("ssh:") + command;
    case Kind::file: return kindOfFile(command) + command;
  }
  return {};
}

OwnProgram ownProgramOf(const QString& id) {
  for (const OwnProgram& program : ownPrograms())
    if (program.id() == id) return program;
  const QString rest = id.section(QLatin1Char(':'), 1);
  const bool isFile = id.startsWith(QLatin1String("file:")) || id.startsWith(QLatin1String("recording:"));
  return {{},
          rest,
          id.startsWith(QLatin1String("ssh:")) ? OwnProgram::Kind::machine
          : isFile                             ? OwnProgram::Kind::file
                                               : OwnProgram::Kind::program};
}

std::vector<OwnProgram> ownPrograms() {
  std::vector<OwnProgram> programs;
  QSettings settings;
  const int count = settings.beginReadArray(kPrograms);
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    const OwnProgram program{settings.value(QStringLiteral("name")).toString(),
                             settings.value(QStringLiteral("command")).toString(),
                             kindNamed(settings.value(QStringLiteral("kind")).toString())};
    if (faultOfProgram(program).isEmpty()) programs.push_back(program);
  }
  settings.endArray();
  return programs;
}

void rememberProgram(const OwnProgram& program) {
  std::vector<OwnProgram> programs = ownPrograms();
  std::erase_if(programs, [&](const OwnProgram& other) {
    return other.name == program.name || (other.command == program.command && other.kind == program.kind);
  });
  programs.insert(programs.begin(), program);
  if (programs.size() > kMost) programs.resize(kMost);
  keep(programs);
}

void forgetProgram(const QString& name) {
  std::vector<OwnProgram> programs = ownPrograms();
  std::erase_if(programs, [&](const OwnProgram& other) { return other.name == name; });
  keep(programs);
}

QString faultOfProgram(const OwnProgram& program) {
  if (program.kind == OwnProgram::Kind::machine) {
    if (program.command.isEmpty())
      return say("Write the machine as after ssh, such as me@server; its first card is meant, or me@server:cuda:1.");
    if (const std::string fault = fault_of_device_id("ssh:" + program.command.toStdString());
        !fault.empty() || program.command.contains(QLatin1Char(' ')))
      return say("That is no machine; write it as after ssh, such as me@server.");
  } else if (program.kind == OwnProgram::Kind::file) {
    if (program.command.isEmpty()) return say("Choose a session, a card file or a mystery card.");
    if (!QFileInfo(program.command).isFile()) return say("There is no such file.");
  } else if (wordsOfCommand(program.command).isEmpty()) {
    return say("Write the command that starts the program, such as python3 cache_device.py.");
  }
  if (program.name.trimmed().isEmpty()) return say("Give it a name, by which the list of devices calls it.");
  return {};
}

QString nameForCommand(const QString& command) {
  const QStringList files = filesOfCommand(command), words = wordsOfCommand(command);
  if (words.isEmpty()) return {};
  return QFileInfo(files.isEmpty() ? words.front() : files.back()).completeBaseName();
}

QString nameFor(const OwnProgram& program) {
  if (program.kind == OwnProgram::Kind::program) return nameForCommand(program.command);
  if (program.kind == OwnProgram::Kind::file) return QFileInfo(program.command).completeBaseName();
  return program.command.section(QLatin1Char('@'), -1).section(QLatin1Char(':'), 0, 0);
}

QStringList wordsOfCommand(const QString& command) { return QProcess::splitCommand(command); }

QStringList filesOfCommand(const QString& command) {
  QStringList files;
  const QStringList words = wordsOfCommand(command);
  for (qsizetype i = 0; i < words.size(); ++i) {
    // The program itself is looked for on the path, unless its name leads to a folder.
    if (i == 0 && !words[i].contains(QDir::separator())) continue;
    const QFileInfo file(words[i]);
    if (file.isFile()) files << file.absoluteFilePath();
  }
  files.removeDuplicates();
  return files;
}

QString commandWord(const QString& word) {
  return word.contains(QLatin1Char(' ')) ? QLatin1Char('"') + word + QLatin1Char('"') : word;
}

}  // namespace chasescope
