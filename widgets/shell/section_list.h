// A list of rows under headings, each with an icon, a badge and a state: what the device list and the probe list are made of.
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
  QString badgeIcon;  ///< in place of the word, which stays as accessible text
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
  /// Makes a row current without telling chosen(); an unknown id makes none current.
  void setCurrentId(const QString& id);
  QStandardItemModel* rows() const { return model_; }
  /// Rows can be dragged from here on; what is dragged has the row's id as data of this type. A row is then chosen when the button
  /// is let go.
  void setDragType(const QString& type) { dragType_ = type; }

 signals:
  /// The person made another row current.
  void chosen(const QString& id);
  /// Double click or Enter.
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
