#include "app/help/help_dialogs.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/measurement/version.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

QString row(const QString& key, const QString& what) {
  return QStringLiteral(
             "<tr><td style='padding: 3px 20px 3px 0; white-space: nowrap'><b>%1</b></td><td style='padding: 3px 0'>%2</td></tr>")
      .arg(key.toHtmlEscaped(), what.toHtmlEscaped());
}

QString everywhere(const QList<QAction*>& actions) {
  QString rows;
  for (const QAction* action : actions)
    if (!action->shortcut().isEmpty()) rows += row(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
  return rows + row(tr("Alt+1 … Alt+0"), tr("Bring up one of the views, in the order of their tabs")) +
         row(tr("Drop a file"), tr("Open a session, or a topology file of MT4G"));
}

QString inViews() {
  return row(tr("Right click"), tr("Copy the view, as a picture or as data")) + row(tr("F"), tr("Plots: show everything")) +
         row(tr("A, B"), tr("Scope and curves: place a cursor at the pointer, and drag it then. It reads the level there; both "
                            "show their difference")) +
         row(tr("Esc"), tr("Drop the cursors and the brush")) + row(tr("Wheel, + and -"), tr("Zoom")) +
         row(tr("Drag, arrow keys"), tr("Scope and miss pattern: pan")) +
         row(tr("Shift+wheel, middle button, Ctrl+arrows"), tr("Curves: pan")) + row(tr("Shift+drag"), tr("Zoom into a box")) +
         row(tr("Ctrl+drag"), tr("Brush accesses: the same ones light up in the other views"));
}

QLabel* column(const QString& title, const QString& rows) {
  auto* label = new QLabel(QStringLiteral("<h3>%1</h3><table>%2</table>").arg(title.toHtmlEscaped(), rows));
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  return label;
}

}  // namespace

void showShortcuts(QWidget* parent, const QList<QAction*>& actions) {
  QDialog dialog(parent);
  dialog.setWindowTitle(tr("Keyboard and mouse"));
  auto* content = new QWidget;
  auto* columns = new QHBoxLayout(content);
  columns->setContentsMargins(24, 16, 24, 16);
  columns->setSpacing(40);
  columns->addWidget(column(tr("Everywhere"), everywhere(actions)), 3);
  columns->addWidget(column(tr("In the views"), inViews()), 2);
  auto* area = new QScrollArea;
  area->setWidget(content);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::StrongFocus);  // its arrow keys scroll where the type is large
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(&dialog);
  layout->addWidget(area);
  layout->addWidget(buttons);
  const QSize room = parent->size() - QSize(48, 48);
  dialog.resize(QSize(content->fontMetrics().averageCharWidth() * 150, content->fontMetrics().lineSpacing() * 42).boundedTo(room));
  dialog.exec();
}

void showAbout(QWidget* parent) {
  QMessageBox::about(
      parent, tr("About ChaseScope"),
      QStringLiteral("<h3>%1</h3>").arg(QString::fromStdString(version_text()).toHtmlEscaped()) +
          tr("<p>Chases pointers through a GPU's memory, times every single load, and shows what the card is made of.</p>"
             "<p>The method: Mei, Zhao, Liu, Chu, <i>Benchmarking the Memory Hierarchy of Modern GPUs</i>, NPC 2014; Meltzer, "
             "Zeng, "
             "Cecka, <i>Micro-benchmarking the C2070</i>, GTC 2013.</p>"
             "<p>Free software under the GNU General Public License, version 3 or later. Uses Qt, QCustomPlot, nlohmann/json and "
             "CLI11; typefaces Inter and JetBrains Mono under the Open Font License.</p>"));
}

}  // namespace chasescope
