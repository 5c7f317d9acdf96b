// Many cards: sizes as bars on a log scale, and the drawing of a line of generations.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "widgets/views/comparison/device_table_model.h"
#include "widgets/views/comparison/generation_scene.h"

namespace chasescope {
namespace {

TEST(SizeBars, are_as_long_as_there_are_doublings) {
  DeviceTable::Row row{
      .subject = "l2", .quantity = "capacity_bytes", .what = "L2: Capacity", .cells = {"", "", "", ""}, .unit = "bytes"};
  row.values = {1024, 4096, std::nullopt, 8192};
  const auto bars = sizeBars(row);
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_DOUBLE_EQ(*bars[0], 0.25);  // the smallest size has a bar, too
  EXPECT_DOUBLE_EQ(*bars[1], 0.75);
  EXPECT_FALSE(bars[2]);
  EXPECT_DOUBLE_EQ(*bars[3], 1);
  row.unit = "cycles";
  EXPECT_FALSE(sizeBars(row)[0]);
  row.unit = "bytes";
  row.values = {64, 64, 64, 64};
  EXPECT_FALSE(sizeBars(row)[0]);  // nothing to compare
}

TEST(DeviceTableModel, shows_cells_and_why_they_are_empty) {
  DeviceTable table{{"A", "B"}, {}};
  table.rows.push_back({.subject = "l2",
                        .quantity = "capacity_bytes",
                        .what = "L2: Capacity",
                        .cells = {"1 KiB", ""},
                        .alike = false,
                        .why = {"", "can't tell"},
                        .unit = "bytes",
                        .values = {1024, std::nullopt}});
  DeviceTableModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setTable(table);
  EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("L2: Capacity"));
  EXPECT_EQ(model.index(0, 1).data().toString(), QStringLiteral("1 KiB"));
  EXPECT_EQ(model.index(0, 2).data().toString(), QStringLiteral("can't tell"));
  EXPECT_EQ(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("B"));
}

TEST(GenerationScene, doubles_are_equally_high_and_no_name_lies_on_another) {
  GenerationScene scene{generation_quantity("l2-size"), {}};
  int number = 0;
  for (const auto& [year, value] : {std::pair(2010, 512.0),
                                    {2010, 768.0},
                                    {2010, 768.0},
                                    {2012, 1024.0},
                                    {2012, 1280.0},
                                    {2022, 2048.0},
                                    {2022, 2048.0},
                                    {2022, 4096.0}})
    scene.line.points.push_back({0, "GeForce GTX " + std::to_string(++number), "Fermi", year, value * 1024, "", false});
  const PlotStyle style;
  const QRectF area(0, 0, 900, 480);
  const GenerationLayout layout = layOutGenerations(area, scene, style);
  const auto y = [&](std::size_t point) { return layout.places[point].at.y(); };
  EXPECT_NEAR(y(0) - y(3), y(3) - y(5), 1e-6);  // 512 KiB, 1 MiB, 2 MiB
  EXPECT_NEAR(y(5) - y(7), y(3) - y(5), 1e-6);
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    ASSERT_FALSE(layout.places[i].label.isNull()) << i;
    EXPECT_TRUE(area.contains(layout.places[i].label)) << i;
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(layout.places[i].label.intersects(layout.places[k].label)) << i << ' ' << k;
  }
  EXPECT_GT(layout.places[1].at.x(), layout.places[0].at.x());  // points of one generation are side by side
  EXPECT_LT(layout.places[2].at.x(), layout.places[3].at.x());
  EXPECT_EQ(briefCard("NVIDIA GeForce GTX 560 Ti"), "GTX 560 Ti");
  // Counts are linear.
  scene.quantity = generation_quantity("sm-count");
  EXPECT_FALSE(scene.doubling());
}

TEST(GenerationScene, every_generation_has_its_name_however_narrow_the_drawing_is) {
  GenerationScene scene{generation_quantity("l2-size"), {}};
  const std::vector<std::pair<const char*, int>> all{{"Kepler", 2012}, {"Maxwell", 2014}, {"Pascal", 2016},
                                                     {"Volta", 2017},  {"Turing", 2018},  {"Ampere", 2020},
                                                     {"Ada", 2022},    {"Hopper", 2022},  {"Blackwell", 2024}};
  for (const auto& [name, year] : all) scene.line.points.push_back({0, name, name, year, 1 << 20, "", false});
  const PlotStyle style;
  for (const double width : {260.0, 420.0, 900.0}) {
    const QRectF area(0, 0, width, 400);
    const GenerationLayout layout = layOutGenerations(area, scene, style);
    QStringList words;
    for (const GenerationName& name : layout.names) {
      words << name.words.split(QStringLiteral(", "));
      EXPECT_TRUE(area.adjusted(-1, 0, 1, 0).contains(name.box)) << width << ' ' << name.words.toStdString();
      for (const GenerationName& other : layout.names)
        EXPECT_TRUE(&other == &name || !other.box.intersects(name.box)) << width << ' ' << name.words.toStdString();
    }
    for (const auto& [name, year] : all) EXPECT_TRUE(words.contains(QString::fromLatin1(name))) << width << ' ' << name;
  }
}

}  // namespace
}  // namespace chasescope
