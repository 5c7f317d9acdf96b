#include "widgets/style/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>
#include <algorithm>

// The linker drops resources of a static library unless the program asks for them. The macro must stand in the global namespace.
static void initFontResources() { Q_INIT_RESOURCE(cs_look_resources); }

namespace chasescope {
namespace {

constexpr const char* kOwn = "Inter";

QFont fontOf(const QString& family, double pixels, Weight weight) {
  QFont font(family);
  if (family != QLatin1String(kOwn)) font.setFamilies({family, QLatin1String(kOwn)});
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

const QList<FaceEntry>& faces() {
  static const QList<FaceEntry> all{
      {Face::inter, "inter", QT_TRANSLATE_NOOP("Face", "Inter"), kOwn, nullptr},
      {Face::times, "times", QT_TRANSLATE_NOOP("Face", "Times (TeX Gyre Termes)"), "TeX Gyre Termes", "fonts-texgyre"},
      {Face::libertine, "libertine", QT_TRANSLATE_NOOP("Face", "Libertine (Linux Libertine O)"), "Linux Libertine O",
       "fonts-linuxlibertine"},
      {Face::computer_modern, "computer-modern", QT_TRANSLATE_NOOP("Face", "Computer Modern (Latin Modern Roman)"), "LM Roman 10",
       "fonts-lmodern"},
  };
  return all;
}

const FaceEntry& entryOf(Face face) {
  return *std::find_if(faces().begin(), faces().end(), [&](const FaceEntry& entry) { return entry.face == face; });
}

std::optional<Face> faceNamed(const QString& name) {
  for (const FaceEntry& entry : faces())
    if (name == QLatin1String(entry.name)) return entry.face;
  return std::nullopt;
}

QString faceProblem(Face face) {
  const FaceEntry& entry = entryOf(face);
  registerFonts();
  const QString family = QLatin1String(entry.family);
  if (QFontDatabase::hasFamily(family)) return {};
  const QString package = entry.package == nullptr ? QString() : QLatin1String(entry.package);
  return QCoreApplication::translate("Face", "The font %1 is not on this system; install the package %2, or choose another font.")
      .arg(family, package);
}

QFont wordFont(double pixels, Weight weight, Face face) { return fontOf(QLatin1String(entryOf(face).family), pixels, weight); }

QFont numberFont(double pixels, Weight weight, Face face) {
  return face == Face::inter ? fontOf(QStringLiteral("JetBrains Mono"), pixels, weight) : wordFont(pixels, weight, face);
}

}  // namespace chasescope
