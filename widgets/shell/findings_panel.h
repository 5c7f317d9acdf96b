// The panel of all findings, one row each, with value, interval and status. A row opens to the finding's method and reference, and
// leads to the runs that show the finding.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QListView;
class QModelIndex;
class QStackedLayout;

namespace chasescope {

class EmptyState;
class FindingsDelegate;
class FindingsModel;
class RunStore;
class Theme;

class FindingsPanel : public QWidget {
  Q_OBJECT
 public:
  FindingsPanel(RunStore& store, const Theme& theme, QWidget* parent = nullptr);

  /// Title, facts and buttons; may be put elsewhere, such as into a dock's title bar.
  QWidget* header() const { return header_; }
  FindingsModel* model() const { return model_; }
  QListView* list() const { return list_; }
  /// Scrolls to the findings of a subject and opens the first; does nothing if there are none.
  void showSubject(const QString& subject);

 signals:
  /// A row was clicked or entered: the runs that show its finding, in order. Never empty.
  void evidenceRequested(const QStringList& runIds);
  void exportRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void choose(const QModelIndex& index);
  void refreshState();

  RunStore& store_;
  const Theme& theme_;
  QWidget* header_ = nullptr;
  FindingsModel* model_;
  FindingsDelegate* delegate_;
  QListView* list_;
  QLabel* facts_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

}  // namespace chasescope
