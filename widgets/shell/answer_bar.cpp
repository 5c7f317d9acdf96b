#include "widgets/shell/answer_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "engine/findings/finding_curves.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/glossary/term_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kMost = 4;                   // parts; a line of 1280 px has room for this many
constexpr int kBetween = 16;               // px between the name of the probe and the terms
constexpr double kLine = 20, kTitle = 14;  // px: large enough for the last row of a room
constexpr double kSmallLine = 15;          // px: for a window too narrow for all parts in one large line
constexpr double kMostScale = 1.4;         // larger letters are not needed, and the bar would take the room of the view

}  // namespace

QStringList answerParts(const std::vector<Finding>& findings, int most) {
  QStringList parts;
  int left_out = 0;
  QString subjectBefore;
  constexpr std::size_t kFewest = 3;
  const std::vector<FindingCurve> curves = finding_curves(findings, kFewest);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    // The points of a curve form one part of the answer, at the place of the curve's first point.
    const auto curve = std::find_if(curves.begin(), curves.end(), [i](const FindingCurve& one) {
      return std::find(one.places.begin(), one.places.end(), i) != one.places.end();
    });
    if (curve != curves.end() && curve->places.front() != i) continue;
    if (finding.status != FindingStatus::measured || finding.value.is_null()) continue;
    const QuantityEntry* quantity = find_quantity(finding.quantity);
    const SubjectEntry* subject = find_subject(finding.subject);
    // A long list of numbers does not fit into one line.
    if (finding.value.is_array() && finding.value.size() > 4) continue;
    if (parts.size() >= most) {
      ++left_out;
      continue;
    }
    const QString what =
        quantity != nullptr ? QString::fromUtf8(quantity->brief) : QString::fromStdString(quantity_words(finding.quantity));
    const QString of = finding.subject == subject::device ? QString()
                       : subject != nullptr               ? QString::fromUtf8(subject->part)
                                                          : QString::fromStdString(subject_words(finding.subject));
    QString value =
        QString::fromStdString(curve == curves.end() ? value_words(finding) : curve->values + " over " + curve->over);
    // A share that stays says nothing without the lines that it is of, and those that came after them.
    if (finding.quantity == quantity::retained_share) value += QStringLiteral(" (%1)").arg(QString::fromStdString(condition_words(finding)));
    parts << (of.isEmpty() || of == subjectBefore ? QStringLiteral("%1 %2").arg(what, value)
                                                  : QStringLiteral("%1: %2 %3").arg(of, what, value));
    subjectBefore = of;
  }
  if (left_out > 0) parts << AnswerBar::tr("and %1 more").arg(left_out);
  return parts;
}

AnswerBar::AnswerBar(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      title_(elidedLabel(this, "quiet")),
      terms_(new TermText(this)),
      line_(looking(new QLabel(this), "plain")) {
  looking(this, "card");
  setObjectName(QStringLiteral("answerBar"));
  setAccessibleName(tr("What the last probe found"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 6, 6, 6);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  auto* heads = new QHBoxLayout;
  heads->setSpacing(kBetween);
  heads->addWidget(title_, 1);
  heads->addWidget(terms_);
  terms_->setAccessibleName(tr("Terms of the answer"));
  words->addLayout(heads);
  words->addWidget(line_);
  line_->setTextFormat(Qt::PlainText);
  line_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addLayout(words, 1);
  auto* close = iconButton(theme, QStringLiteral("close"), tr("Close"), {}, this);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  row->addWidget(close, 0, Qt::AlignTop);
  connect(&theme_, &Theme::themeChanged, this, &AnswerBar::restyle);
  hide();
}

void AnswerBar::restyle() {
  const double large = std::min(1.0, kMostScale / theme_.fontScale());
  title_->setFont(theme_.text(kTitle * large));
  terms_->setFont(theme_.text(kTitle * large));
  terms_->setInk(theme_.colours().quietInk);
  fit();
}

// The answer is always shown in full: in one large line, or in several lines of smaller type if that is too long. Where the bar is
// narrow, the terms are left out before the name of the probe.
void AnswerBar::fit() {
  const double large = std::min(1.0, kMostScale / theme_.fontScale());
  const int room = layout()->contentsRect().width() - layout()->itemAt(1)->sizeHint().width() - layout()->spacing();
  const QFont oneLine = theme_.text(kLine * large, Weight::semiBold);
  const bool fits = QFontMetrics(oneLine).horizontalAdvance(says_) <= room;
  line_->setFont(fits ? oneLine : theme_.text(kSmallLine * large, Weight::semiBold));
  line_->setWordWrap(!fits);
  terms_->setVisible(QFontMetrics(title_->font()).horizontalAdvance(title_->text()) + terms_->sizeHint().width() + kBetween <=
                     room);
}

void AnswerBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

void AnswerBar::showEvent(QShowEvent* event) {
  restyle();
  QFrame::showEvent(event);
}

void AnswerBar::tell(const QString& probe, const std::vector<Finding>& findings) {
  says_ = answerParts(findings, kMost).join(QStringLiteral("   ·   "));
  title_->setText(probe);
  std::vector<const Term*> terms;
  std::set<const Term*> told;
  for (const Finding& finding : findings) {
    const Term* term = finding.status == FindingStatus::measured ? term_of_key(finding.quantity) : nullptr;
    if (term != nullptr && terms.size() < kMost && told.insert(term).second) terms.push_back(term);
  }
  terms_->setTerms(terms);
  line_->setText(says_);
  fit();
  setVisible(!says_.isEmpty());
}

}  // namespace chasescope

#include "moc_answer_bar.cpp"
