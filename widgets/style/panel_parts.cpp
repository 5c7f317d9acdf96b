#include "widgets/style/panel_parts.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QStyleOption>
#include <QToolButton>

#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }
  QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 4, QLabel::sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    // With room for only a word or two before the ellipsis, no text is shown.
    const bool hopeless = width() < fontMetrics().averageCharWidth() * 14;
    const QString whole = text();
    const QString cut = fontMetrics().elidedText(whole, Qt::ElideRight, contentsRect().width());
    const QString shown = cut != whole && hopeless ? QString() : cut;
    setToolTip(shown == text() ? QString() : text());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown, foregroundRole());
  }
};

QButtonGroup* group(QBoxLayout* into, QWidget* parent, int count, const std::function<void(QToolButton*, int)>& dress) {
  auto* buttons = new QButtonGroup(parent);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  for (int i = 0; i < count; ++i) {
    auto* button = new QToolButton(parent);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    looking(button, i == 0 ? "segment first" : i == count - 1 ? "segment last" : "segment");
    dress(button, i);
    buttons->addButton(button, i);
    row->addWidget(button);
  }
  buttons->button(0)->setChecked(true);
  into->addLayout(row);
  return buttons;
}

}  // namespace

void bindIcon(QAbstractButton* button, const Theme& theme, const QString& icon, double pixels) {
  const auto refresh = [button, &theme, icon, pixels] {
    button->setIcon(theme.icon(icon));
    button->setIconSize(QSize(theme.scaled(pixels), theme.scaled(pixels)));
  };
  refresh();
  QObject::connect(&theme, &Theme::themeChanged, button, refresh);
}

QToolButton* iconButton(const Theme& theme, const QString& icon, const QString& text, const QString& keys, QWidget* parent) {
  auto* button = new QToolButton(parent);
  bindIcon(button, theme, icon);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(text);
  button->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, keys));
  return button;
}

QButtonGroup* segments(const QStringList& texts, const QStringList& tooltips, QBoxLayout* into, QWidget* parent) {
  return group(into, parent, static_cast<int>(texts.size()), [&](QToolButton* button, int i) {
    button->setText(texts[i]);
    button->setToolTip(tooltips.value(i));
  });
}

QButtonGroup* iconSegments(const Theme& theme, const QStringList& icons, const QStringList& tooltips, QBoxLayout* into,
                           QWidget* parent) {
  return group(into, parent, static_cast<int>(icons.size()), [&](QToolButton* button, int i) {
    bindIcon(button, theme, icons[i], 16);
    button->setToolTip(tooltips.value(i));
    button->setAccessibleName(tooltips.value(i));
  });
}

QWidget* scrolling(QWidget* content) {
  auto* area = new QScrollArea;
  area->setWidget(content);
  area->setAccessibleName(content->accessibleName());
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return area;
}

QLabel* elidedLabel(QWidget* parent, const char* look) {
  auto* label = new ElidedLabel(parent);
  looking<QLabel>(label, look);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

}  // namespace chasescope
