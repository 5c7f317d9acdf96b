// The folder of figures beside a report: it appears whole or not at all, and takes the place of nothing but an earlier one of its
// kind that nobody has touched since.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>

class QTemporaryDir;

namespace chasescope {

class FigureFolder {
 public:
  explicit FigureFolder(QString path);
  /// Takes away what was begun and not kept.
  ~FigureFolder();
  FigureFolder(const FigureFolder&) = delete;
  FigureFolder& operator=(const FigureFolder&) = delete;

  const QString& path() const { return path_; }
  /// Why no figures may be put there, as a sentence: something else is there. Empty if they may.
  QString problem() const;
  /// Makes a folder of another name beside its place, and takes away what reports of the same name left that were killed. A
  /// sentence if that fails.
  QString begin();
  /// Where the files go until place().
  QString workFolder() const;
  /// Lists the files with their checksums and brings the folder to its place. A sentence on failure: all is as it was.
  QString place();
  /// From now on the folder stays; what it took the place of goes. Without it, the destructor puts that back.
  void keep();

 private:
  QString workName() const;
  void clearUp();

  QString path_;
  int lock_ = -1;  // of the folder that is worked in, while it is
  std::unique_ptr<QTemporaryDir> work_;
  QString before_;  // the name that an earlier folder has been given until keep()
  bool placed_ = false;
};

}  // namespace chasescope
