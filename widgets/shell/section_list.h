// A list of rows under headings, each row with an icon, a badge and a state. The lists of devices and probes use it.
#pragma once

#include <QColor>
#include <QListView>
#include <QPersistentModelIndex>
#include <QPoint>
#include <QString>
#include <vector>

class QStandardItemModel;

namespace chasescope {

class Theme;

struct SectionRow {
  QString id;  ///< empty for a heading
  QString text;
  QString detail;  ///< tooltip
  QString icon;
  QString badge;      ///< a short word at the right: "model", "live"
  QString badgeIcon;  ///< icon in place of the badge's word, which stays as accessible text
  enum class Tone { quiet, good, live, bad, busy } tone = Tone::quiet;
  bool enabled = true;
};

class SectionList : public QListView {
  Q_OBJECT
 public:
  SectionList(const Theme& theme, QWidget* parent);

  /// Replaces all rows and keeps the current one if it is still there.
  void setRows(const std::vector<SectionRow>& rows);
  QString currentId() const;
  /// Makes a row current without emitting chosen(); with an unknown id no row is current.
  void setCurrentId(const QString& id);
  QStandardItemModel* rows() const { return model_; }
  /// Lets rows be dragged; the data of a dragged row is its id, of this type. A row is then chosen when the mouse button is
  /// released, not when it is pressed.
  void setDragType(const QString& type) { dragType_ = type; }

 signals:
  /// The person made another row current.
  void chosen(const QString& id);
  /// The person double-clicked a row or pressed Enter.
  void entered(const QString& id);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  QModelIndex indexOf(const QString& id) const;

  void dragRow(const QModelIndex& row);

  QStandardItemModel* model_;
  QString dragType_;
  QPersistentModelIndex pressed_;
  QPoint pressedAt_;
  bool quiet_ = false;
};

}  // namespace chasescope
