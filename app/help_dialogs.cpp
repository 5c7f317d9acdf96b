#include "app/help_dialogs.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "app/version.h"

namespace chasescope {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("chasescope::HelpDialogs", text); }

QString row(const QString& key, const QString& what) {
  return QStringLiteral("<tr><td style='padding: 3px 24px 3px 0'><b>%1</b></td><td style='padding: 3px 0'>%2</td></tr>")
      .arg(key.toHtmlEscaped(), what.toHtmlEscaped());
}

}  // namespace

void showShortcuts(QWidget* parent, const QList<QAction*>& actions) {
  QString text = QStringLiteral("<table>");
  for (const QAction* action : actions)
    if (!action->shortcut().isEmpty()) text += row(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
  text += row(translated("F"), translated("Scope and miss pattern: show everything"));
  text += row(translated("A, B"), translated("Scope: place a cursor at the pointer"));
  text += row(translated("Wheel, + and -"), translated("Zoom"));
  text += row(translated("Drag, arrow keys"), translated("Pan"));
  text += row(translated("Shift+drag"), translated("Zoom into a box"));
  text += row(translated("Ctrl+drag"), translated("Brush accesses: the same ones light up in the other views"));
  text += QStringLiteral("</table>");
  QMessageBox box(parent);
  box.setWindowTitle(translated("Keyboard and mouse"));
  box.setText(text);
  box.exec();
}

void showAbout(QWidget* parent) {
  QMessageBox::about(
      parent, translated("About ChaseScope"),
      QStringLiteral("<h3>%1</h3>").arg(QString::fromStdString(version_text()).toHtmlEscaped()) +
          translated("<p>Chases pointers through a GPU's memory, times every single load, and shows what the card is made of.</p>"
                     "<p>The method: Mei, Zhao, Liu, Chu, <i>Benchmarking the Memory Hierarchy of Modern GPUs</i>, NPC 2014; Meltzer, Zeng, "
                     "Cecka, <i>Micro-benchmarking the C2070</i>, GTC 2013.</p>"
                     "<p>Free software under the GNU General Public License, version 3 or later. Uses Qt, QCustomPlot, nlohmann/json and "
                     "CLI11; typefaces Inter and JetBrains Mono under the Open Font License.</p>"));
}

}  // namespace chasescope
