#include "app/window/model_numbers.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/device/catalogue/catalogue.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

ModelNumber::Origin origin_of(model::SheetRow::Origin origin) {
  switch (origin) {
    case model::SheetRow::Origin::published: return ModelNumber::Origin::published;
    case model::SheetRow::Origin::assumed: return ModelNumber::Origin::assumed;
    case model::SheetRow::Origin::unstated: break;
  }
  return ModelNumber::Origin::unstated;
}

/// The file's words on the source of a number, without "assumed", which has a column of its own.
QString source_text(const model::SheetRow& row) {
  QString text = shownText(row.source);
  if (row.origin == model::SheetRow::Origin::assumed) text = text.mid(QStringLiteral("assumed").size());
  while (text.startsWith(QLatin1Char(':')) || text.startsWith(QLatin1Char(',')) || text.startsWith(QLatin1Char(' ')))
    text.remove(0, 1);
  return text;
}

}  // namespace

std::vector<ModelNumber> model_numbers_of(const QString& id) {
  std::vector<ModelNumber> numbers;
  const auto sheet = sheet_of_device(id.toStdString());
  if (!sheet || !*sheet) return numbers;
  for (const model::SheetRow& row : **sheet)
    numbers.push_back({shownText(row.part), shownText(row.quantity), shownText(row.value), source_text(row), origin_of(row.origin),
                       shownText(row.reference)});
  return numbers;
}

ModelNumbersDialog::ModelNumbersDialog(const QString& device, const std::vector<ModelNumber>& numbers, const Theme& theme,
                                       QWidget* parent)
    : QDialog(parent), view_(new ModelNumbersView(theme, this)) {
  setWindowTitle(tr("Numbers of %1").arg(device));
  view_->setNumbers(numbers);
  auto* explanation = looking(
      new QLabel(tr("Assumed numbers have no published source; the model needs them to be complete. Probes never see this list.")),
      "quiet");
  explanation->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addWidget(looking(new QLabel(device), "title"));
  layout->addWidget(explanation);
  layout->addWidget(view_, 1);
  layout->addWidget(buttons);
  resizeOnScreen(*this, {theme.scaled(1160), theme.scaled(640)});
  view_->setFocus();
}

}  // namespace chasescope

#include "moc_model_numbers.cpp"
