// Chooses the card that stands beside the open one in the memory diagram: a bundled recording, a session or a topology file.
#pragma once

#include <QObject>

#include "engine/device/description.h"

class QMenu;

namespace chasescope {

class Explorer;
class MemoryView;

class MemoryComparison : public QObject {
  Q_OBJECT
 public:
  /// Gives the view's button a menu. Explorer and view must outlive this object.
  MemoryComparison(Explorer& explorer, MemoryView& view, QObject* parent);

  /// Shows the document beside the card. \return a sentence if the document can't be opened, otherwise empty.
  QString compareWith(const QString& document);

 private:
  void fillMenu(QMenu& menu);
  void askForFile();
  void show(const QString& document);

  Explorer& explorer_;
  MemoryView& view_;
  Description known_;  // the device whose assumed numbers are marked
};

}  // namespace chasescope
