#include "widgets/glossary/glossary_dialog.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "engine/findings/terms.h"
#include "engine/trace/near_word.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/term_card.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

/// Whether a name of the term, its meaning or its source contains the words.
bool tells(const Term& term, const QString& words) {
  for (const char* text : {term.name, term.words, term.meaning, term.paper})
    if (QString::fromUtf8(text).contains(words, Qt::CaseInsensitive)) return true;
  return false;
}

}  // namespace

GlossaryDialog::GlossaryDialog(Glossary& glossary, QWidget* parent)
    : QDialog(parent),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      nothing_(new QLabel(this)),
      card_(new TermCard(glossary)) {
  setWindowTitle(tr("Glossary"));
  setObjectName(QStringLiteral("glossaryDialog"));
  const Theme& theme = glossary.theme();
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search the glossary"));
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  list_->setAccessibleName(tr("Terms"));
  list_->setFont(theme.text(14));
  for (const Term& term : all_terms()) {
    auto* item = new QListWidgetItem(QString::fromUtf8(term.name), list_);
    item->setData(Qt::UserRole, QString::fromUtf8(term.id));
  }
  auto* left = new QVBoxLayout;
  left->addWidget(search_);
  nothing_->setWordWrap(true);
  nothing_->setTextFormat(Qt::RichText);
  nothing_->setFont(theme.text(14));
  nothing_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  nothing_->hide();
  connect(nothing_, &QLabel::linkActivated, this, [this](const QString& id) { show(id); });
  left->addWidget(nothing_);
  left->addWidget(list_, 1);
  auto* row = new QHBoxLayout(this);
  row->addLayout(left, 2);
  QWidget* page = scrolling(card_);
  page->setAccessibleName(tr("What the term means"));
  row->addWidget(page, 3);
  connect(search_, &QLineEdit::textChanged, this, &GlossaryDialog::find);
  connect(list_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item != nullptr) card_->show(item->data(Qt::UserRole).toString());
  });
  connect(card_, &TermCard::termRequested, this, [this](const QString& id) { show(id); });
  connect(card_, &TermCard::viewRequested, this, [this, &glossary](const QString& view) {
    close();
    emit glossary.viewRequested(view);
  });
  list_->setCurrentRow(0);
  const QSize room = parent == nullptr ? QSize(900, 700) : parent->size() - QSize(48, 48);
  resize(QSize(theme.scaled(680), theme.scaled(520)).boundedTo(room));
}

void GlossaryDialog::show(const QString& id) {
  for (int row = 0; row < list_->count(); ++row) {
    if (list_->item(row)->data(Qt::UserRole).toString() != id) continue;
    if (list_->item(row)->isHidden()) search_->clear();
    list_->setCurrentRow(row);
  }
  QDialog::show();
  raise();
  if (id.isEmpty()) search_->setFocus();
}

QString GlossaryDialog::shown() const { return card_->shown(); }

// Shows the term with this name; else the first term whose name contains the words; else the first whose text contains them.
void GlossaryDialog::find(const QString& words) {
  const Term* named = term_named(words.trimmed().toStdString());
  int first = -1;
  for (int row = 0; row < list_->count(); ++row) {
    const QString id = list_->item(row)->data(Qt::UserRole).toString();
    const Term& term = *find_term(id.toStdString());
    list_->item(row)->setHidden(!tells(term, words.trimmed()));
    if (&term == named) first = row;
  }
  for (int row = 0; row < list_->count() && first < 0; ++row)
    if (!list_->item(row)->isHidden() && list_->item(row)->text().contains(words.trimmed(), Qt::CaseInsensitive)) first = row;
  for (int row = 0; row < list_->count() && first < 0; ++row)
    if (!list_->item(row)->isHidden()) first = row;
  nothing_->setVisible(first < 0);
  if (first < 0) return tellNothing(words.trimmed());
  list_->setCurrentRow(first);
}

/// Says that no term has the words, and offers the term with the most similar name as a link.
void GlossaryDialog::tellNothing(const QString& words) {
  std::vector<std::string> names;
  for (const Term& term : all_terms()) {
    names.emplace_back(QString::fromUtf8(term.name).toLower().toStdString());
    for (const QString& other : QString::fromUtf8(term.words).split(QLatin1Char('|'), Qt::SkipEmptyParts))
      names.push_back(other.toLower().toStdString());
  }
  const std::string near = near_word(words.toLower().toStdString(), names);
  const Term* meant = near.empty() ? nullptr : term_named(near);
  QString said = tr("No term has ‘%1’ in it.").arg(words.left(40).toHtmlEscaped());
  if (meant != nullptr)
    said += QStringLiteral(" ") +
            tr("Did you mean <a href=\"%1\">%2</a>?").arg(QLatin1String(meant->id), QString::fromUtf8(meant->name).toHtmlEscaped());
  nothing_->setText(said);
}

QString GlossaryDialog::nothingFound() const { return nothing_->isHidden() ? QString() : nothing_->text(); }

bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {  // the arrows move through the list; the words in the field stay
      QCoreApplication::sendEvent(list_, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace chasescope

#include "moc_glossary_dialog.cpp"
