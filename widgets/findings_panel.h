// The findings: what has been learnt, one row each, with value, interval and status. A row opens to its method and reference, and
// leads to the runs that show it.
#pragma once

#include <QStringList>
#include <QWidget>

class QListView;
class QLabel;

namespace chasescope {

class EmptyState;
class FindingsModel;
class RunStore;
class Theme;

class FindingsPanel : public QWidget {
  Q_OBJECT
 public:
  FindingsPanel(RunStore& store, const Theme& theme, QWidget* parent = nullptr);

  FindingsModel* model() const { return model_; }
  QListView* list() const { return list_; }

 signals:
  /// A row was clicked or entered: the runs that show the finding, in order. Never empty.
  void evidenceRequested(const QStringList& runIds);
  /// Index in RunStore::findings().
  void findingSelected(int index);

 private:
  void refreshState();
  void restyle();

  const Theme& theme_;
  FindingsModel* model_;
  QListView* list_;
  QLabel* facts_;
  EmptyState* empty_;
};

}  // namespace chasescope
