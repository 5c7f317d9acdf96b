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
  QString command;  ///< the command of exec: ("python3 cache_device.py"), the address of ssh: ("me@server:cuda:1"), or the path of
                    ///< a file
  Kind kind = Kind::program;
  /// "exec:…", "ssh:…"; for a file file:…, recording:… or mystery:….
  QString id() const;
  friend bool operator==(const OwnProgram&, const OwnProgram&) = default;
};

/// The devices that were opened, the newest first.
std::vector<OwnProgram> ownPrograms();
/// Puts a program first; removes one with the same name or command, and the oldest if there are too many.
void rememberProgram(const OwnProgram& program);
void forgetProgram(const QString& name);

/// The program with that id; without a name if there is none.
OwnProgram ownProgramOf(const QString& id);

/// What is wrong with a typed name and command, as a sentence; empty if nothing is.
QString faultOfProgram(const OwnProgram& program);
/// A name for a command that has none yet: "cache_device" of "python3 ~/cache_device.py".
QString nameForCommand(const QString& command);
/// A name by what was typed for any kind: "server" for "me@server:cuda:1", "card" for "cards/card.json".
QString nameFor(const OwnProgram& program);
/// The words of a command as it will be started: split at spaces outside of double quotes.
QStringList wordsOfCommand(const QString& command);
/// The files in a command's words as absolute paths, which are to be watched. A program that is found through the search path
/// ("python3") is not among them.
QStringList filesOfCommand(const QString& command);
/// A word as written in a command: in double quotes if it has spaces.
QString commandWord(const QString& word);

}  // namespace chasescope
