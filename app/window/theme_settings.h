// How the program looks, kept from one start to the next, and chosen in a menu.
#pragma once

class QMenu;

namespace chasescope {

class Theme;

void loadTheme(Theme& theme);
void saveTheme(const Theme& theme);
/// Light, dark, of high contrast, as the system: one of them is checked. The theme must outlive the menu.
void fillThemeMenu(QMenu& menu, Theme& theme);

}  // namespace chasescope
