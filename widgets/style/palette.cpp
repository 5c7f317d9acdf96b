#include "widgets/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace chasescope {
namespace {

Palette makeLight() {
  Palette p;
  p.ground = "#f4f6f8";
  p.card = "#ffffff";
  p.sunken = "#f7f9fb";
  p.ink = "#1b1f24";
  p.quietInk = "#55606c";
  p.line = "#dfe4ea";
  p.outline = "#8a95a3";
  p.accent = "#0b57a4";
  p.accentHover = "#094a8c";
  p.accentPressed = "#073c72";
  p.accentInk = "#ffffff";
  p.accentSoft = "#e3eefa";
  p.hover = "#eef1f5";
  p.focus = "#2f81d7";
  p.measured = "#2f7a2b";
  p.reported = "#55606c";
  p.cantTell = "#876112";
  p.assumed = "#6f4fb3";
  p.danger = "#b3261e";
  p.dangerSoft = "#fdecea";
  p.warningSoft = "#fdf3dc";
  p.hit = "#0072b2";
  p.hitText = "#0069a5";
  p.miss = "#d55e00";
  p.missText = "#b04a00";
  return p;
}

Palette makeDark() {
  Palette p;
  p.dark = true;
  p.ground = "#14171b";
  p.card = "#1d2126";
  p.sunken = "#191c21";
  p.ink = "#e6e9ed";
  p.quietInk = "#a3adb8";
  p.line = "#31373f";
  p.outline = "#6b7683";
  p.accent = "#6cb0f5";
  p.accentHover = "#86bff8";
  p.accentPressed = "#9dcbfa";
  p.accentInk = "#0d1520";
  p.accentSoft = "#1f3247";
  p.hover = "#262b32";
  p.focus = "#7fbcff";
  p.measured = "#7cc576";
  p.reported = "#a3adb8";
  p.cantTell = "#dcb258";
  p.assumed = "#b9a0ee";
  p.danger = "#ff8a80";
  p.dangerSoft = "#3b2224";
  p.warningSoft = "#383020";
  p.hit = p.hitText = "#4aa8e0";
  p.miss = p.missText = "#ff8b3d";
  return p;
}

Palette makeContrast() {
  Palette p;
  p.dark = p.highContrast = true;
  p.ground = "#000000";
  p.card = "#000000";
  p.sunken = "#0d0d0d";
  p.ink = "#ffffff";
  p.quietInk = "#e2e2e2";
  p.line = "#767676";
  p.outline = "#ffffff";
  p.accent = "#ffd60a";
  p.accentHover = "#ffe45c";
  p.accentPressed = "#fff0a0";
  p.accentInk = "#000000";
  p.accentSoft = "#2b2600";
  p.hover = "#262626";
  p.focus = "#4de1ff";
  p.measured = "#86ff92";
  p.reported = "#e2e2e2";
  p.cantTell = "#ffc861";
  p.assumed = "#dcc0ff";
  p.danger = "#ffa9a1";
  p.dangerSoft = "#3a0c0a";
  p.warningSoft = "#2e2400";
  p.hit = p.hitText = "#6cc4ff";
  p.miss = p.missText = "#ffa35c";
  return p;
}

Palette makePaper() {
  Palette p = makeLight();
  p.ground = p.sunken = p.card;
  return p;
}

QColor greyOf(const QColor& colour) {
  const int grey = qGray(colour.rgb());
  return QColor(grey, grey, grey);
}

Palette makeGrey() {
  Palette p = makePaper();
  p.grey = true;
  for (QColor* colour : {&p.ground,   &p.card,        &p.sunken,        &p.ink,       &p.quietInk,   &p.line,       &p.outline,
                         &p.accent,   &p.accentHover, &p.accentPressed, &p.accentInk, &p.accentSoft, &p.hover,      &p.focus,
                         &p.measured, &p.reported,    &p.cantTell,      &p.assumed,   &p.danger,     &p.dangerSoft, &p.warningSoft})
    *colour = greyOf(*colour);
  // A hit is pale and a miss dark, because greys by their own luminance would be the same.
  p.hit = "#9a9a9a";
  p.hitText = "#4d4d4d";
  p.miss = p.missText = "#111111";
  return p;
}

// Six greys, as far apart in luminance as greys can be that are all visible on white.
constexpr std::array<const char*, 6> kMarksGrey{"#1a1a1a", "#6e6e6e", "#a0a0a0", "#404040", "#8a8a8a", "#b4b4b4"};
constexpr std::array<const char*, 6> kTextGrey{"#1a1a1a", "#595959", "#6a6a6a", "#404040", "#616161", "#707070"};
constexpr std::array<const char*, 6> kMarksLight{"#0072b2", "#009e73", "#b98500", "#cc79a7", "#7f5bc7", "#3b9ad1"};
constexpr std::array<const char*, 6> kTextLight{"#0069a5", "#00754f", "#7d5c00", "#a24379", "#6b48b0", "#23719f"};
constexpr std::array<const char*, 6> kMarksDark{"#4aa8e0", "#2fc79b", "#e6b23c", "#e29cc3", "#b59cf0", "#8fd0f5"};

constexpr std::array<const char*, 6> kMarksContrast{"#6cc4ff", "#3fe0b0", "#ffd24d", "#ffb3da", "#cbb5ff", "#bfe6ff"};

// Viridis (van der Walt and Smith 2015) at 11 equal steps; linear interpolation between them is accurate enough.
constexpr std::array<QRgb, 11> kViridis{0xff440154, 0xff482475, 0xff414487, 0xff355f8d, 0xff2a788e, 0xff21918c,
                                        0xff22a884, 0xff44bf70, 0xff7ad151, 0xffbddf26, 0xfffde725};

double linear(double channel) { return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) { return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF()); }

}  // namespace

const Palette& lightPalette() {
  static const Palette palette = makeLight();
  return palette;
}

const Palette& darkPalette() {
  static const Palette palette = makeDark();
  return palette;
}

const Palette& contrastPalette() {
  static const Palette palette = makeContrast();
  return palette;
}

const Palette& paperPalette() {
  static const Palette palette = makePaper();
  return palette;
}

const Palette& greyPalette() {
  static const Palette palette = makeGrey();
  return palette;
}

QColor levelColour(std::size_t level, const Palette& palette) {
  const auto& colours = palette.highContrast ? kMarksContrast : palette.dark ? kMarksDark : palette.grey ? kMarksGrey : kMarksLight;
  return colours[level % colours.size()];
}

QColor levelTextColour(std::size_t level, const Palette& palette) {
  const auto& colours = palette.highContrast ? kMarksContrast : palette.dark ? kMarksDark : palette.grey ? kTextGrey : kTextLight;
  return colours[level % colours.size()];
}

Marker levelMarker(std::size_t level) {
  constexpr std::array kMarkers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond, Marker::cross, Marker::plus};
  return kMarkers[level % kMarkers.size()];
}

QColor viridis(double t) {
  t = std::clamp(std::isnan(t) ? 0.0 : t, 0.0, 1.0) * (kViridis.size() - 1);
  const auto below = std::min<std::size_t>(static_cast<std::size_t>(t), kViridis.size() - 2);
  return mixed(QColor(kViridis[below + 1]), QColor(kViridis[below]), t - static_cast<double>(below));
}

QColor heat(double t, const Palette& palette) {
  if (!palette.grey) return viridis(t);
  constexpr int kDarkest = 20, kLightest = 240;  // both visible: the darkest beside black ink, the lightest on white paper
  const int grey = kDarkest + qRound((std::isnan(t) ? 0.0 : std::clamp(t, 0.0, 1.0)) * (kLightest - kDarkest));
  return QColor(grey, grey, grey);
}

QPen curvePen(std::size_t curve, const QColor& colour, double width, const Palette& palette) {
  // Dashes and gaps in multiples of the line's width.
  static const std::array<QList<double>, 6> kStyles{QList<double>{}, {5, 2.5}, {1.2, 2},
                                                    {6, 2, 1.2, 2},  {9, 2.5}, {6, 2, 1.2, 2, 1.2, 2}};
  QPen pen(colour, width);
  const QList<double>& dashes = kStyles[curve % kStyles.size()];
  if (palette.grey && !dashes.isEmpty()) {
    pen.setDashPattern(dashes);
    pen.setCapStyle(Qt::FlatCap);
  }
  return pen;
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor disabledInk(const Palette& palette, double opacity) {
  return mixed(palette.quietInk, palette.card, palette.highContrast ? 0.75 : opacity);
}

QColor mixed(const QColor& top, const QColor& bottom, double opacity) {
  const auto mix = [opacity](int a, int b) { return qRound(a * opacity + b * (1 - opacity)); };
  return QColor(mix(top.red(), bottom.red()), mix(top.green(), bottom.green()), mix(top.blue(), bottom.blue()));
}

}  // namespace chasescope
