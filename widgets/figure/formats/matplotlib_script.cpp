#include <nlohmann/json.hpp>

#include "engine/output/outgoing_text.h"
#include "widgets/figure/formats/series_files.h"

namespace chasescope {
namespace {

// Python code that draws PANELS from the rows of DATA. It tests whether an optional member of PANELS is there before it reads it.
constexpr const char* kDrawing = R"py(

def size(value, _=None):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(value) < 1024 or unit == "GiB":
            return f"{value:g} {unit}"
        value /= 1024


def draw_series(axes, panel, rows):
    for one in panel["series"]:
        own = [row for row in rows if int(row["series"]) == one["number"]]
        x, y = [float(row["x"]) for row in own], [float(row["y"]) for row in own]
        below = [float(row["y"]) - float(row["low"]) for row in own]
        above = [float(row["high"]) - float(row["y"]) for row in own]
        if one["line"] == "bars":
            steps = [b - a for a, b in zip(x, x[1:])]
            width = 0.6 if "names" in panel["x"] or not steps else 0.96 * min(steps)
            axes.bar(x, y, width=width, color=one["colour"], label=one["name"] or None)
        else:
            line = {"none": "", "solid": "-", "dashed": "--", "dotted": ":"}[one["line"]]
            mark = {"none": "", "dot": ".", "circle": "o", "diamond": "D", "cross": "x"}[one["mark"]]
            axes.plot(x, y, linestyle=line, marker=mark, markersize=3, markerfacecolor="none" if mark == "o" else one["colour"],
                      color=one["colour"], label=one["name"] or None)
        if any(below) or any(above):
            axes.errorbar(x, y, yerr=[below, above], fmt="none", ecolor="black", elinewidth=0.6, capsize=2)
    for cursor in panel.get("cursors", []):
        axes.axvline(cursor["x"], color="black", linestyle="--", linewidth=LINE)
        axes.annotate(cursor["name"], (cursor["x"], 1), (0, 2), xycoords=axes.get_xaxis_transform(), textcoords="offset points",
                      ha="center", va="bottom", weight="bold")
        axes.plot([cursor["x"]] * len(cursor["reads"]), cursor["reads"], linestyle="", marker="o", markersize=4,
                  markerfacecolor="white", color="black")
    if any(one["name"] for one in panel["series"]):
        if LEGEND is not None:
            axes.legend(frameon=False, **LEGEND)


def draw_map(figure, axes, panel, rows):
    told = panel["map"]
    cells = [(float(row[told["x"]]), float(row[told["y"]]), float(row[told["value"]])) for row in rows if row[told["value"]]]
    columns = {x: i for i, x in enumerate(sorted({x for x, _, _ in cells}))}
    lines = {y: i for i, y in enumerate(sorted({y for _, y, _ in cells}))}
    values = [[float("nan")] * len(columns) for _ in lines]
    for x, y, value in cells:
        values[lines[y]][columns[x]] = value
    picture = axes.imshow(values, aspect="auto", interpolation="nearest", origin="lower")
    figure.colorbar(picture, ax=axes, label=told["title"])
    for axis, places, look in ((axes.xaxis, list(columns), panel["x"]), (axes.yaxis, list(lines), panel["y"])):
        step = max(1, len(places) // 6)
        ticks = range(0, len(places), step)
        axis.set_ticks(list(ticks), [size(places[i]) if "bytes" in look else f"{places[i]:g}" for i in ticks])


def set_axis(axes, axis, look, name):
    axis.set_label_text(look["title"])
    if look["scale"] == "doubling":
        getattr(axes, f"set_{name}scale")("log", base=2)
    if look["scale"] == "decades":
        getattr(axes, f"set_{name}scale")("log")
    if "bytes" in look:
        axis.set_major_formatter(FuncFormatter(size))
    if "names" in look:
        turned = max(map(len, look["names"])) > 3
        axis.set_ticks(range(1, len(look["names"]) + 1), look["names"], rotation=45 if turned else 0, ha="right" if turned else "center")
    limits = {{"x": "left", "y": "bottom"}[name]: look.get("from"), {"x": "right", "y": "top"}[name]: look.get("to")}
    getattr(axes, f"set_{name}lim")(**{side: value for side, value in limits.items() if value is not None})


def main():
    with open(DATA, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    plt.rcParams.update({"font.size": FONT, "lines.linewidth": 2 * LINE, "axes.linewidth": LINE, "pdf.fonttype": 42})
    figure, all_axes = plt.subplots(len(PANELS), squeeze=False, layout="constrained", figsize=(WIDTH / 25.4, HEIGHT / 25.4))
    for axes, panel in zip(all_axes[:, 0], PANELS):
        if "map" in panel:
            draw_map(figure, axes, panel, rows)
            axes.set(xlabel=panel["x"]["title"], ylabel=panel["y"]["title"])
        else:
            draw_series(axes, panel, rows)
            set_axis(axes, axes.xaxis, panel["x"], "x")
            set_axis(axes, axes.yaxis, panel["y"], "y")
        axes.set_title(panel["title"], fontsize=FONT, pad=FONT * 1.6 if panel.get("cursors") else None)
    if READINGS:
        figure.supxlabel("\n".join(textwrap.wrap(READINGS, int(WIDTH / 25.4 * 72 / FONT / 0.52))), x=0.01, ha="left", fontsize=FONT)
    figure.savefig(OUTPUT)


main()
)py";

const char* wordOf(DataSeries::Line line) {
  switch (line) {
    case DataSeries::Line::none: return "none";
    case DataSeries::Line::solid: return "solid";
    case DataSeries::Line::dashed: return "dashed";
    case DataSeries::Line::dotted: return "dotted";
    case DataSeries::Line::bars: return "bars";
  }
  return "";
}

const char* wordOf(DataSeries::Mark mark) {
  switch (mark) {
    case DataSeries::Mark::none: return "none";
    case DataSeries::Mark::dot: return "dot";
    case DataSeries::Mark::circle: return "circle";
    case DataSeries::Mark::diamond: return "diamond";
    case DataSeries::Mark::cross: return "cross";
  }
  return "";
}

/// Only text, numbers, lists and objects: JSON of these is valid Python too.
nlohmann::ordered_json pythonOf(const SeriesAxis& axis) {
  nlohmann::ordered_json json{{"title", axis.title.toStdString()},
                              {"scale", axis.scale == SeriesAxis::Scale::linear     ? "linear"
                                        : axis.scale == SeriesAxis::Scale::doubling ? "doubling"
                                                                                    : "decades"}};
  if (axis.bytes) json["bytes"] = 1;
  if (axis.from) json["from"] = *axis.from;
  if (axis.to) json["to"] = *axis.to;
  for (const QString& name : axis.names) json["names"].push_back(name.toStdString());
  return json;
}

/// The arguments of axes.legend() as a Python dictionary; "None" without a legend.
std::string legendArguments(const std::vector<SeriesPanel>& panels, SeriesLook look) {
  look.legend = legendWithRoom(panels, look);
  const std::string columns = std::to_string(legendColumns(panels, look));
  switch (look.legend) {
    case LegendPlace::none: return "None";
    case LegendPlace::top_left: return R"({"loc": "upper left"})";
    case LegendPlace::top_right: return R"({"loc": "upper right"})";
    case LegendPlace::bottom_left: return R"({"loc": "lower left"})";
    case LegendPlace::bottom_right: return R"({"loc": "lower right"})";
    case LegendPlace::above: return R"({"loc": "lower center", "bbox_to_anchor": (0.5, 1), "ncol": )" + columns + '}';
    case LegendPlace::below: return R"({"loc": "upper center", "bbox_to_anchor": (0.5, -0.2), "ncol": )" + columns + '}';
    case LegendPlace::right: return R"({"loc": "upper left", "bbox_to_anchor": (1, 1)})";
    case LegendPlace::own:
    case LegendPlace::inside: break;
  }
  return R"({"loc": "best"})";
}

std::string literal(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', true, nlohmann::json::error_handler_t::replace);
}
std::string literal(const QString& text) {
  return nlohmann::json(text.toStdString()).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

QByteArray matplotlibScript(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  int number = 0;
  for (const SeriesPanel& panel : panels) {
    nlohmann::ordered_json one{{"title", panel.title.toStdString()}, {"x", pythonOf(panel.x)}, {"y", pythonOf(panel.y)}};
    if (panel.map)
      one["map"] = {{"x", panel.map->x.toStdString()},
                    {"y", panel.map->y.toStdString()},
                    {"value", panel.map->value.toStdString()},
                    {"title", panel.map->title.toStdString()}};
    for (const DataSeries& series : panel.series)
      one["series"].push_back({{"number", ++number},
                               {"name", series.name.toStdString()},
                               {"line", wordOf(series.line)},
                               {"mark", wordOf(series.mark)},
                               {"colour", series.colour.name().toStdString()}});
    for (const SeriesCursor& cursor : panel.cursors)
      one["cursors"].push_back({{"name", cursor.name.toStdString()}, {"x", cursor.x}, {"reads", cursor.reads}});
    all.push_back(one);
  }
  const auto number_text = [](double value) { return QByteArray::number(value, 'g', 9).toStdString(); };
  return QByteArray::fromStdString(
      "#!/usr/bin/env python3\n# " + one_line(look.about.toStdString()) +
      "\n# Draws the data beside it with matplotlib: python3 this file [OUTPUT.pdf|.svg|.png]\n"
      "import csv\nimport pathlib\nimport sys\nimport textwrap\n\nimport matplotlib\n\nmatplotlib.use(\"Agg\")  # needs no "
      "display\n"
      "import matplotlib.pyplot as plt\nfrom matplotlib.ticker import FuncFormatter\n\nHERE = "
      "pathlib.Path(__file__).resolve()\nDATA = HERE.parent / " +
      literal(look.data) +
      "\nOUTPUT = sys.argv[1] if len(sys.argv) > 1 else HERE.with_name(HERE.stem + \"-matplotlib.pdf\")\nWIDTH, HEIGHT = " +
      number_text(look.width_mm) + ", " + number_text(look.height_mm) + "  # mm\nFONT, LINE = " + number_text(look.font_pt) + ", " +
      number_text(look.line_pt) + "  # points\nLEGEND = " + legendArguments(panels, look) +
      "\nREADINGS = " + literal(look.readings) + "  # of the cursors\nPANELS = " + literal(all) + '\n' + kDrawing);
}

}  // namespace chasescope
