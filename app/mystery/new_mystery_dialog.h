// Makes a mystery card: its level, its seed, its budget, which probes stay open, and its file.
#pragma once

#include <QDialog>
#include <QString>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace chasescope {

class Theme;

class NewMysteryDialog : public QDialog {
  Q_OBJECT
 public:
  NewMysteryDialog(const Theme& theme, QWidget* parent);

  /// Whether the card is to be opened at once, and its file. Both hold once the card was made.
  bool opens() const;
  QString path() const;

  void setPath(const QString& path);

 private:
  void draw();
  void levelChanged();
  void browse();
  void make();
  void refuse(const QString& sentence);

  QComboBox* level_;
  QLabel *asks_, *fault_;
  QLineEdit *seed_, *budget_, *path_;
  QCheckBox *locks_, *opens_;
  QPushButton* make_;
};

}  // namespace chasescope
