// The parts of a paper: every name in the files of the gallery and of the bibliography leads to a figure, table or probe that
// exists, and the alternative texts of figures say what is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/documents/alt_text.h"
#include "app/paper/figure_index.h"
#include "app/paper/gallery_spec.h"
#include "app/paper/ro_crate.h"
#include "engine/probe/discovery/registry.h"
#include "resources/resources.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

TEST(Gallery, every_piece_names_a_figure_a_table_or_what_is_missing) {
  const std::vector<std::string> models = resource_names("models"), recordings = resource_names("recordings");
  std::set<std::string> ids;
  for (const GalleryEntry& entry : gallery()) {
    EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
    EXPECT_FALSE(entry.title.empty()) << entry.id;
    if (!entry.table.empty()) {
      EXPECT_NE(find_table(entry.table), nullptr) << entry.id;
    } else if (entry.missing.empty()) {
      EXPECT_TRUE(figureNames().contains(QString::fromStdString(entry.figure))) << entry.id << ": " << entry.figure;
      EXPECT_TRUE(entry.cache.empty() || figureChoosesCache(QString::fromStdString(entry.figure))) << entry.id;
      const std::string kind = entry.device.substr(0, entry.device.find(':')),
                        name = entry.device.substr(entry.device.find(':') + 1);
      const bool known = kind == "model" ? std::find(models.begin(), models.end(), name + ".json") != models.end()
                                         : kind == "recording" &&
                                               std::find(recordings.begin(), recordings.end(), name + ".cbor") != recordings.end();
      EXPECT_TRUE(known) << entry.id << ": " << entry.device;
    }
  }
  for (const char* prefix : {"paper-figure-", "study-figure-"})
    for (int number = prefix[0] == 'p' ? 2 : 3; number <= (prefix[0] == 'p' ? 12 : 10); ++number)
      EXPECT_TRUE(ids.contains(prefix + std::to_string(number))) << prefix << number;
  for (const char* id : {"paper-table-3", "paper-table-5", "poster-table", "thesis-table-5.4", "thesis-table-5.9",
                         "thesis-figure-4.21", "study-figure-2-k20"})
    EXPECT_TRUE(ids.contains(id)) << id;
}

TEST(Gallery, a_piece_that_is_nothing_or_two_things_is_no_piece) {
  const auto file = [](const char* members) {
    return std::string(R"({"format": "chasescope-gallery-1", "works": [{"name": "w", "entries": [{"id": "a", "title": "t")") +
           members + "}]}]}";
  };
  EXPECT_THROW(gallery_from(file("")), std::exception);
  EXPECT_THROW(gallery_from(file(R"(, "figure": "scope", "missing": "all")")), std::exception);
  EXPECT_EQ(gallery_from(file(R"(, "missing": "all")")).size(), 1U);
}

TEST(Bibliography, names_probes_and_figures_that_exist) {
  const auto file = nlohmann::json::parse(resource_text("gallery/bibliography.json").value());
  for (const auto& entry : file.at("entries")) {
    for (const auto& name : entry.at("figures")) EXPECT_TRUE(figureNames().contains(QString::fromStdString(name))) << name;
    for (const auto& name : entry.at("probes")) EXPECT_NE(find_probe(name.get<std::string>()), nullptr) << name;
  }
}

class TwoPoints : public FigureContent {
 public:
  QString title() const override { return QStringLiteral("Latency by access"); }
  QString caption() const override { return {}; }
  double heightFor(double, const PlotStyle&) const override { return 40; }
  void compose(QCustomPlot&, const PlotStyle&) const override {}
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    write("access,cycles,kind\n0,38.5,hit\n");
    write("1,2");  // in two parts, which split a number, as a large file is written
    write("00,miss\n");
  }
  nlohmann::json provenance() const override { return {{"runs", {{{"id", "run-7"}}}}}; }
};

TEST(AltText, says_what_is_drawn_and_what_its_runs_show) {
  Session session;
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = "capacity_bytes";
  finding.value = 16384;
  finding.unit = "bytes";
  finding.status = FindingStatus::measured;
  finding.evidence = {"run-7"};
  session.findings = {finding};
  finding.quantity = "sets";
  finding.evidence = {"run-8"};
  session.findings.push_back(finding);
  const std::string text = alt_text(TwoPoints(), QStringLiteral("Latency by access"), session).toStdString();
  EXPECT_EQ(text,
            "Latency by access. Its 2 rows of data have access from 0 to 1, cycles from 38.5 to 200. Found: L1 data cache, "
            "capacity 16 KiB.");
}

class TwoCurves : public TwoPoints {
 public:
  std::vector<SeriesPanel> series(const PlotStyle&) const override {
    SeriesPanel panel{.x = {.title = QStringLiteral("Footprint N"), .bytes = true, .to = 65536},
                      .y = {.title = QStringLiteral("Latency (cycles)")}};
    panel.series.push_back(
        {.name = QStringLiteral("measured"), .points = {{.x = 1024, .y = 39}, {.x = 65536, .y = 204.04}, {.x = 131072, .y = 900}}});
    panel.series.push_back({.name = QStringLiteral("LRU"), .points = {{.x = 1024, .y = 39}, {.x = 2048, .y = 39}}});
    return {panel};
  }
};

TEST(AltText, tells_the_axes_and_the_course_of_each_curve_as_far_as_it_is_shown) {
  EXPECT_EQ(
      alt_text(TwoCurves(), QStringLiteral("T"), Session()).toStdString(),
      "T. Latency (cycles) over Footprint N, from 1 KiB to 64 KiB. measured: from 39 at 1 KiB to 204 at 64 KiB, lowest 39, highest "
      "204 at 64 KiB; LRU: 39 throughout.");
}

class MapOfMisses : public TwoPoints {
 public:
  std::vector<SeriesPanel> series(const PlotStyle&) const override {
    return {{.x = {.title = QStringLiteral("Position")},
             .y = {.title = QStringLiteral("Footprint")},
             .map = SeriesMap{.x = "position",
                              .y = "footprint_bytes",
                              .value = "mean_cycles",
                              .title = QStringLiteral("Latency (cycles)"),
                              .drawn = QStringLiteral("Share of misses"),
                              .downwards = true}}};
  }
};

/// A picture of a whole card, whose provenance names no runs.
class WholeCard : public TwoPoints {
 public:
  std::optional<QStringList> toldWords() const override { return told; }
  nlohmann::json provenance() const override { return nlohmann::json::object(); }
  QStringList told;
};

TEST(AltText, says_what_a_map_draws_and_which_way) {
  EXPECT_TRUE(alt_text(MapOfMisses(), QStringLiteral("T"), Session())
                  .contains(QStringLiteral("A map: Share of misses over Position (across) and Footprint (downwards).")));
}

TEST(AltText, names_of_a_card_only_what_is_drawn) {
  Session session;
  Finding finding;
  finding.subject = "shared_memory";
  finding.quantity = "hit_latency_cycles";
  finding.value = 23;
  finding.unit = "cycles";
  finding.status = FindingStatus::measured;
  session.findings = {finding};
  WholeCard figure;
  EXPECT_FALSE(alt_text(figure, QStringLiteral("T"), session).contains(QStringLiteral("Found")));
  figure.told = {QStringLiteral("L1 data: size 16 KiB")};
  EXPECT_TRUE(alt_text(figure, QStringLiteral("T"), session).endsWith(QStringLiteral("Found: L1 data: size 16 KiB.")));
}

TEST(FigureFiles, names_are_safe_for_every_file_system_and_for_latex) {
  EXPECT_EQ(file_word("GeForce GTX 560 Ti").toStdString(), "geforce-gtx-560-ti");
  EXPECT_EQ(file_word("../../etc/passwd %\n").toStdString(), "etc-passwd");
  EXPECT_EQ(file_word("\xC3\xBC").toStdString(), "card");
  EXPECT_EQ(file_word(std::string(5'000, 'a')).size(), 60);
}

TEST(FigureIndex, what_strangers_call_a_card_commands_nothing) {
  FigureOnPaper figure;
  figure.figure = QStringLiteral("scope");
  figure.stem = QStringLiteral("card-scope");
  figure.title = QStringLiteral("T");
  figure.caption = QStringLiteral("<script>alert(1)</script> \\input{x} 50 %");
  figure.description = QStringLiteral("\"quoted\"");
  const std::vector<CardOnPaper> cards{{"<b>'; rm -rf *", "it's.cbor", "exec:a 'b'", {figure}}};
  EXPECT_EQ(index_html(cards).find("<script>"), std::string::npos);
  EXPECT_NE(index_html(cards).find("alt=\"&quot;quoted&quot;\""), std::string::npos);
  EXPECT_EQ(figures_tex(cards).find("\\input{x}"), std::string::npos);
  EXPECT_NE(make_script(cards).find("--session 'it'\\''s.cbor'"), std::string::npos);
}

TEST(ResearchObject, describes_each_file_by_a_relative_address) {
  const auto document = nlohmann::json::parse(
      ro_crate_metadata({"N", "D", "2026-01-02", "CC-BY-4.0", "P", {"A card"}, {{"figures/a b.pdf", "A figure", 12}}}));
  bool found = false;
  for (const auto& entity : document.at("@graph"))
    if (entity.at("@id") == "figures/a%20b.pdf") {
      found = true;
      EXPECT_EQ(entity.at("encodingFormat"), "application/pdf");
      EXPECT_EQ(entity.at("contentSize"), "12");
    }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace chasescope
