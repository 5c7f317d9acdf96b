#include "widgets/figure/formats/tex_text.h"

#include <QHash>

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

/// Characters that figures use, with the commands by which LaTeX's fonts have them.
const QHash<char16_t, QByteArray>& named() {
  static const QHash<char16_t, QByteArray> names{{u'"', "''"},
                                                 {u'\u00a0', "~"},
                                                 {u'·', "\\textperiodcentered{}"},
                                                 {u'×', "$\\times$"},
                                                 {u'±', "$\\pm$"},
                                                 {u'°', "\\textdegree{}"},
                                                 {u'µ', "\\textmu{}"},
                                                 {u'μ', "\\textmu{}"},
                                                 {u'²', "\\textsuperscript{2}"},
                                                 {u'³', "\\textsuperscript{3}"},
                                                 {u'¹', "\\textsuperscript{1}"},
                                                 {u'–', "--"},
                                                 {u'—', "---"},
                                                 {u'‑', "-"},
                                                 {u'’', "'"},
                                                 {u'‘', "`"},
                                                 {u'“', "``"},
                                                 {u'”', "''"},
                                                 {u'…', "\\ldots{}"},
                                                 {u'\u2009', "\\,"},
                                                 {u'\u202f', "\\,"},
                                                 {u'−', "$-$"},
                                                 {u'≤', "$\\leq$"},
                                                 {u'≥', "$\\geq$"},
                                                 {u'≈', "$\\approx$"},
                                                 {u'≠', "$\\neq$"},
                                                 {u'→', "$\\rightarrow$"},
                                                 {u'←', "$\\leftarrow$"},
                                                 {u'↑', "$\\uparrow$"},
                                                 {u'↓', "$\\downarrow$"},
                                                 {u'↔', "$\\leftrightarrow$"},
                                                 {u'∞', "$\\infty$"},
                                                 {u'∙', "$\\cdot$"},
                                                 {u'⋅', "$\\cdot$"},
                                                 {u'⋮', "$\\vdots$"},
                                                 {u'⊕', "$\\oplus$"},
                                                 {u'½', "\\textonehalf{}"},
                                                 {u'σ', "$\\sigma$"},
                                                 {u'Δ', "$\\Delta$"},
                                                 {u'∈', "$\\in$"},
                                                 {u'•', "\\textbullet{}"}};
  return names;
}

/// The preamble lines for the figure's typeface in a file that is compiled alone.
QByteArray fontOf(Face face) {
  // Without the package, the file uses LaTeX's own font, which fix-cm sets in any size.
  const auto if_there = [](const QByteArray& package) {
    return "\\IfFileExists{" + package + ".sty}{\\usepackage[T1]{fontenc}\\usepackage{" + package + "}}{\\usepackage{fix-cm}}\n";
  };
  switch (face) {
    case Face::times: return if_there("tgtermes");
    case Face::libertine: return if_there("libertine");
    case Face::inter:
    case Face::computer_modern: return if_there("lmodern");
  }
  return {};
}

}  // namespace

std::optional<QByteArray> texWords(const QString& words) {
  QByteArray tex;
  for (const QChar letter : QString::fromStdString(one_line(words.toStdString()))) {
    const char16_t code = letter.unicode();
    const bool latin = (code >= u'À' && code <= u'ÿ');
    if (const auto name = named().constFind(code); name != named().constEnd())
      tex += *name;
    else if (code < 128 || latin)
      tex += QByteArray::fromStdString(latex_escaped(QString(letter).toStdString()));
    else
      return std::nullopt;
  }
  return tex;
}

QByteArray texFont(double size, bool bold) {
  constexpr double kTenths = 10, kLeading = 1.2;
  const double points = qRound(size) / kTenths;
  return "\\fontsize{" + QByteArray::number(points) + "}{" + QByteArray::number(qRound(points * kLeading * kTenths) / kTenths) +
         "}\\selectfont" + (bold ? "\\bfseries" : "");
}

QByteArray texColour(const QColor& colour) { return colour.name().mid(1).toUpper().toLatin1(); }

QByteArray texFile(const QByteArray& picture, const QByteArray& packages, const QString& about, Face face) {
  QByteArray head;
  for (const QByteArray& line : packages.trimmed().split('\n')) head += "%   " + line + '\n';
  // On one line, so that no part of the words leaves the TeX comment.
  const QByteArray words = QByteArray::fromStdString(one_line(about.toStdString()));
  return "% " + words + "\n% Compiles alone, on a page of its own size. In a document: \\input{this file}; in its preamble:\n" +
         head +
         // After \begin{document} LaTeX gives \documentclass the meaning of \@notprerr: the file is being read by a document's
         // \input.
         "\\expandafter\\ifx\\csname @notprerr\\endcsname\\documentclass\n\\let\\chasescopeend\\relax\n\\else\n"
         "\\def\\chasescopeend{\\end{document}}\n\\documentclass[border=0pt]{standalone}\n" +
         fontOf(face) + packages + "\\begin{document}\n\\fi\n" + picture + "\\chasescopeend\n";
}

}  // namespace chasescope
