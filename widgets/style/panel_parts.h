// Parts of panels: icon buttons that follow the theme, choices side by side, and labels that are cut to their room.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QAbstractButton;
class QBoxLayout;
class QButtonGroup;
class QLabel;
class QToolButton;
class QWidget;

namespace chasescope {

class Theme;

/// Gives a button an icon in the theme's colours, now and after every change of the theme.
void bindIcon(QAbstractButton* button, const Theme& theme, const QString& icon, double pixels = 18);

/// A button with an icon; `text` is its accessible name and, with the keys, its tooltip.
QToolButton* iconButton(const Theme& theme, const QString& icon, const QString& text, const QString& keys, QWidget* parent);

/// One of several choices side by side. Buttons have the ids 0, 1, …; the first is chosen.
QButtonGroup* segments(const QStringList& texts, const QStringList& tooltips, QBoxLayout* into, QWidget* parent);
/// The same with icons instead of words.
QButtonGroup* iconSegments(const Theme& theme, const QStringList& icons, const QStringList& tooltips, QBoxLayout* into,
                           QWidget* parent);

/// Makes the content of a panel scroll where it is higher than the panel.
QWidget* scrolling(QWidget* content);

/// A line of text that is cut with an ellipsis where it has too little room; its tooltip has the full text.
QLabel* elidedLabel(QWidget* parent, const char* look);

}  // namespace chasescope
