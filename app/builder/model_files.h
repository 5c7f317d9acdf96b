// Model files of the cache builder: dialogs that ask for one, writing one, and a box that tells what is wrong with one.
#pragma once

#include <QMessageBox>
#include <QString>
#include <string_view>

class QWidget;

namespace chasescope {

/// The name of a model's file: "one-set-larger.json" for "One set larger".
QString modelFileName(const QString& name);
/// Asks where to save. A name without an ending gets ".json". Empty if the person changed their mind.
QString askForModelPath(QWidget* parent, const QString& suggested);
/// Asks which file to go on with. Empty if the person changed their mind.
QString askForBuiltModel(QWidget* parent);
/// Asks what to do with changes that were not saved: Save, Discard or Cancel. Save is offered only if `canBeSaved`.
QMessageBox::StandardButton askAboutModel(QWidget* parent, const QString& title, const QString& sentence, bool canBeSaved);
/// Writes the whole file or nothing. \return what went wrong, in a sentence; empty if nothing did.
QString writeModel(const QString& path, std::string_view text);
/// Shows the fault in a box as plain text, as it may hold any characters of a file or a path.
void tellOfModel(QWidget* parent, const QString& title, const QString& fault);

}  // namespace chasescope
