#include "widgets/glossary/term_card.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/findings/terms.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/term_pictures.h"
#include "widgets/glossary/term_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

TermPicture::TermPicture(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void TermPicture::show(const Term& term) {
  term_ = &term;
  setAccessibleName(tr("Picture of the term “%1”").arg(QString::fromUtf8(term.name)));
  update();
}

QSize TermPicture::sizeHint() const { return {theme_.scaled(kSheetWidth), theme_.scaled(kSheetHeight)}; }

void TermPicture::paintEvent(QPaintEvent* /*event*/) {
  const DrawTerm draw = term_ == nullptr ? nullptr : pictureOfTerm(term_->id);
  if (draw == nullptr) return;
  QPainter painter(this);
  painter.scale(theme_.fontScale(), theme_.fontScale());
  TermSketch sketch(painter, theme_.colours());
  draw(sketch);
}

TermCard::TermCard(const Glossary& glossary, QWidget* parent)
    : QWidget(parent),
      glossary_(glossary),
      theme_(glossary.theme()),
      name_(new QLabel(this)),
      picture_(new TermPicture(theme_, this)),
      meaning_(new TermText(this)),
      paper_(looking(new QLabel(this), "quiet")),
      related_(new TermText(this)),
      view_(new QPushButton(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  column->addWidget(name_);
  column->addWidget(picture_, 0, Qt::AlignHCenter);
  column->addWidget(meaning_);
  column->addWidget(paper_);
  column->addWidget(related_);
  column->addWidget(view_, 0, Qt::AlignLeft);
  column->addStretch(1);
  paper_->setWordWrap(true);
  meaning_->setAccessibleName(tr("What the term means"));
  related_->setAccessibleName(tr("Terms next to it"));
  view_->setObjectName(QStringLiteral("termView"));
  connect(meaning_, &TermText::termRequested, this, &TermCard::termRequested);
  connect(related_, &TermText::termRequested, this, &TermCard::termRequested);
  connect(view_, &QPushButton::clicked, this, [this] {
    if (const Term* term = find_term(id_.toStdString())) emit viewRequested(QString::fromUtf8(term->view));
  });
  connect(&theme_, &Theme::themeChanged, this, &TermCard::restyle);
  restyle();
}

void TermCard::restyle() {
  name_->setFont(theme_.text(18, Weight::bold));
  meaning_->setFont(theme_.text(15));
  related_->setFont(theme_.text(14));
  paper_->setFont(theme_.text(13));
  picture_->updateGeometry();
  picture_->update();
}

void TermCard::show(const QString& id) {
  const Term* term = find_term(id.toStdString());
  if (term == nullptr) return;
  id_ = id;
  const QString name = QString::fromUtf8(term->name);
  name_->setText(name.left(1).toUpper() + name.mid(1));
  picture_->show(*term);
  meaning_->setWords(QString::fromUtf8(term->meaning), term);
  paper_->setText(QString::fromUtf8(term->paper));
  related_->setTerms(related_terms(*term));
  const QString view = glossary_.viewOf(id);
  view_->setText(tr("Show the view “%1”").arg(view));
  view_->setVisible(!view.isEmpty());
}

}  // namespace chasescope

#include "moc_term_card.cpp"
