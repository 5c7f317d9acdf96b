// How far wheels and keys zoom and move, and how far a click may move: the same in every plot.
#pragma once

namespace chasescope {

inline constexpr double kWheelZoom = 1.0018;  // per eighth of a degree: one notch is about 1.24
inline constexpr double kKeyZoom = 1.5;
inline constexpr double kKeyPan = 0.15;   // of the visible part
inline constexpr double kClickSlack = 4;  // px that a press may move and still be a click

}  // namespace chasescope
