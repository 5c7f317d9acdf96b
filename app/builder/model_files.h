// Model files as the cache builder asks for them, writes them and tells what is wrong with one.
#pragma once

#include <QMessageBox>
#include <QString>
#include <string_view>

class QWidget;

namespace chasescope {

/// "one-set-larger.json" of "One set larger".
QString modelFileName(const QString& name);
/// Where to save; with an ending. Empty if the person changed their mind.
QString askForModelPath(QWidget* parent, const QString& suggested);
/// Which file to go on with. Empty if the person changed their mind.
QString askForBuiltModel(QWidget* parent);
/// What is to become of what was not saved: Save, Discard or Cancel. Saving is offered where it is possible.
QMessageBox::StandardButton askAboutModel(QWidget* parent, const QString& title, const QString& sentence, bool canBeSaved);
/// The whole of it or nothing. \return what went wrong, in a sentence; empty if nothing did.
QString writeModel(const QString& path, std::string_view text);
/// Says it in a box, whatever a file or a path may hold.
void tellOfModel(QWidget* parent, const QString& title, const QString& fault);

}  // namespace chasescope
