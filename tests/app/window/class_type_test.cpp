// The mode for presenting is readable for a class. In a window of 1280 x 720 no text is smaller than 14 px. Card, N, s and space
// are always shown, and no label is cut off when the text is larger or the window smaller.
#include "app/presenter/class_type.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QTabWidget>
#include <cmath>

#include "app/presenter/fitted_label.h"
#include "app/presenter/presenter_strip.h"
#include "tests/app/window/person.h"
#include "tests/widgets/sized_device.h"
#include "widgets/registry/view_list.h"
#include "widgets/views/set_map/set_map_plot.h"
#include "widgets/views/set_map/set_map_view.h"

namespace chasescope {
namespace {

struct Word {
  QString text;
  double pixels = 0;
};

/// Records each painted text and its size in pixels, and draws nothing.
class WordEngine final : public QPaintEngine {
 public:
  WordEngine() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& /*state*/) override {}
  Type type() const override { return User; }
  void drawPath(const QPainterPath& /*path*/) override {}
  void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override {}
  void drawPixmap(const QRectF& /*target*/, const QPixmap& /*pixmap*/, const QRectF& /*source*/) override {}
  void drawTextItem(const QPointF& /*at*/, const QTextItem& item) override {
    const QTransform& to = painter()->combinedTransform();
    if (!item.text().trimmed().isEmpty())
      words.push_back({item.text(), QFontInfo(item.font()).pixelSize() * std::hypot(to.m21(), to.m22())});
  }
  std::vector<Word> words;
};

class WordDevice final : public SizedDevice {
 public:
  explicit WordDevice(QSize size) : SizedDevice(size, 96) {}
  QPaintEngine* paintEngine() const override { return &engine_; }
  const std::vector<Word>& words() const { return engine_.words; }

 private:
  mutable WordEngine engine_;
};

std::vector<Word> wordsOf(QWidget& widget) {
  WordDevice device(widget.size());
  QPainter painter(&device);
  widget.render(&painter, {}, {}, QWidget::DrawChildren);
  painter.end();
  return device.words();
}

class InFrontOfAClass : public PersonFixture {
 protected:
  InFrontOfAClass() { theme_.applyTo(*qApp); }
  // Other tests use the same QApplication, so its look is restored.
  ~InFrontOfAClass() override {
    qApp->setStyleSheet({});
    qApp->setFont(font_);
    qApp->setPalette(palette_);
  }
  void present(int width = 1280, int height = 720) {
    window_.actions().present->setChecked(true);
    window_.showNormal();  // in full screen the window would have the size of the offscreen screen
    window_.resize(width, height);
    QCoreApplication::processEvents();
  }
  PresenterStrip& strip() { return *window_.findChild<PresenterStrip*>(); }
  void expectReadable(QWidget& part, const std::string& name) {
    const auto words = wordsOf(part);
    EXPECT_FALSE(words.empty()) << name;
    for (const Word& word : words) EXPECT_GE(word.pixels, kSmallestForClass - 0.01) << name << ": " << word.text.toStdString();
  }
  const QFont font_ = QApplication::font();
  const QPalette palette_ = QApplication::palette();
  void expectReadableViews(const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
      window_.views().showView(id);
      window_.views().catchUp();
      QCoreApplication::processEvents();
      expectReadable(*window_.views().active(), id);
    }
  }
};

TEST_F(InFrontOfAClass, no_type_of_a_view_is_smaller_than_14_px) {
  open(QStringLiteral("model:textbook"));
  measure();
  present();
  EXPECT_EQ(window_.size(), QSize(1280, 720));
  EXPECT_GE(theme_.plotStyle().small().pixelSize(), kSmallestForClass);
  EXPECT_GE(theme_.plotStyle().number().pixelSize(), kSmallestForClass);
  expectReadableViews({"scope", "miss-pattern", "chase", "steps"});
  expectReadable(strip(), "strip");
  open(QStringLiteral("recording:h100"));
  expectReadableViews({"memory", "report", "set-map", "replacement", "tlbs", "curves", "spectrum"});
}

TEST_F(InFrontOfAClass, the_lists_are_as_large_when_they_are_shown) {
  open(QStringLiteral("recording:h200"));
  present();
  for (const char* name : {"probes", "findings"}) {
    auto* dock = window_.findChild<QDockWidget*>(QLatin1String(name));
    ASSERT_NE(dock, nullptr);
    dock->show();
    QCoreApplication::processEvents();
    expectReadable(*dock, name);
  }
}

TEST_F(InFrontOfAClass, the_persons_own_type_comes_back) {
  theme_.setFontScale(1.1);
  present();
  const double raised = theme_.fontScale();
  EXPECT_GT(raised, 1.1);
  window_.actions().smallerText->trigger();  // a text too small for a class to read can't be chosen
  EXPECT_EQ(theme_.fontScale(), raised);
  window_.actions().present->setChecked(false);
  EXPECT_DOUBLE_EQ(theme_.fontScale(), 1.1);
  present();
  window_.actions().largerText->trigger();
  const double chosen = theme_.fontScale();
  EXPECT_GT(chosen, raised);
  window_.actions().present->setChecked(false);
  EXPECT_DOUBLE_EQ(theme_.fontScale(), chosen);
}

TEST_F(InFrontOfAClass, card_and_settings_are_said_at_every_size_and_type) {
  open(QStringLiteral("model:gtx560ti"));
  for (const double scale : {1.0, 1.25, 2.0, 2.5}) {
    theme_.setFontScale(scale);
    for (const QSize size : {QSize(1280, 720), QSize(960, 540)}) {
      present(size.width(), size.height());
      EXPECT_EQ(window_.size(), size) << scale;
      int labels = 0;
      for (const QLabel* each : strip().findChildren<QLabel*>()) {
        const auto* label = dynamic_cast<const FittedLabel*>(each);
        if (label == nullptr || !label->isVisible() || label->text().isEmpty()) continue;
        EXPECT_GE(label->shown().size(), std::min<qsizetype>(label->text().size(), 8)) << label->text().toStdString();
        EXPECT_GE(label->type().pixelSize(), kSmallestForClass) << label->text().toStdString();
        ++labels;
      }
      EXPECT_GE(labels, 1);
      auto* space = strip().findChild<QComboBox*>();
      ASSERT_TRUE(space->isVisible());
      EXPECT_GE(space->width(), space->sizeHint().width()) << scale << " at " << size.width();
      for (const QLabel* label : strip().findChildren<QLabel*>())
        if (label->isVisible() && dynamic_cast<const FittedLabel*>(label) == nullptr) {
          EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
        }
      EXPECT_TRUE(window_.rect().contains(QRect(strip().mapTo(&window_, QPoint()), strip().size())));
    }
  }
}

TEST_F(InFrontOfAClass, names_of_devices_are_seen_in_narrow_lists) {
  theme_.setFontScale(2.5);
  window_.resize(1280, 720);
  QCoreApplication::processEvents();
  QStringList seen;
  for (const Word& word : wordsOf(*window_.findChild<DeviceList*>())) seen << word.text;
  EXPECT_TRUE(seen.join(QLatin1Char(' ')).contains(QStringLiteral("H100"))) << seen.join(QLatin1Char('|')).toStdString();
}

TEST_F(InFrontOfAClass, sets_have_room_at_the_largest_type) {
  open(QStringLiteral("model:gtx560ti"));
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.runProbe(QStringLiteral("sets"), {{"space", "global.ca"}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  theme_.setFontScale(2.5);
  present();
  window_.views().showView("set-map");
  window_.views().catchUp();
  window_.explorer().selection().setSubject(QStringLiteral("l1_data"));
  QTest::qWait(100);
  const SetMapPlot& plot = *window_.views().of<SetMapView>().plot();
  const SetMapLayout layout = plot.layoutOfSets();
  EXPECT_EQ(layout.sets, 32U);
  EXPECT_GE(layout.cellHeight, 8);
  EXPECT_LE(layout.area.bottom(), plot.height());
}

}  // namespace
}  // namespace chasescope
