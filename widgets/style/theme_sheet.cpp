#include "widgets/style/theme_sheet.h"

#include <QHash>

namespace chasescope {
namespace {

// @name is replaced by a colour, #n# by n px times the type scale.
constexpr auto kSheet = R"(
* { outline: none; }
QWidget { color: @ink; }
QMainWindow, QDialog, QWidget[class~="ground"] { background: @ground; }
QFrame[class~="rule"] { background: @line; border: none; max-height: 1px; }
QFrame[class~="card"], QWidget[class~="card"] { background: @card; border: 1px solid @line; border-radius: 8px; }
QFrame[class~="popup"] { background: @card; border: 1px solid @outline; }
QLabel { background: transparent; border: none; }
QLabel[class~="title"] { font-size: #15#; font-weight: 600; }
QLabel[class~="heading"] { font-size: #12#; font-weight: 600; color: @quietInk; }
QLabel[class~="quiet"] { color: @quietInk; font-size: #12#; }
QLabel[class~="error"] { color: @danger; font-size: #12#; }
QLabel[class~="banner"] { color: @ink; background: @dangerSoft; border: 1px solid @danger; border-radius: 6px; padding: 8px; }
QLabel[class~="note"] { color: @quietInk; background: @hover; border: 1px solid @line; border-radius: 6px; padding: 8px; }
QLabel[class~="drop"] { background: @card; color: @ink; border: 3px dashed @accent; border-radius: 12px; padding: 16px; font-size: #15#; font-weight: 600; }

QPushButton { background: @card; border: 1px solid @outline; border-radius: 6px; padding: #6# #14#; font-weight: 500; min-height: #18#; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @line; }
QPushButton:focus { border: 2px solid @focus; padding: #5# #13#; }
QPushButton:disabled { color: @disabled; border-color: @line; }
QPushButton:checked { background: @accentSoft; border-color: @accent; color: @accent; }
QPushButton[class~="primary"] { background: @accent; border-color: @accent; color: @accentInk; font-weight: 600; }
QPushButton[class~="primary"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[class~="primary"]:pressed { background: @accentPressed; }
QPushButton[class~="primary"]:focus { border: 2px solid @ink; }
QPushButton[class~="primary"]:disabled { background: @line; border-color: @line; color: @disabled; }

QPushButton[class~="choice"] { padding: #3# #6#; min-height: #16#; font-size: #12#; }
QPushButton[class~="choice"]:focus { padding: #2# #5#; }
QPushButton[class~="choice"]:checked { font-weight: 600; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: #4#; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @line; }
QToolButton:checked { background: @accentSoft; color: @accent; border-color: @accent; }
QToolButton:focus { border: 2px solid @focus; padding: #3#; }
QToolButton:disabled { color: @disabled; }
QToolButton[class~="primary"] { background: @accent; border-color: @accent; color: @accentInk; font-weight: 600; padding: #5# #14#; }
QToolButton[class~="primary"]:hover { background: @accentHover; border-color: @accentHover; }
QToolButton[class~="primary"]:pressed { background: @accentPressed; }
QToolButton[class~="primary"]:focus { border: 2px solid @ink; padding: #4# #13#; }
QToolButton[class~="primary"]:disabled { background: @line; border-color: @line; color: @disabled; }
QToolButton[class~="segment"] { border: 1px solid @outline; border-radius: 0; padding: #4# #10#; font-size: #12#; margin-left: -1px; }
QToolButton[class~="segment"]:checked { background: @accentSoft; color: @accent; border-color: @accent; font-weight: 600; }
QToolButton[class~="segment"]:focus { border: 2px solid @focus; padding: #3# #9#; }
QToolButton[class~="step"] { border: 1px solid @outline; background: @card; padding: 0; min-width: #26#; min-height: #26#; font-size: #15#; }
QToolButton[class~="step"]:hover { background: @hover; }
QToolButton[class~="step"]:pressed { background: @line; }
QToolButton[class~="first"] { border-top-left-radius: 6px; border-bottom-left-radius: 6px; margin-left: 0; }
QToolButton[class~="last"] { border-top-right-radius: 6px; border-bottom-right-radius: 6px; }

QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit {
  background: @card; border: 1px solid @outline; border-radius: 6px; padding: #5# #8#; min-height: #18#;
  selection-background-color: @accent; selection-color: @accentInk; }
QLineEdit:hover, QComboBox:hover { border-color: @quietInk; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border: 2px solid @focus; padding: #4# #7#; }
QLineEdit:disabled, QComboBox:disabled { background: @sunken; color: @disabled; border-color: @line; }
QSpinBox[class~="cell"] { padding: #3# 1px; }
QSpinBox[class~="cell"]:focus { padding: #2# 0px; }
QLineEdit[class~="wrong"] { border: 2px solid @danger; padding: #4# #7#; background: @dangerSoft; }
QComboBox::drop-down { border: none; width: #24#; }
QComboBox::down-arrow { image: url(:/icons/@chevron.svg); width: #14#; height: #14#; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @outline; padding: 4px; selection-background-color: @accentSoft;
  selection-color: @ink; }
QComboBox QAbstractItemView::item { min-height: #26#; padding: 2px 6px; }

QSlider { min-height: #20#; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @line; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: #14#; height: #14#; margin: -#7# 0; border-radius: #8#; background: @card; border: 2px solid @accent; }
QSlider::handle:horizontal:hover { background: @accentSoft; }
QSlider:focus { border: none; }
QSlider::handle:horizontal:focus { border: 3px solid @focus; }

QListView, QTreeView, QTableView { background: @card; border: none; border-radius: 6px; selection-background-color: @accentSoft;
  selection-color: @ink; }
QListView[class~="bare"] { background: transparent; }
QHeaderView::section { background: @card; border: none; border-bottom: 1px solid @line; padding: 6px; color: @quietInk; font-weight: 600; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar::handle:vertical { background: @scroll; border-radius: 3px; min-height: 28px; margin: 1px; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle:horizontal { background: @scroll; border-radius: 3px; min-width: 28px; margin: 1px; }
QScrollBar::handle:hover { background: @quietInk; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabBar::tab { background: transparent; padding: #8# #8#; border: none; border-bottom: 2px solid transparent; color: @quietInk; font-weight: 500; }
QTabBar::tear { width: 0; image: none; }
QTabBar::tab:hover { color: @ink; }
QTabBar::tab:selected { color: @accent; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @focus; }
QToolButton#viewList::menu-indicator { image: none; }
QTabWidget::pane { border: none; }
QDockWidget { font-weight: 600; titlebar-close-icon: none; }
QDockWidget::title { background: transparent; padding: #8# 4px; }
QMainWindow::separator { background: transparent; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: @line; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @line; }
QMenuBar { background: @card; border-bottom: 1px solid @line; }
QMenuBar::item { padding: #6# #10#; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @card; border: 1px solid @outline; border-radius: 6px; padding: 4px; }
QMenu::item { padding: #6# #24# #6# #12#; border-radius: 4px; }
QMenu::item:selected { background: @accentSoft; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolBar { background: @card; border: none; border-bottom: 1px solid @line; padding: 6px 8px; spacing: 8px; }
QStatusBar { background: @card; border-top: 1px solid @line; color: @quietInk; font-size: #12#; }
QStatusBar::item { border: none; }
QProgressBar { background: @line; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QToolTip { background: @card; color: @ink; border: 1px solid @outline; padding: 6px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid @focus; }
QListWidget::indicator { width: #13#; height: #13#; border: 1px solid @outline; border-radius: 3px; background: @card; }
QListWidget::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/@tick.svg); }
)";

// Edges of controls are thicker. Controls that are disabled have dashed edges, because greyer ink would be hard to read.
constexpr auto kContrastSheet = R"(
QPushButton, QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit { border-width: 2px; padding: #4# #7#; }
QPushButton { padding: #5# #13#; }
QPushButton:focus, QToolButton:focus, QLineEdit:focus, QComboBox:focus { border: 3px solid @focus; }
QToolButton[class~="primary"]:focus, QPushButton[class~="primary"]:focus { border: 3px solid @focus; }
QPushButton:disabled, QToolButton:disabled, QLineEdit:disabled, QComboBox:disabled { border: 1px dashed @disabled; color: @disabled; }
QPushButton[class~="primary"]:disabled, QToolButton[class~="primary"]:disabled { background: @card; border: 1px dashed @disabled; color: @disabled; }
QPushButton:pressed, QToolButton:pressed { background: @hover; }
QToolButton:hover, QPushButton:hover, QMenu::item:selected, QMenuBar::item:selected { border: 1px solid @outline; }
QTabBar::tab:selected { border-bottom-width: 4px; }
QTabBar::tab:focus { border: 2px solid @focus; }
QTabBar QToolButton:disabled { border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 3px solid @focus; }
)";

}  // namespace

QString themeSheet(const Palette& p, double fontScale) {
  const QList<std::pair<const char*, QColor>> colours{{"accentHover", p.accentHover},
                                                      {"accentPressed", p.accentPressed},
                                                      {"accentInk", p.accentInk},
                                                      {"accentSoft", p.accentSoft},
                                                      {"accent", p.accent},
                                                      {"ground", p.ground},
                                                      {"card", p.card},
                                                      {"sunken", p.sunken},
                                                      {"ink", p.ink},
                                                      {"quietInk", p.quietInk},
                                                      {"line", p.line},
                                                      {"outline", p.outline},
                                                      {"hover", p.hover},
                                                      {"focus", p.focus},
                                                      {"dangerSoft", p.dangerSoft},
                                                      {"danger", p.danger},
                                                      {"disabled", disabledInk(p, 0.65)},
                                                      {"scroll", mixed(p.quietInk, p.card, p.highContrast ? 0.8 : 0.32)}};
  QString sheet;
  const QString source = QString::fromUtf8(kSheet) + (p.highContrast ? QString::fromUtf8(kContrastSheet) : QString());
  for (qsizetype i = 0; i < source.size(); ++i) {
    const QChar c = source[i];
    if (c == QLatin1Char('@')) {
      qsizetype end = i + 1;
      while (end < source.size() && source[end].isLetter()) ++end;
      const QString name = source.mid(i + 1, end - i - 1);
      if (name == QLatin1String("chevron")) {
        sheet += p.dark ? QStringLiteral("chevron-light") : QStringLiteral("chevron-dark");
      } else if (name == QLatin1String("tick")) {
        sheet += p.dark ? QStringLiteral("tick-dark") : QStringLiteral("tick-light");  // the tick lies on the accent colour
      } else {
        for (const auto& [key, colour] : colours)
          if (name == QLatin1String(key)) sheet += colour.name();
      }
      i = end - 1;
    } else if (c == QLatin1Char('#') && i + 1 < source.size() && source[i + 1].isDigit()) {
      const qsizetype end = source.indexOf(QLatin1Char('#'), i + 1);
      sheet += QStringLiteral("%1px").arg(qRound(source.mid(i + 1, end - i - 1).toInt() * fontScale));
      i = end;
    } else {
      sheet += c;
    }
  }
  return sheet;
}

}  // namespace chasescope
