#include "widgets/style/fonts.h"

#include <QDir>
#include <QFontDatabase>

// Resources in a static library are dropped by the linker unless someone asks for them; the macro wants the global namespace.
static void initFontResources() { Q_INIT_RESOURCE(cs_look_resources); }

namespace chasescope {
namespace {

QFont fontOf(const QString& family, double pixels, Weight weight) {
  QFont font(family);
  font.setPixelSize(std::max(1, qRound(pixels)));
  switch (weight) {
    case Weight::regular: font.setWeight(QFont::Normal); break;
    case Weight::medium: font.setWeight(QFont::Medium); break;
    case Weight::semiBold: font.setWeight(QFont::DemiBold); break;
    case Weight::bold: font.setWeight(QFont::Bold); break;
  }
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace

bool registerFonts() {
  static const bool registered = [] {
    initFontResources();
    const QDir folder(QStringLiteral(":/fonts"));
    bool all = true;
    int count = 0;
    for (const QString& name : folder.entryList({"*.otf", "*.ttf"}, QDir::Files, QDir::Name)) {
      all = QFontDatabase::addApplicationFont(folder.filePath(name)) >= 0 && all;
      ++count;
    }
    return all && count > 0;
  }();
  return registered;
}

QFont wordFont(double pixels, Weight weight) { return fontOf(QStringLiteral("Inter"), pixels, weight); }
QFont numberFont(double pixels, Weight weight) { return fontOf(QStringLiteral("JetBrains Mono"), pixels, weight); }

}  // namespace chasescope
