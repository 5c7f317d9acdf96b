// Which other card stands beside the one that is shown in the memory diagram: a bundled recording, a session or a topology file.
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
  /// Gives the view's button a menu. All must outlive it.
  MemoryComparison(Explorer& explorer, MemoryView& view, QObject* parent);

  /// Shows the document beside the card; a sentence if it can't be opened.
  QString compareWith(const QString& document);

 private:
  void fillMenu(QMenu& menu);
  void askForFile();
  void show(const QString& document);

  Explorer& explorer_;
  MemoryView& view_;
  Description known_;  // whose assumed numbers are marked
};

}  // namespace chasescope
