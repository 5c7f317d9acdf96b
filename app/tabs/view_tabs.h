// The views as tabs, made from the list of views (widgets/registry/view_list.h), and what they ask of the window.
#pragma once

#include <QList>
#include <QTabWidget>
#include <string_view>
#include <vector>

#include "app/measurement/explorer.h"
#include "widgets/style/theme.h"
#include "widgets/views/view_entry.h"

class QSplitter;

namespace chasescope {

class AxisLinks;
class MemoryComparison;

class ViewTabs : public QTabWidget {
  Q_OBJECT
 public:
  ViewTabs(Explorer& explorer, const Theme& theme, QWidget* parent = nullptr);

  /// Small: in a small window views are cut before the window is. (By itself it would be as large as the largest of all views needs.)
  QSize minimumSizeHint() const override { return {420, 200}; }

  /// The view of that class, of which there is one: of<ScopeView>().
  template <typename V>
  V& of() const {
    for (View* view : views_)
      if (auto* one = qobject_cast<V*>(view)) return *one;
    qFatal("No view is a %s", V::staticMetaObject.className());
  }
  MemoryComparison& comparison() { return *comparison_; }
  AxisLinks& links() { return *links_; }

  /// Brings up the view that shows runs of this call ("bank"); the traces where none does.
  void showViewOf(std::string_view call);
  /// Brings up the view where a probe that has just started shows best.
  void showViewOfProbe(const QString& probe);
  /// Brings up the view that explains a probe, which was chosen and not yet run, where its name alone explains little.
  void introduce(const QString& probe);
  /// The tab that a probe fills; the one of the traces where it has none of its own.
  QWidget* viewOfProbe(const QString& probe) const;
  /// Brings up the view of that id; leaves the one in front where there is none. Where a tab has room for one of its views only, a
  /// second click on the tab, or its key, turns to the next.
  void showView(const std::string& id);
  /// Where views share a tab, that one gets most of it; empty: as a person had it before.
  void giveRoom(const std::string& id);
  /// The views of the tab in front take in at once what has landed, which they do by themselves a little later.
  void catchUp();
  /// The view in which an opened document shows best.
  void showDocument();
  void showMemory();
  void showReport();
  /// The run that a figure is made of, and the cache that it shows: what its view shows. Empty if that is none.
  FigureChoice choiceOfFigure(const QString& figure) const;
  /// The figure that a view exports as it stands; empty for a view that has none.
  QString figureOf(const QWidget* view) const;
  /// All views, also those on tabs behind; and of the tab in front, the one that was used last.
  QList<QWidget*> all() const;
  QWidget* active() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  /// Of a tab that has room for one of its views only another one is in front.
  void turned(const std::string& id);
  void exportRequested(const QString& figure);
  void reportRequested();
  /// A probe is to be run with these values; what they leave out has its default.
  void probeRequested(const QString& name, const ParameterValues& values);
  void evidenceRequested(const QStringList& runIds);
  void roomRequested();

 private:
  void placeViews();
  void connectViews();
  void addList(const Theme& theme);
  /// Shows all views of a tab where its height has room for them, else the one that was turned to last.
  void shareRoom(QSplitter& together);
  void turnWithin(QSplitter& together, int to);
  void turnToNext(int tab);
  /// The tab that a view lies on.
  QWidget* tabOf(const View& view) const;
  View* viewOf(const ViewEntry* entry) const;

  Explorer& explorer_;
  const Theme& theme_;
  std::vector<View*> views_;  // as allViews()
  MemoryComparison* comparison_ = nullptr;
  AxisLinks* links_ = nullptr;
  QList<int> sharedSizes_;  // of the views that share a tab, before one of them got more room
};

}  // namespace chasescope
