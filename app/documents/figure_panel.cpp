#include "app/documents/figure_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSpinBox>
#include <algorithm>

#include "app/documents/axis_limits.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

const QString kSettings = QStringLiteral("figure/");

template <typename Box>
Box* numberBox(double least, double most, double value, const QString& unit) {
  auto* box = new Box;
  box->setRange(static_cast<decltype(box->value())>(least), static_cast<decltype(box->value())>(most));
  box->setValue(static_cast<decltype(box->value())>(value));
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // as everywhere: arrow keys and the wheel step
  box->setSuffix(QLatin1Char(' ') + unit);
  return box;
}

QString mmText(double mm) { return QString::number(mm, 'g', 6) + QStringLiteral(" mm"); }

}  // namespace

FigurePanel::FigurePanel(QWidget* parent)
    : QWidget(parent),
      rows_(new QFormLayout(this)),
      cache_(new QComboBox),
      curve_(new QComboBox),
      quantity_(new QComboBox),
      venue_(new QComboBox),
      span_(new QComboBox),
      width_(new QComboBox),
      font_(new QComboBox),
      palette_(new QComboBox),
      legend_(new QComboBox),
      colouring_(new QComboBox),
      panel_(new QComboBox),
      run_(new QLineEdit),
      height_(new QLineEdit),
      x_(new QLineEdit),
      y_(new QLineEdit),
      cursorsAt_(new QLineEdit),
      type_(numberBox<QDoubleSpinBox>(kLeastType, kMostType, FigureOptions().font_pt, tr("points"))),
      lines_(numberBox<QDoubleSpinBox>(kLeastLine, kMostLine, FigureOptions().line_pt, tr("points"))),
      dpi_(numberBox<QSpinBox>(kLeastDpi, kMostDpi, FigureOptions().dpi, tr("dots per inch"))),
      logX_(new QCheckBox(tr("Logarithmic x"))),
      logY_(new QCheckBox(tr("Logarithmic y"))),
      cursors_(new QCheckBox(tr("Cursors, and what they &read"))),
      words_(new QCheckBox(tr("Keep words in an SVG as text"))),
      letters_(new QCheckBox(tr("Call panels (a), (b), …"))),
      caption_(new QCheckBox(tr("Write the caption under the drawing"))) {
  const QSettings settings;
  const auto kept = [&](const char* name, const QVariant& otherwise) {
    return settings.value(kSettings + QLatin1String(name), otherwise);
  };
  venue_->addItem(tr("None: choose for yourself"), QString());
  for (const Venue& venue : venues()) venue_->addItem(QCoreApplication::translate("Venue", venue.title), QLatin1String(venue.name));
  span_->addItem(tr("One column"), QStringLiteral("column"));
  span_->addItem(tr("The whole page"), QStringLiteral("page"));
  width_->setEditable(true);
  width_->setInsertPolicy(QComboBox::NoInsert);
  width_->addItems(journalWidths());
  run_->setPlaceholderText(tr("the one that tells most; or its id, as run-1"));
  height_->setPlaceholderText(tr("as the drawing needs"));
  for (const FaceEntry& face : faces()) font_->addItem(QCoreApplication::translate("Face", face.title), QLatin1String(face.name));
  palette_->addItem(tr("Colour"), QStringLiteral("colour"));
  palette_->addItem(tr("Grey"), QStringLiteral("grey"));
  type_->setDecimals(1);
  type_->setSingleStep(0.5);
  lines_->setSingleStep(0.25);
  x_->setPlaceholderText(tr("all; from:to, as 4KiB:1MiB"));
  y_->setPlaceholderText(tr("all; from:to, as 0:500"));
  cursorsAt_->setPlaceholderText(tr("A,B, as 16KiB,28KiB"));

  QFormLayout* const form = rows_;
  form->setContentsMargins(0, 0, 0, 0);
  form->setVerticalSpacing(8);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  addField(*form, tr("Cac&he"), cache_, "--cache");
  addField(*form, tr("&Run"), run_, "--run");
  addField(*form, tr("&Curve"), curve_, "--curve");
  addField(*form, tr("&Quantity"), quantity_, "--quantity");
  addField(*form, tr("&Venue"), venue_, "--venue");
  addField(*form, tr("S&pan"), span_, "--span");
  faults_[atWidth] = addField(*form, tr("&Width"), width_, "--width");
  faults_[atHeight] = addField(*form, tr("He&ight"), height_, "--height");
  addField(*form, tr("&Type size"), type_, "--type");
  faults_[atFont] = addField(*form, tr("Fo&nt"), font_, "--font");
  addField(*form, tr("Plain &lines"), lines_, "--lines");
  addField(*form, tr("P&alette"), palette_, "--palette");
  faults_[atX] = addField(*form, tr("Part of &x"), x_, "--x");
  faults_[atY] = addField(*form, tr("Part of &y"), y_, "--y");
  xName_ = qobject_cast<QLabel*>(form->labelForField(x_));
  yName_ = qobject_cast<QLabel*>(form->labelForField(y_));
  form->addRow(logX_);
  form->addRow(logY_);
  form->addRow(cursors_);
  faults_[atCursors] = addField(*form, tr("Cursors at"), cursorsAt_, "--cursors");
  addField(*form, tr("Le&gend"), legend_, "--legend");
  addField(*form, tr("Colo&uring"), colouring_, "--colouring");
  addField(*form, tr("Pan&el"), panel_, "--panel");
  addField(*form, tr("PN&G"), dpi_, "--dpi");
  form->addRow(words_);
  form->addRow(letters_);
  form->addRow(caption_);

  for (QCheckBox* box : {logX_, logY_}) box->setProperty(kOptionOfControl, "--log");
  cursors_->setProperty(kOptionOfControl, "--cursors");
  words_->setProperty(kOptionOfControl, "--svg-text");
  letters_->setProperty(kOptionOfControl, "--letters");
  caption_->setProperty(kOptionOfControl, "--caption");

  const auto choose = [](QComboBox* box, const QVariant& wanted) { box->setCurrentIndex(std::max(0, box->findData(wanted))); };
  choose(venue_, kept("venue", QString()));
  choose(span_, kept("span", QStringLiteral("column")));
  choose(font_, kept("font", QStringLiteral("inter")));
  choose(palette_, kept("palette", QStringLiteral("colour")));
  width_->setEditText(kept("width", mmText(FigureOptions().width_mm)).toString());
  height_->setText(kept("height", QString()).toString());
  type_->setValue(kept("type", type_->value()).toDouble());
  lines_->setValue(kept("lines", lines_->value()).toDouble());
  dpi_->setValue(kept("dpi", dpi_->value()).toInt());
  words_->setChecked(kept("words", false).toBool());
  letters_->setChecked(kept("letters", false).toBool());
  caption_->setChecked(kept("caption", false).toBool());

  constexpr int kFewLetters = 12;  // long names of fonts don't make the dialog wider
  for (QComboBox* box : {cache_, curve_, quantity_, venue_, span_, width_, font_, palette_, legend_, colouring_, panel_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kFewLetters);
  }
  for (QComboBox* box : {venue_, span_}) connect(box, &QComboBox::activated, this, &FigurePanel::applyVenue);
  for (QComboBox* box : {cache_, curve_, quantity_, font_, palette_, legend_, colouring_, panel_})
    connect(box, &QComboBox::currentIndexChanged, this, &FigurePanel::changed);
  connect(width_, &QComboBox::editTextChanged, this, &FigurePanel::changed);
  for (QLineEdit* edit : {run_, height_, x_, y_, cursorsAt_}) connect(edit, &QLineEdit::textChanged, this, &FigurePanel::changed);
  for (QDoubleSpinBox* box : {type_, lines_}) connect(box, &QDoubleSpinBox::valueChanged, this, &FigurePanel::changed);
  connect(dpi_, &QSpinBox::valueChanged, this, &FigurePanel::changed);
  for (QCheckBox* box : {logX_, logY_, cursors_, words_, letters_, caption_})
    connect(box, &QCheckBox::toggled, this, &FigurePanel::changed);
  connect(cursors_, &QCheckBox::toggled, cursorsAt_, &QWidget::setEnabled);
}

QLabel* FigurePanel::addField(QFormLayout& form, const QString& name, QWidget* field, const char* option) {
  field->setProperty(kOptionOfControl, option);
  field->setAccessibleName(QString(name).remove(QLatin1Char('&')));
  form.addRow(name, field);
  auto* fault = new QLabel;
  fault->setWordWrap(true);
  looking(fault, "error");
  fault->hide();
  form.addRow(fault);
  return fault;
}

void FigurePanel::applyVenue() {
  const Venue* venue = venueNamed(venue_->currentData().toString());
  if (venue == nullptr) return;
  const FigureOptions set = setFor(*venue, span_->currentData() == QLatin1String("page"));
  const QSignalBlocker quiet(this);  // all fields are set as one change, which one signal tells below
  width_->setEditText(mmText(set.width_mm));
  height_->setText(set.height_mm > 0 ? mmText(set.height_mm) : QString());
  type_->setValue(set.font_pt);
  lines_->setValue(set.line_pt);
  font_->setCurrentIndex(font_->findData(QLatin1String(entryOf(set.face).name)));
  blockSignals(false);
  emit changed();
}

FigureOptions FigurePanel::options() const {
  FigureOptions options;
  options.width_mm = lengthFrom(width_->currentText()).value_or(0);
  options.height_mm = lengthFrom(height_->text()).value_or(0);
  options.dpi = dpi_->value();
  options.font_pt = type_->value();
  if (const Venue* venue = venueNamed(venue_->currentData().toString()); venue != nullptr && venue->font_pt == options.font_pt)
    options.least_font_pt = venue->least_font_pt;
  options.face = faceNamed(font_->currentData().toString()).value_or(Face::inter);
  options.line_pt = lines_->value();
  options.grey = palette_->currentData() == QLatin1String("grey");
  options.words = words_->isChecked();
  options.legend = static_cast<LegendPlace>(legend_->currentData().toInt());
  options.letters = letters_->isChecked() && letters_->isEnabled();
  options.caption = caption_->isChecked();
  return options;
}

void FigurePanel::putInto(FigureChoice& choice) const {
  choice.cache = cache_->currentData().toString();
  choice.run = run_->text().trimmed();
  for (const QComboBox* variants : {curve_, quantity_})
    if (variants->count() > 0) choice.variant = variants->currentData().toString();
  choice.sight.x = limitsFrom(x_->text()).value_or(AxisLimits());
  choice.sight.y = limitsFrom(y_->text()).value_or(AxisLimits());
  const bool cursors = cursors_->isChecked() && cursors_->isEnabled();
  choice.sight.cursors = cursors ? cursorsFrom(cursorsAt_->text()).value_or(FigureSight().cursors) : FigureSight().cursors;
  choice.sight.log_x = logX_->isChecked() && logX_->isEnabled();
  choice.sight.log_y = logY_->isChecked() && logY_->isEnabled();
  choice.sight.colouring = colouring_->currentData().toString();
  choice.panel = panel_->currentIndex() - 1;
}

void FigurePanel::showFigure(const FigureTraits& traits, const FigureChoice& choice, const std::vector<std::string>& caches,
                             bool runs) {
  const QSignalBlocker quiet(this);
  cache_->clear();
  cache_->addItem(tr("The first that is known"), QString());
  for (const std::string& subject : caches) cache_->addItem(partName(subject), QString::fromStdString(subject));
  cache_->setCurrentIndex(std::max(0, cache_->findData(choice.cache)));
  cache_->setEnabled(!caches.empty());
  run_->setText(runs ? choice.run : QString());
  run_->setEnabled(runs);
  const auto offer = [](QComboBox* box, const std::vector<FigureVariant>& variants) {
    box->clear();
    for (const FigureVariant& one : variants) {
      box->addItem(one.title, one.name);
      if (one.shown) box->setCurrentIndex(box->count() - 1);
    }
    box->setEnabled(!variants.empty());
  };
  offer(curve_, traits.curves);
  offer(quantity_, traits.quantities);
  const auto name = [](QLabel* label, const QString& words, const QString& unit) {
    label->setText(unit.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, unit));
  };
  name(xName_, tr("Part of &x"), traits.x_unit);
  name(yName_, tr("Part of &y"), traits.y_unit);
  x_->setText(traits.x_unit.isEmpty() ? QString() : limitsText(choice.sight.x));
  y_->setText(traits.y_unit.isEmpty() ? QString() : limitsText(choice.sight.y));
  x_->setEnabled(!traits.x_unit.isEmpty());
  y_->setEnabled(!traits.y_unit.isEmpty());
  // An axis of sizes is logarithmic anyway.
  logX_->setEnabled(traits.log_x && traits.x_unit != tr("bytes"));
  logY_->setEnabled(traits.log_y);
  logX_->setChecked(choice.sight.log_x);
  logY_->setChecked(choice.sight.log_y);
  // The view's cursors are in the figure until the person takes them out.
  cursors_->setEnabled(traits.cursors);
  cursors_->setChecked(traits.cursors && choice.sight.hasCursors());
  cursorsAt_->setText(traits.cursors ? cursorsText(choice.sight) : QString());
  cursorsAt_->setEnabled(cursors_->isChecked());
  legend_->clear();
  legend_->addItem(tr("Where the figure puts it"), static_cast<int>(LegendPlace::own));
  for (const LegendName& one : legendPlaces())
    if (std::find(traits.legends.begin(), traits.legends.end(), one.place) != traits.legends.end())
      legend_->addItem(QCoreApplication::translate("Legend", one.title), static_cast<int>(one.place));
  legend_->setEnabled(!traits.legends.empty());
  colouring_->clear();
  for (const QString& one : traits.colourings) colouring_->addItem(one, one);
  colouring_->setCurrentIndex(std::max(0, colouring_->findData(choice.sight.colouring)));
  colouring_->setEnabled(!traits.colourings.isEmpty());
  panel_->clear();
  panel_->addItem(tr("All"));
  for (const QString& one : traits.panels) panel_->addItem(one);
  panel_->setCurrentIndex(std::clamp(choice.panel + 1, 0, panel_->count() - 1));
  panel_->setEnabled(!traits.panels.isEmpty());
  letters_->setEnabled(!traits.panels.isEmpty());
  const QString none = tr("This figure has nothing of that kind to choose.");
  for (QWidget* field :
       {static_cast<QWidget*>(cache_), static_cast<QWidget*>(run_), static_cast<QWidget*>(curve_), static_cast<QWidget*>(quantity_),
        static_cast<QWidget*>(x_), static_cast<QWidget*>(y_), static_cast<QWidget*>(colouring_), static_cast<QWidget*>(panel_),
        static_cast<QWidget*>(letters_), static_cast<QWidget*>(logX_), static_cast<QWidget*>(logY_),
        static_cast<QWidget*>(cursors_), static_cast<QWidget*>(legend_)})
    field->setToolTip(field->isEnabled() ? QString() : none);
}

QString FigurePanel::faultOf(Field field) const {
  const auto lengthFault = [](const QString& text, double least, double most) {
    const auto mm = lengthFrom(text);
    if (!mm) return tr("This is no length; write 88.9 mm, 8.4 cm, 3.33 in or 241 pt.");
    return *mm >= least && *mm <= most ? QString() : tr("It must lie between %L1 and %L2 mm.").arg(least).arg(most);
  };
  const auto limitsFault = [](const QLineEdit* edit) {
    if (const QString unit = unitFault(edit->text()); !unit.isEmpty()) return tr("%1.").arg(unit);
    return edit->text().isEmpty() || limitsFrom(edit->text()) ? QString()
                                                              : tr("Write from:to with the smaller first: 4KiB:1MiB, 0:500, :500.");
  };
  switch (field) {
    case atWidth: return lengthFault(width_->currentText(), kLeastFigureWidth, kMostFigureWidth);
    case atHeight:
      return height_->text().isEmpty() ? QString() : lengthFault(height_->text(), kLeastFigureHeight, kMostFigureHeight);
    case atFont: return faceProblem(faceNamed(font_->currentData().toString()).value_or(Face::inter));
    case atX: return limitsFault(x_);
    case atY: return limitsFault(y_);
    case atCursors:
      if (!cursors_->isChecked() || !cursors_->isEnabled() || cursorsFrom(cursorsAt_->text())) return {};
      return !unitFault(cursorsAt_->text()).isEmpty() ? tr("%1.").arg(unitFault(cursorsAt_->text()))
                                                      : tr("Write one place on the horizontal axis or two: 16KiB,28KiB.");
    case kFields: break;
  }
  return {};
}

void FigurePanel::tellFaults(const QString& fit) {
  for (int i = 0; i < kFields; ++i) {
    QString fault = faultOf(static_cast<Field>(i));
    if (i == atWidth && fault.isEmpty()) fault = fit;
    faults_[i]->setText(fault);
    faults_[i]->setVisible(!fault.isEmpty());
  }
}

bool FigurePanel::isSound() const {
  for (int i = 0; i < kFields; ++i)
    if (!faultOf(static_cast<Field>(i)).isEmpty()) return false;
  return true;
}

void FigurePanel::remember() const {
  QSettings settings;
  const auto keep = [&](const char* name, const QVariant& value) { settings.setValue(kSettings + QLatin1String(name), value); };
  keep("venue", venue_->currentData());
  keep("span", span_->currentData());
  keep("width", width_->currentText());
  keep("height", height_->text());
  keep("type", type_->value());
  keep("lines", lines_->value());
  keep("font", font_->currentData());
  keep("palette", palette_->currentData());
  keep("dpi", dpi_->value());
  keep("words", words_->isChecked());
  keep("letters", letters_->isChecked());
  keep("caption", caption_->isChecked());
}

}  // namespace chasescope

#include "moc_figure_panel.cpp"
