// Programs of a person's own that are devices (docs/own-device.md): a name and a command line each, kept in the settings.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace chasescope {

struct OwnProgram {
  QString name;     ///< "My LRU"
  QString command;  ///< "python3 cache_device.py", as after exec:
  QString id() const { return QStringLiteral("exec:") + command; }
  friend bool operator==(const OwnProgram&, const OwnProgram&) = default;
};

/// Those that were opened, the newest first.
std::vector<OwnProgram> ownPrograms();
/// Puts a program first; another of that name, or with that command, goes. The oldest goes when there are too many.
void rememberProgram(const OwnProgram& program);
void forgetProgram(const QString& name);

/// What is wrong with a name and a command that a person typed, as a sentence; empty if nothing is.
QString faultOfProgram(const OwnProgram& program);
/// A name for a command that has none yet: "cache_device" of "python3 ~/cache_device.py".
QString nameForCommand(const QString& command);
/// The words of a command as it will be started: split at spaces outside of double quotes.
QStringList wordsOfCommand(const QString& command);
/// The files that the words of the command name, as absolute paths: what is to be watched. A program that is found through the path
/// ("python3") is none of them.
QStringList filesOfCommand(const QString& command);
/// A word as it is written in a command: in double quotes where it has spaces.
QString commandWord(const QString& word);

}  // namespace chasescope
