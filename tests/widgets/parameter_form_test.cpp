#include "widgets/shell/parameter_form.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include "engine/trace/quantity_text.h"
#include "widgets/shell/parameter_field.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

ProbeInfo chase() {
  ProbeInfo info{"fine-grained", "Fine-grained chase", "Caches", "Times every access.", "2014 paper §3.2", {}};
  info.parameters = {{"space", "Memory space", ParameterKind::choice, "global.ca", false, {"global.ca", "texture"}, "Which path."},
                     {"bytes", "Footprint N", ParameterKind::bytes, "16KiB", false, {}, "How much."},
                     {"stride", "Stride s", ParameterKind::bytes, "128B", false, {}, "How far."},
                     {"passes", "Passes", ParameterKind::count, "24", false, {}, "How often."},
                     {"carveout", "Carve-out", ParameterKind::percent, "", true, {}, "Share."}};
  return info;
}

class ParameterFormTest : public testing::Test {
 protected:
  void SetUp() override {
    form.resize(260, 500);
    form.setProbe(chase());
    form.show();
  }
  void type(const char* key, const QString& text) {
    auto* line = qobject_cast<QLineEdit*>(form.editor(key));
    ASSERT_NE(line, nullptr);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
  }

  Theme theme;
  ParameterForm form{theme};
};

TEST_F(ParameterFormTest, begins_with_the_defaults) {
  EXPECT_TRUE(form.isValid());
  EXPECT_EQ(form.values(), (ParameterValues{{"space", "global.ca"}, {"bytes", "16KiB"}, {"stride", "128B"}, {"passes", "24"}}));
}

TEST_F(ParameterFormTest, a_wrong_value_is_explained_where_it_stands) {
  QSignalSpy valid(&form, &ParameterForm::validChanged), changed(&form, &ParameterForm::valuesChanged);
  type("bytes", "17Kibi");
  EXPECT_FALSE(form.isValid());
  EXPECT_TRUE(form.error("bytes").contains("17Kibi"));
  EXPECT_TRUE(form.error("stride").isEmpty());
  EXPECT_EQ(form.editor("bytes")->property("class").toString(), "wrong");
  const auto told = changed.size();
  type("bytes", "17KiB");
  EXPECT_TRUE(form.isValid());
  EXPECT_TRUE(form.error("bytes").isEmpty());
  EXPECT_GT(changed.size(), told);
  EXPECT_EQ(form.values().at("bytes"), "17KiB");
  EXPECT_TRUE(valid.last()[0].toBool());
}

TEST_F(ParameterFormTest, offers_only_the_spaces_that_the_device_has) {
  ProbeInfo info = chase();
  info.parameters.front().choices = {"all", "global.ca", "texture", "host", "managed"};
  form.setProbe(info);
  auto* combo = qobject_cast<QComboBox*>(form.editor("space"));
  ASSERT_NE(combo, nullptr);
  const auto next = [&] {
    QTest::keyClick(combo, Qt::Key_Down);
    return combo->currentText();
  };
  form.setSpaces(std::vector{MemorySpace::global_ca, MemorySpace::managed});
  EXPECT_EQ(combo->currentText(), "global.ca");
  EXPECT_EQ(next(), "managed") << "neither texture nor host";
  form.setProbe(info);  // the device is the same
  combo = qobject_cast<QComboBox*>(form.editor("space"));
  EXPECT_EQ(next(), "managed");
  form.setSpaces(std::nullopt);
  combo->setCurrentIndex(1);
  EXPECT_EQ(next(), "texture");
  form.setSpaces(std::vector{MemorySpace::global_ca});
  EXPECT_EQ(form.values().at("space"), "texture") << "what stands there is the person's";
}

TEST_F(ParameterFormTest, wrong_values_are_never_announced) {
  QSignalSpy changed(&form, &ParameterForm::valuesChanged), submitted(&form, &ParameterForm::submitted);
  auto* line = qobject_cast<QLineEdit*>(form.editor("passes"));
  line->selectAll();
  QTest::keyClick(line, Qt::Key_X);
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(changed.size(), 0);
  EXPECT_EQ(submitted.size(), 0);
  type("passes", "3");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(submitted.size(), 1);
}

TEST_F(ParameterFormTest, optional_values_may_be_empty) {
  type("carveout", "101");
  EXPECT_FALSE(form.isValid());
  type("carveout", "");
  EXPECT_TRUE(form.isValid());
  EXPECT_EQ(form.values().count("carveout"), 0U);
  type("carveout", "50");
  EXPECT_EQ(form.values().at("carveout"), "50");
}

TEST_F(ParameterFormTest, sliders_write_values_that_read_back) {
  form.setSliders(true);
  QSlider* slider = form.field("bytes")->slider();
  ASSERT_TRUE(slider->isVisibleTo(&form));
  EXPECT_EQ(form.field("space")->slider(), nullptr);
  QSignalSpy changed(&form, &ParameterForm::valuesChanged);
  const int at = slider->value();
  QTest::keyClick(slider, Qt::Key_Right);
  EXPECT_EQ(slider->value(), at + 1);
  EXPECT_EQ(form.values().at("bytes"), "16512 B");  // one line of 128 bytes more
  EXPECT_GE(changed.size(), 1);
  for (int step = slider->minimum(); step <= slider->maximum(); ++step) {
    slider->setValue(step);
    EXPECT_TRUE(form.isValid()) << form.values().at("bytes");
  }
  // Typed values move the sliders.
  type("bytes", "8KiB");
  EXPECT_EQ(slider->value(), 63);
  type("stride", "256");
  EXPECT_EQ(form.field("stride")->slider()->value(), 6);
}

TEST_F(ParameterFormTest, the_slider_of_n_reaches_whatever_footprint_is_set) {
  const auto* slider = form.field("bytes")->findChild<QSlider*>();
  ASSERT_NE(slider, nullptr);
  for (const auto& [bytes, stride] : {std::pair("52", "4"), std::pair("134MiB", "2MiB"), std::pair("16KiB", "128B")}) {
    form.setValues({{"bytes", bytes}, {"stride", stride}});
    const SliderScale& scale = form.field("bytes")->scale();
    EXPECT_EQ(parse_bytes(scale.textAt(slider->value()).toStdString()), parse_bytes(bytes)) << bytes;
    EXPECT_GT(slider->value(), slider->minimum()) << bytes;
    EXPECT_LT(slider->value(), slider->maximum()) << bytes;
  }
  // The slider has the range that suits the device, as long as the footprint lies in it.
  form.setSuited({{"bytes", "48"}, {"stride", "4"}});
  form.setValues({{"bytes", "56"}, {"stride", "8"}});
  EXPECT_EQ(form.field("bytes")->scale().textAt(0), "4 B");
  EXPECT_EQ(form.field("bytes")->scale().textAt(slider->maximum()), "96 B");
}

TEST_F(ParameterFormTest, dragging_is_told_apart) {
  form.setSliders(true);
  QSlider* slider = form.field("bytes")->slider();
  QSignalSpy changed(&form, &ParameterForm::valuesChanged);
  slider->setSliderDown(true);
  slider->setValue(slider->value() + 5);
  ASSERT_EQ(changed.size(), 1);
  EXPECT_TRUE(changed[0][0].toBool());
  slider->setSliderDown(false);
  ASSERT_EQ(changed.size(), 2);
  EXPECT_FALSE(changed[1][0].toBool());
}

TEST_F(ParameterFormTest, what_the_device_says_stays_until_the_field_is_edited) {
  form.setError("bytes", "The device allows 8 KiB at most.");
  EXPECT_EQ(form.error("bytes"), "The device allows 8 KiB at most.");
  type("bytes", "4KiB");
  EXPECT_TRUE(form.error("bytes").isEmpty());
  form.setError("nothing", "The card was lost.");
  EXPECT_EQ(form.error("nothing"), "The card was lost.");
}

TEST_F(ParameterFormTest, values_can_be_set_and_cleared) {
  form.setValues({{"bytes", "24KiB"}, {"space", "texture"}, {"unknown", "1"}});
  EXPECT_EQ(form.values().at("bytes"), "24KiB");
  EXPECT_EQ(form.values().at("space"), "texture");
  EXPECT_EQ(qobject_cast<QComboBox*>(form.editor("space"))->currentText(), "texture");
  form.clear();
  EXPECT_TRUE(form.values().empty());
}

}  // namespace
}  // namespace chasescope
