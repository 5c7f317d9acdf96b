#include "app/documents/memory_comparison.h"

#include <QFileDialog>
#include <QMenu>
#include <QToolButton>

#include "app/documents/assumed_numbers.h"
#include "app/measurement/explorer.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/convert.h"
#include "widgets/document/shown_text.h"
#include "widgets/views/memory/memory_view.h"

namespace chasescope {

MemoryComparison::MemoryComparison(Explorer& explorer, MemoryView& view, QObject* parent)
    : QObject(parent), explorer_(explorer), view_(view) {
  auto* menu = new QMenu(view_.comparison());
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(*menu); });
  fillMenu(*menu);
  view_.comparison()->setMenu(menu);
  view_.comparison()->setPopupMode(QToolButton::InstantPopup);
  connect(&explorer_, &Explorer::otherChanged, this, [this] {
    view_.compareWith(explorer_.other(), explorer_.other() ? assumedNumbersOf(*explorer_.other()) : AssumedNumbers());
  });
  connect(&explorer_, &Explorer::deviceOpened, this, [this](const QString& id) { view_.setAssumed(assumedNumbersOf(id)); });
  connect(&explorer_, &Explorer::documentChanged, this, [this] {
    // Each trace of a free run changes the document, but the card's file is read only once for each device.
    const Session& session = explorer_.session();
    if (session.device == known_) return;
    known_ = session.device;
    view_.setAssumed(assumedNumbersOf(session));
  });
}

void MemoryComparison::fillMenu(QMenu& menu) {
  menu.clear();
  for (const BundledRecording& recording : bundled_recordings()) {
    const QString document = QStringLiteral("recording:") + QString::fromStdString(recording.id);
    QAction* action = menu.addAction(tr("%1 (recorded)").arg(QString::fromStdString(recording.name)));
    connect(action, &QAction::triggered, this, [this, document] { show(document); });
  }
  connect(menu.addAction(tr("A session or a topology file …")), &QAction::triggered, this, &MemoryComparison::askForFile);
  QAction* alone = menu.addAction(tr("No other card"));
  alone->setEnabled(explorer_.other() != nullptr);
  connect(alone, &QAction::triggered, this, [this] { explorer_.setOther(nullptr); });
}

void MemoryComparison::askForFile() {
  const QString path = QFileDialog::getOpenFileName(&view_, tr("The card to stand beside this one"), {},
                                                    tr("Sessions and topology files (*.json *.cbor);;All files (*)"));
  if (!path.isEmpty()) show(path);
}

void MemoryComparison::show(const QString& document) {
  if (const QString fault = compareWith(document); !fault.isEmpty()) view_.tell(fault);
}

QString MemoryComparison::compareWith(const QString& document) {
  auto opened = open_document(document_file(document.toStdString()));
  if (!opened) return QString::fromStdString(opened.error().message);
  OpenedDocument found = *std::move(opened);
  auto other = std::make_shared<Session>(shownSession(std::move(found.session)));
  other->runs.clear();  // only the findings of the other card are shown
  explorer_.setOther(std::move(other));
  return {};
}

}  // namespace chasescope

#include "moc_memory_comparison.cpp"
