#include "app/programs/program_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <algorithm>

namespace chasescope {
namespace {

constexpr std::size_t kMost = 20;
const QString kPrograms = QStringLiteral("ownPrograms");

QString say(const char* text) { return QCoreApplication::translate("OwnPrograms", text); }

void keep(const std::vector<OwnProgram>& programs) {
  QSettings settings;
  settings.beginWriteArray(kPrograms, static_cast<int>(programs.size()));
  for (std::size_t i = 0; i < programs.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("name"), programs[i].name);
    settings.setValue(QStringLiteral("command"), programs[i].command);
  }
  settings.endArray();
}

}  // namespace

std::vector<OwnProgram> ownPrograms() {
  std::vector<OwnProgram> programs;
  QSettings settings;
  const int count = settings.beginReadArray(kPrograms);
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    const OwnProgram program{settings.value(QStringLiteral("name")).toString(),
                             settings.value(QStringLiteral("command")).toString()};
    if (faultOfProgram(program).isEmpty()) programs.push_back(program);
  }
  settings.endArray();
  return programs;
}

void rememberProgram(const OwnProgram& program) {
  std::vector<OwnProgram> programs = ownPrograms();
  std::erase_if(programs, [&](const OwnProgram& other) { return other.name == program.name || other.command == program.command; });
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
  if (wordsOfCommand(program.command).isEmpty())
    return say("Write the command that starts the program, such as python3 cache_device.py.");
  if (program.name.trimmed().isEmpty()) return say("Give the program a name, by which the list of devices calls it.");
  return {};
}

QString nameForCommand(const QString& command) {
  const QStringList files = filesOfCommand(command), words = wordsOfCommand(command);
  if (words.isEmpty()) return {};
  return QFileInfo(files.isEmpty() ? words.front() : files.back()).completeBaseName();
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
