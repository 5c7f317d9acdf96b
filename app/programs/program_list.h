// Devices that a person added (docs/own-device.md): programs, cards of other machines, and files, each with a name, kept in the
// settings.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace chasescope {

struct OwnProgram {
  enum class Kind { program, machine, file };

  QString name;     ///< "My LRU"
  QString
      command;  ///< "python3 cache_device.py", as after exec:; of a machine "me@server:cuda:1", as after ssh:; the path of a file
  Kind kind = Kind::program;
  /// "exec:…", "ssh:…"; of a file what it is: file:, recording: or mystery:.
  QString id() const;
  friend bool operator==(const OwnProgram&, const OwnProgram&) = default;
};

/// Those that were opened, the newest first.
std::vector<OwnProgram> ownPrograms();
/// Puts a program first; another of that name, or with that command, goes. The oldest goes when there are too many.
void rememberProgram(const OwnProgram& program);
void forgetProgram(const QString& name);

/// The one of that id among those that were opened; one without a name if there is none.
OwnProgram ownProgramOf(const QString& id);

/// What is wrong with a name and a command that a person typed, as a sentence; empty if nothing is.
QString faultOfProgram(const OwnProgram& program);
/// A name for a command that has none yet: "cache_device" of "python3 ~/cache_device.py".
QString nameForCommand(const QString& command);
/// The same of what was typed for a kind: "server" of "me@server:cuda:1", "card" of "cards/card.json".
QString nameFor(const OwnProgram& program);
/// The words of a command as it will be started: split at spaces outside of double quotes.
QStringList wordsOfCommand(const QString& command);
/// The files that the words of the command name, as absolute paths: what is to be watched. A program that is found through the path
/// ("python3") is none of them.
QStringList filesOfCommand(const QString& command);
/// A word as it is written in a command: in double quotes where it has spaces.
QString commandWord(const QString& word);

}  // namespace chasescope
