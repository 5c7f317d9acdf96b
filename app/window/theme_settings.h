// How the program looks, kept from one start to the next, and chosen in a menu.
#pragma once

class QMenu;

namespace chasescope {

class Theme;

void loadTheme(Theme& theme);
void saveTheme(const Theme& theme);
/// Offers light, dark, high contrast and the system's theme; the chosen one is checked. The theme must outlive the menu.
void fillThemeMenu(QMenu& menu, Theme& theme);

}  // namespace chasescope
