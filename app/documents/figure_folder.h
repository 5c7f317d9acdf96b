// The folder of figures beside a report: it appears complete or not at all, and replaces only an earlier folder of figures that
// nobody has changed.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>

class QTemporaryDir;

namespace chasescope {

class FigureFolder {
 public:
  explicit FigureFolder(QString path);
  /// Removes a folder that was begun and not kept.
  ~FigureFolder();
  FigureFolder(const FigureFolder&) = delete;
  FigureFolder& operator=(const FigureFolder&) = delete;

  const QString& path() const { return path_; }
  /// Why figures can't be put there, as a sentence: something else has the name. Empty if they can.
  QString problem() const;
  /// Makes a temporary folder beside the place, and removes those that killed reports of the same name left. Returns a sentence if
  /// that fails.
  QString begin();
  /// The temporary folder, for the files until place().
  QString workFolder() const;
  /// Lists the files with their checksums and moves the folder to its place. Returns a sentence on failure: nothing has changed
  /// then.
  QString place();
  /// Keeps the folder and removes the folder that it replaced. Without this call, the destructor restores the replaced folder.
  void keep();

 private:
  QString workName() const;
  void clearUp();

  QString path_;
  int lock_ = -1;  // lock of the temporary folder
  std::unique_ptr<QTemporaryDir> work_;
  QString before_;  // the name to which the replaced folder was moved until keep()
  bool placed_ = false;
};

}  // namespace chasescope
