#include "app/paper/figure_index.h"

#include <algorithm>

#include "engine/output/outgoing_text.h"
#include "engine/output/shell_word.h"

namespace chasescope {
namespace {

std::string html(const QString& text) { return xml_escaped(text.toStdString()); }

std::string figure_html(const FigureOnPaper& figure) {
  const std::string stem = html(figure.stem);
  std::string text = "<figure>\n<img src=\"" + stem + ".svg\" alt=\"" + html(figure.description) + "\">\n<figcaption><b>" +
                     html(figure.title) + ".</b> " + html(figure.caption) + "</figcaption>\n<p>";
  for (const QString& file : figure.files) text += "<a href=\"" + html(file) + "\">" + html(file) + "</a> ";
  text += "</p>\n";
  for (const QString& note : figure.notes) text += "<p>" + html(note) + "</p>\n";
  return text + "<pre>" + html(figure.command) + "</pre>\n</figure>\n";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>" +
         xml_escaped(title) +
         "</title>\n<style>\nbody{font:16px/1.5 "
         "Inter,system-ui,sans-serif;color:#1c2330;background:#fff;max-width:60rem;margin:2rem auto;padding:0 "
         "1rem}\nfigure{margin:2rem 0;padding:1rem;border:1px solid #d5dae1;border-radius:6px}\nimg{max-width:100%;height:auto}\n"
         "table{border-collapse:collapse;font-size:14px;margin:1rem 0}\nth,td{padding:.25rem .6rem;border-bottom:1px solid #d5dae1;"
         "text-align:left;vertical-align:top}\npre{font:13px/1.4 'JetBrains "
         "Mono',monospace;background:#f4f6f8;padding:.5rem;overflow-x:auto;"
         "white-space:pre-wrap}\n.missing{color:#7a3a00}\n</style>\n</head>\n<body>\n<h1>" +
         xml_escaped(title) + "</h1>\n" + body + "</body>\n</html>\n";
}

std::string index_html(const std::vector<CardOnPaper>& cards) {
  std::string body;
  for (const CardOnPaper& card : cards) {
    body += "<h2>" + xml_escaped(card.name) + "</h2>\n<p>Data: <a href=\"" + xml_escaped(card.session) + "\">" +
            xml_escaped(card.session) + "</a></p>\n";
    std::string missing;
    for (const FigureOnPaper& figure : card.figures) {
      if (figure.shown())
        body += figure_html(figure);
      else
        missing += "<li><b>" + html(figure.title) + "</b>: " + html(figure.why) + "</li>\n";
    }
    if (!missing.empty()) body += "<h3>What this card can't show</h3>\n<ul class=\"missing\">\n" + missing + "</ul>\n";
  }
  return html_page("Figures", body);
}

std::string index_markdown(const std::vector<CardOnPaper>& cards) {
  std::string text = "# Figures\n";
  for (const CardOnPaper& card : cards) {
    text += "\n## " + markdown_escaped(card.name) + "\n\nData: `" + one_line(card.session) + "`\n";
    std::string missing;
    for (const FigureOnPaper& figure : card.figures) {
      const std::string title = markdown_escaped(figure.title.toStdString());
      if (!figure.shown()) {
        missing += "- **" + title + "**: " + markdown_escaped(figure.why.toStdString()) + "\n";
        continue;
      }
      text += "\n![" + markdown_escaped(figure.description.toStdString()) + "](" + figure.stem.toStdString() + ".svg)\n\n**" +
              title + ".** " + markdown_escaped(figure.caption.toStdString()) + "\n";
      for (const QString& note : figure.notes) text += "\n" + markdown_escaped(note.toStdString()) + "\n";
      text += "\n    " + one_line(figure.command.toStdString()) + "\n";
    }
    if (!missing.empty()) text += "\n### What this card can't show\n\n" + missing;
  }
  return text;
}

std::string figure_tex(const FigureOnPaper& figure) {
  const std::string environment = figure.wide ? "figure*" : "figure", stem = figure.stem.toStdString();
  const std::string width =
      QString::number(figure.widthMm, 'f', 1).toStdString() + "mm";  // the figure's own width, or that of the page where it is less
  // The caption stands below a figure. A figure higher than most of a page would leave no room for it and not float.
  return "\\begin{" + environment + "}[tbp]\n\\centering\n\\includegraphics[width=\\ifdim " + width +
         ">\\linewidth\\linewidth\\else " + width + "\\fi,height=0.88\\textheight,keepaspectratio]{\\figurefolder/" + stem +
         "}\n\\caption{" + latex_escaped(figure.title.toStdString()) + ". " + latex_escaped(figure.caption.toStdString()) +
         "}\n\\Description{" + latex_escaped(figure.description.toStdString()) + "}\n\\label{fig:" + stem + "}\n\\end{" +
         environment + "}\n";
}

std::string figures_tex(const std::vector<CardOnPaper>& cards) {
  std::string text =
      "% Made by ChaseScope; \\input it, in one column or in two. Packages: graphicx, textcomp; [T1]{fontenc}, and UTF-8 as the "
      "encoding.\n"
      "% Elsewhere than beside the document: \\newcommand{\\figurefolder}{FOLDER} before it.\n"
      "\\providecommand{\\figurefolder}{.}\n"
      "\\providecommand{\\Description}[2][]{} % ACM's class has one, for those who can't see the figure\n";
  for (const CardOnPaper& card : cards)
    for (const FigureOnPaper& figure : card.figures)
      if (figure.shown()) text += "\n" + figure_tex(figure);
  return text;
}

std::string make_script(const std::vector<CardOnPaper>& cards, const std::vector<std::string>& look) {
  std::string sessions, anew, words;
  for (const std::string& word : look) words += " " + shell_word(word);
  for (const CardOnPaper& card : cards) {
    sessions += " --session " + shell_word(card.session);
    if (!card.source.empty()) anew += " --device " + shell_word(card.source);
  }
  std::string text =
      "#!/bin/sh\n# Makes the figures of this folder again, from the sessions in it, into the folder named (or 'again').\nset "
      "-e\ncd \"$(dirname \"$0\")\"\n" +
      ("chasescope figure all" + sessions + words) + " -o \"${1:-again}\"\n";
  if (!anew.empty()) text += "# Measured anew: chasescope figure all" + anew + words + " -o again\n";
  text += "# One alone:\n";
  for (const CardOnPaper& card : cards)
    for (const FigureOnPaper& figure : card.figures)
      if (figure.shown()) text += "#   " + one_line(figure.command.toStdString()) + "\n";
  return text;
}

}  // namespace chasescope
