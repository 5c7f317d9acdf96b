// The views as tabs, made from the list of views (widgets/registry/view_list.h), with signals for what they ask of the window.
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

  /// Small, so that a small window cuts the views. (The tabs' own minimum, that of the largest view, would keep the window large.)
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
  /// Brings up the view that explains a probe that was chosen and not yet run, if the probe's name alone explains little.
  void introduce(const QString& probe);
  /// The tab that a probe fills; that of the traces if no view is the probe's own.
  QWidget* viewOfProbe(const QString& probe) const;
  /// Brings up the view of that id; the present view stays where there is none. Where a tab has room for only one of its views, a
  /// second click on the tab, or its key, turns to the next.
  void showView(const std::string& id);
  /// Gives the view of that id most of the room that it shares with others. Empty: they get the sizes back that the person gave
  /// them.
  void giveRoom(const std::string& id);
  /// Shows new data in the views of the current tab at once; by themselves they show them a little later.
  void catchUp();
  /// Brings up the view in which an opened document shows best.
  void showDocument();
  void showMemory();
  void showReport();
  /// The run and the cache that a figure's view shows now. Empty if no view shows that figure.
  FigureChoice choiceOfFigure(const QString& figure) const;
  /// The figure that a view exports as it stands; empty for a view that has none.
  QString figureOf(const QWidget* view) const;
  /// All views, also those on hidden tabs; and of the current tab the view with the focus, or else the first one shown.
  QList<QWidget*> all() const;
  QWidget* active() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  /// A tab that has room for only one of its views shows another one.
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
  /// Shows all views of a tab where its height has room for them, and otherwise only the one that was turned to last.
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
